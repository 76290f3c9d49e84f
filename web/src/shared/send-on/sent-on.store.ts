/** Who was sent on last from this device, as long as it can be taken back at once [LINE-3]. */
import { undoSeconds } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { deviceNow } from '../../clock/clock.ts';
import { keepAnswersIn } from '../../session/kept-answers.ts';

/** Who was sent on. */
export interface SentOn {
  /** The stop that was sent to, as it was right after. */
  readonly to: StaffEntry;
  /** Of who waited and was sent on: the same entry, which a colleague may send further. */
  readonly hasWaited: boolean;
  /** When it was sent, ms. */
  readonly at: number;
}

const store = createStore<{ readonly sent: SentOn | undefined }>(() => ({ sent: undefined }));
let timer: ReturnType<typeof setTimeout> | undefined;

// It names a patient, and whoever signs in next has sent nobody on.
keepAnswersIn({ forget: withdrawSentOn });

/** Offers for ten seconds to take it back. */
export function offerSentOn(sent: Omit<SentOn, 'at'>): void {
  store.setState({ sent: { ...sent, at: deviceNow() } });
  releaseSentOn();
}

export function withdrawSentOn(): void {
  holdSentOn();
  store.setState({ sent: undefined });
}

/** While somebody points at the offer, or has the focus on it, it does not go. */
export function holdSentOn(): void {
  clearTimeout(timer);
}

/** Then the ten seconds begin anew. */
export function releaseSentOn(): void {
  clearTimeout(timer);
  timer = setTimeout(withdrawSentOn, undoSeconds * 1000);
}

let takeBack: ((sent: SentOn) => void) | undefined;

/** Whoever shows the offer says how it is taken up; answers how that ends. */
export function takesBackBy(way: (sent: SentOn) => void): () => void {
  takeBack = way;
  return () => {
    if (takeBack === way) takeBack = undefined;
  };
}

/** Takes back who was sent on, where that is offered and nothing else was done since `otherAt`; whether it did. */
export function takeBackSentOn(otherAt = 0): boolean {
  const { sent } = store.getState();
  if (sent === undefined || takeBack === undefined || sent.at < otherAt) return false;
  takeBack(sent);
  return true;
}

export function useSentOn(): SentOn | undefined {
  return useStore(store, ({ sent }) => sent);
}
