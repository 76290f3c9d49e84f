/** The patient who was last sent on from this device, while it can be undone [LINE-3]. */
import { undoSeconds } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { deviceNow } from '../../clock/clock.ts';
import { keepAnswersIn } from '../../session/kept-answers.ts';

/** A patient who was sent on. */
export interface SentOn {
  /** The target stop, right after sending. */
  readonly to: StaffEntry;
  /**
   * Whether a waiting patient was sent on: the entry stays the same, and a colleague may send it
   * further.
   */
  readonly hasWaited: boolean;
  /** When it was sent, ms. */
  readonly at: number;
}

const store = createStore<{ readonly sent: SentOn | undefined }>(() => ({ sent: undefined }));
let timer: ReturnType<typeof setTimeout> | undefined;

// It names a patient, and the next user has sent nobody on.
keepAnswersIn({ forget: withdrawSentOn });

/** Offers an undo for ten seconds. */
export function offerSentOn(sent: Omit<SentOn, 'at'>): void {
  store.setState({ sent: { ...sent, at: deviceNow() } });
  resumeSentOn();
}

export function withdrawSentOn(): void {
  pauseSentOn();
  store.setState({ sent: undefined });
}

/** Pauses the timer while the offer is hovered or focused. */
export function pauseSentOn(): void {
  clearTimeout(timer);
}

/** Restarts the ten seconds. */
export function resumeSentOn(): void {
  clearTimeout(timer);
  timer = setTimeout(withdrawSentOn, undoSeconds * 1000);
}

let takeBack: ((sent: SentOn) => void) | undefined;

/** Registers the function that performs the undo; returns a function that unregisters it. */
export function takesBackBy(way: (sent: SentOn) => void): () => void {
  takeBack = way;
  return () => {
    if (takeBack === way) takeBack = undefined;
  };
}

/**
 * Undoes the last sending on, if it is offered and nothing else was done since `otherAt`; returns
 * whether it did.
 */
export function takeBackSentOn(otherAt = 0): boolean {
  const { sent } = store.getState();
  if (sent === undefined || takeBack === undefined || sent.at < otherAt) return false;
  takeBack(sent);
  return true;
}

export function useSentOn(): SentOn | undefined {
  return useStore(store, ({ sent }) => sent);
}
