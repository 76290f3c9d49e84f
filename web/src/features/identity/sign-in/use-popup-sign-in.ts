import { useEffect, useRef, useState } from 'react';
import { useProblemText } from '../../../api/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { findSession, waitForSession } from '../../../session/session.ts';
import { type PopupOutcome, popupChannel, readOutcome } from './popup-outcome.ts';
import { type Trouble, troubleOf } from '../trouble.ts';

/** Where the popup ends, on this site. */
export const popupEnd = '/signed-in';
const popupLook = 'popup,width=480,height=680';
const closedCheckMs = 500;
/** How long another tab may take to bring the session here. */
const sessionWaitMs = 5000;

export interface PopupSignIn {
  readonly isBusy: boolean;
  readonly trouble: Trouble | undefined;
  /** Call it from the click itself: a window opened later is blocked. */
  readonly start: () => void;
}

interface PopupSignInOptions {
  /** Asks the server where the popup has to go. */
  readonly lead: () => Promise<{ url: string }>;
  /** The words for a browser that opens no window. */
  readonly blocked: string;
  /** What it is called when the provider said no. */
  readonly failure: 'provider_failed' | 'hospital_sign_in_failed';
  readonly onSecondStep: () => void;
}

/** Signs in at a provider in a popup; the session itself says when it has worked [LOGIN-2]. */
export function usePopupSignIn(options: PopupSignInOptions): PopupSignIn {
  const { blocked, failure, onSecondStep } = options;
  const t = useMessages('identity', 'refusals');
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const [trouble, tell] = useState<Trouble>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function start(): void {
    stop.current?.();
    tell(undefined);
    const popup = window.open('about:blank', 'baari-sign-in', popupLook);
    if (!popup) return say(blocked);
    setBusy(true);
    listen(popup);
    void lead(popup);
  }

  function say(message: string): void {
    tell({ message, retryAt: undefined });
  }

  /** Until it has said how it went; a closed window only frees the button, as it may still say so. */
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
      tell(troubleOf(problem, problemText(problem, t.identity.somethingWrong)));
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

/** The popup may have opened the session too, and told this tab while it was asking. */
async function hasSession(): Promise<boolean> {
  try {
    await findSession();
  } catch (failure) {
    console.warn('The session of the popup could not be opened here', failure);
  }
  const { user } = await waitForSession((state) => state.user !== null, sessionWaitMs);
  return user !== null;
}
