import { useEffect, useRef, useState } from 'react';
import { identityCall } from '../../api/identity.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { findSession, waitForSession } from '../../session/session.ts';
import { type PopupOutcome, popupChannel, readOutcome } from './popup-outcome.ts';

/** Where the popup ends, on this site. */
const popupEnd = '/signed-in';
const popupLook = 'popup,width=480,height=680';
const closedCheckMs = 500;
/** How long another tab may take to bring the session here. */
const sessionWaitMs = 5000;

export interface GoogleSignIn {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** Call it from the click itself: a window opened later is blocked. */
  readonly start: () => void;
}

/** Signs in in a popup; the session itself says when it has worked [LOGIN-2]. */
export function useGoogleSignIn(onSecondStep: () => void): GoogleSignIn {
  const t = useMessages('identity', 'refusals');
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function start(): void {
    stop.current?.();
    setProblem(undefined);
    const popup = window.open('about:blank', 'baari-google', popupLook);
    if (!popup) return setProblem(t.identity.popupBlocked);
    setBusy(true);
    listen(popup);
    void lead(popup);
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
      const { url } = await identityCall('signInWithGoogle', {
        provider: 'google',
        callbackURL: popupEnd,
      });
      popup.location.replace(url);
    } catch (failure) {
      stop.current?.();
      popup.close();
      setBusy(false);
      setProblem(problemText(failure, t.identity.somethingWrong));
    }
  }

  async function take(outcome: PopupOutcome): Promise<void> {
    if (outcome.kind === 'signed-in') {
      setBusy(true);
      if (!(await hasSession())) setProblem(t.refusals.codes.provider_failed);
    } else if (outcome.code === 'second_factor_required') {
      onSecondStep();
    } else {
      setProblem(t.refusals.codes[outcome.code]);
    }
    setBusy(false);
  }

  return { isBusy, problem, start };
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
