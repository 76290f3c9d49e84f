/** The changes under way in this tab, in the order in which they were asked for. */

import type { DeskActionName } from '@baari/contract/queue-actions.ts';
import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type DeskChange, isMove } from './desk-changes.ts';
import { painted } from './painted.ts';

const store = createStore<{ readonly changes: readonly DeskChange[] }>(() => ({ changes: [] }));

export function begin(change: DeskChange): void {
  store.setState(({ changes }) => ({ changes: [...changes, change] }));
}

export function end(change: DeskChange): void {
  store.setState(({ changes }) => ({ changes: changes.filter((other) => other !== change) }));
}

/** Whether an entry may be acted on: moves may follow each other, nothing else may be asked twice. */
export function mayBegin({ action, entry }: DeskChange): boolean {
  const underway = store.getState().changes.filter((change) => change.entry.id === entry.id);
  return underway.every((change) => isMove(action) && isMove(change.action));
}

/** Right now, outside of a drawing. */
export function deskChanges(): readonly DeskChange[] {
  return store.getState().changes;
}

export function useDeskChanges(): readonly DeskChange[] {
  return useStore(store, (state) => state.changes);
}

/**
 * The same for what stands around the lists, such as a count in the browser's tab: it is drawn once the press
 * itself has been painted.
 */
export function useDeskChangesSoon(): readonly DeskChange[] {
  const [changes, show] = useState(deskChanges);
  useEffect(() => {
    const follow = () => startTransition(() => show(deskChanges()));
    follow();
    return store.subscribe(() => void painted().then(follow));
  }, []);
  return changes;
}

/** What is being done with this entry right now. */
export function useUnderway(entryId: string): DeskActionName | undefined {
  return useStore(
    store,
    ({ changes }) => changes.find((change) => change.entry.id === entryId)?.action,
  );
}
