/** The entries that were just ended at this desk, while they can be undone [DESK-1]. */
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
  /** The state of the entry right after its end. */
  readonly entry: StaffEntry;
}

const store = createStore<{ readonly ended: readonly Ended[] }>(() => ({ ended: [] }));

/** Whether an action ends an entry in a way that can be undone. */
export function canBeUndone(name: DeskActionName): boolean {
  const { to }: QueueAction = queueActions[name];
  return to !== undefined && queueActions.bring_back.from.some((status) => status === to);
}

/** When each was ended, ms. */
const times = new WeakMap<Ended, number>();
const timers = new Map<Ended, ReturnType<typeof setTimeout>>();

// The next user at this desk must not be offered an undo.
keepAnswersIn({
  forget() {
    pauseUndo();
    store.setState({ ended: [] });
  },
});

/** Offers to undo for ten seconds; an earlier ended entry is offered again after it. */
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

/** Pauses the timer while the offer is hovered or focused. */
export function pauseUndo(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

/** Restarts the ten seconds. */
export function resumeUndo(): void {
  for (const ended of store.getState().ended) if (!timers.has(ended)) begin(ended);
}

function begin(ended: Ended): void {
  timers.set(
    ended,
    setTimeout(() => withdrawUndo(ended), undoSeconds * 1000),
  );
}

/** The last ended entry, for use outside of rendering; undefined when there is none. */
export function lastEnded(): Ended | undefined {
  return store.getState().ended.at(-1);
}

/** When the last entry was ended, in ms; undefined if there is none. */
export function lastEndedAt(): number | undefined {
  const ended = lastEnded();
  return ended && times.get(ended);
}

export function useLastEnded(): Ended | undefined {
  return useStore(store, ({ ended }) => ended.at(-1));
}

/** As `lastEndedAt`, for rendering. */
export function useLastEndedAt(): number | undefined {
  const ended = useLastEnded();
  return ended && times.get(ended);
}
