/** What was ended last at this desk, as long as it can be taken back at once [DESK-1]. */
import { undoSeconds } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';
import {
  type DeskActionName,
  type QueueAction,
  queueActions,
} from '@baari/contract/queue-actions.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Ended {
  readonly action: DeskActionName;
  /** As it was right after. */
  readonly entry: StaffEntry;
}

const store = createStore<{ readonly ended: readonly Ended[] }>(() => ({ ended: [] }));

/** Whether an action ends an entry in a way that can be taken back. */
export function canBeUndone(name: DeskActionName): boolean {
  const { to }: QueueAction = queueActions[name];
  return to !== undefined && queueActions.bring_back.from.some((status) => status === to);
}

/** Offers to take it back for ten seconds; what was ended before it is offered again after it. */
export function offerUndo(ended: Ended): void {
  store.setState(({ ended: others }) => ({ ended: [...others, ended] }));
  setTimeout(() => withdrawUndo(ended), undoSeconds * 1000);
}

export function withdrawUndo(ended: Ended): void {
  store.setState(({ ended: all }) => ({ ended: all.filter((other) => other !== ended) }));
}

/** Right now, outside of a drawing; undefined when there is nothing. */
export function lastEnded(): Ended | undefined {
  return store.getState().ended.at(-1);
}

export function useLastEnded(): Ended | undefined {
  return useStore(store, ({ ended }) => ended.at(-1));
}
