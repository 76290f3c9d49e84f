/**
 * The last patient whom the user sent on from this device. The bar with “Undo” shows the patient until
 * the time to undo is over [LINE-3].
 */
import { undoSeconds } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { deviceNow } from '../../clock/clock.ts';
import { keepAnswersIn } from '../../session/kept-answers.ts';

/** A patient whom the user forwarded to another line. */
export interface SentOn {
  /** The patient's entry in the target line, as it was right after forwarding. */
  readonly to: StaffEntry;
  /**
   * Whether the patient was waiting when forwarded. The queue entry then keeps its id, and a
   * colleague may forward it again.
   */
  readonly hasWaited: boolean;
  /** When the patient was forwarded, in ms by the device's clock. */
  readonly at: number;
}

const store = createStore<{ readonly sent: SentOn | undefined }>(() => ({ sent: undefined }));
let timer: ReturnType<typeof setTimeout> | undefined;

// The stored data names a patient, so it is deleted before another user signs in.
keepAnswersIn({ forget: withdrawSentOn });

/** Offers to undo the forwarding of a patient for ten seconds. */
export function offerSentOn(sent: Omit<SentOn, 'at'>): void {
  store.setState({ sent: { ...sent, at: deviceNow() } });
  resumeSentOn();
}

export function withdrawSentOn(): void {
  pauseSentOn();
  store.setState({ sent: undefined });
}

/** Pauses the ten-second timer while the pointer or the keyboard focus is on the undo bar. */
export function pauseSentOn(): void {
  clearTimeout(timer);
}

/** Restarts the ten-second timer of the undo bar. */
export function resumeSentOn(): void {
  clearTimeout(timer);
  timer = setTimeout(withdrawSentOn, undoSeconds * 1000);
}

let takeBack: ((sent: SentOn) => void) | undefined;

/**
 * Registers the function that undoes the forwarding of a patient. Returns a function that
 * unregisters it.
 */
export function takesBackBy(way: (sent: SentOn) => void): () => void {
  takeBack = way;
  return () => {
    if (takeBack === way) takeBack = undefined;
  };
}

/**
 * Undoes the last forwarding if the undo is still offered and no other action followed. `otherAt`
 * is the time of the last other action. Returns whether the forwarding was undone.
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
