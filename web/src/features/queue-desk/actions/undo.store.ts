/**
 * The queue entries that were just ended at this desk, stored while the desk can undo this
 * [DESK-1].
 */
import { undoSeconds } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type DeskActionName,
  type QueueAction,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { deviceNow } from '../../../clock/clock.ts';
import { keepAnswersIn } from '../../../session/kept-answers.ts';

export interface Ended {
  readonly action: DeskActionName;
  /** The queue entry as it was right after it ended. */
  readonly entry: StaffEntry;
}

const store = createStore<{ readonly ended: readonly Ended[] }>(() => ({ ended: [] }));

/** Whether an action ends a queue entry in a way that the desk can undo. */
export function canBeUndone(name: DeskActionName): boolean {
  const { to }: QueueAction = queueActions[name];
  return to !== undefined && queueActions.bring_back.from.some((status) => status === to);
}

/** When each queue entry was ended, in ms. */
const times = new WeakMap<Ended, number>();
const timers = new Map<Ended, ReturnType<typeof setTimeout>>();

// Deleted at sign-out, because the next user must not be offered the undo.
keepAnswersIn({
  forget() {
    pauseUndo();
    store.setState({ ended: [] });
  },
});

/**
 * Offers an undo for ten seconds. Afterwards the undo of an entry that was ended earlier is offered
 * again.
 */
export function offerUndo(ended: Ended): void {
  times.set(ended, deviceNow());
  store.setState(({ ended: others }) => ({ ended: [...others, ended] }));
  begin(ended);
}

export function withdrawUndo(ended: Ended): void {
  clearTimeout(timers.get(ended));
  timers.delete(ended);
  store.setState(({ ended: all }) => ({ ended: all.filter((other) => other !== ended) }));
  resumeUndo();
}

/** Pauses the ten-second timer while the pointer or the keyboard focus is on the undo bar. */
export function pauseUndo(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

/** Restarts the ten-second timer of the undo bar. */
export function resumeUndo(): void {
  for (const ended of store.getState().ended) if (!timers.has(ended)) begin(ended);
}

function begin(ended: Ended): void {
  timers.set(
    ended,
    setTimeout(() => withdrawUndo(ended), undoSeconds * 1000),
  );
}

/**
 * The queue entry that was ended last, for code outside of React rendering. Undefined if there is
 * none.
 */
export function lastEnded(): Ended | undefined {
  return store.getState().ended.at(-1);
}

/** When the last queue entry was ended, in ms. Undefined if there is none. */
export function lastEndedAt(): number | undefined {
  const ended = lastEnded();
  return ended && times.get(ended);
}

export function useLastEnded(): Ended | undefined {
  return useStore(store, ({ ended }) => ended.at(-1));
}

/** The same value as `lastEndedAt`, for use in React components. */
export function useLastEndedAt(): number | undefined {
  const ended = useLastEnded();
  return ended && times.get(ended);
}
