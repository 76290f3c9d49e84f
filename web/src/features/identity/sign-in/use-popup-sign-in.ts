import { useEffect, useRef, useState } from 'react';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { findSession, waitForSession } from '../../../session/session.ts';
import { type PopupOutcome, popupChannel, readOutcome } from './popup-outcome.ts';
import { type Trouble, troubleOf } from '../trouble.ts';

/** The path on this site that the sign-in popup opens last. */
export const popupEnd = '/signed-in';
const popupLook = 'popup,width=480,height=680';
const closedCheckMs = 500;
/** How long to wait in ms until another tab's sign-in reaches this tab. */
const sessionWaitMs = 5000;

export interface PopupSignIn {
  readonly isBusy: boolean;
  readonly trouble: Trouble | undefined;
  /**
   * Opens the sign-in popup. Must be called in the click handler, because browsers block popups
   * that open later.
   */
  readonly start: () => void;
}

interface PopupSignInOptions {
  /** Asks the server for the URL that the sign-in popup opens. */
  readonly lead: () => Promise<{ url: string }>;
  /** The message to show if the browser blocks the popup. */
  readonly blocked: string;
  /** The error code for a refusal by the sign-in provider. */
  readonly failure: 'provider_failed' | 'hospital_sign_in_failed';
  readonly onSecondStep: () => void;
}

/**
 * Signs the user in at a provider in a popup. After success the session's state changes [LOGIN-2].
 */
export function usePopupSignIn(options: PopupSignInOptions): PopupSignIn {
  const { blocked, failure, onSecondStep } = options;
  const t = useMessages('identity', 'refusals');
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function start(): void {
    stop.current?.();
    setTrouble(undefined);
    const popup = window.open('about:blank', 'baari-sign-in', popupLook);
    if (!popup) return say(blocked);
    setBusy(true);
    listen(popup);
    void lead(popup);
  }

  function say(message: string): void {
    setTrouble({ message, retryAt: undefined });
  }

  /**
   * Waits for the sign-in result. If the user closes the popup, the button is enabled again, but
   * the result may still arrive.
   */
  function listen(popup: Window): void {
    const channel = new BroadcastChannel(popupChannel);
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      setBusy(false);
    }, closedCheckMs);
    stop.current = () => {
      clearInterval(timer);
      channel.close();
    };
    channel.addEventListener('message', (event: MessageEvent<unknown>) => {
      const outcome = readOutcome(event.data);
      if (!outcome) return;
      stop.current?.();
      void take(outcome);
    });
  }

  async function lead(popup: Window): Promise<void> {
    try {
      const { url } = await options.lead();
      popup.location.replace(url);
    } catch (problem) {
      stop.current?.();
      popup.close();
      setBusy(false);
      setTrouble(troubleOf(problem, problemText(problem, t.identity.somethingWrong)));
    }
  }

  async function take(outcome: PopupOutcome): Promise<void> {
    if (outcome.kind === 'signed-in') {
      setBusy(true);
      if (!(await hasSession())) say(t.refusals.codes[failure]);
    } else if (outcome.code === 'second_factor_required') {
      onSecondStep();
    } else {
      say(t.refusals.codes[outcome.code]);
    }
    setBusy(false);
  }

  return { isBusy, trouble, start };
}

/** Whether this tab has a session. The sign-in popup may already have created one. */
async function hasSession(): Promise<boolean> {
  try {
    await findSession();
  } catch (failure) {
    console.warn('The session of the popup could not be opened here', failure);
  }
  const { user } = await waitForSession((state) => state.user !== null, sessionWaitMs);
  return user !== null;
}
