/** The changes under way in this tab, in the order in which they were asked for. */

import type { DeskActionName } from '@baari/contract/queue-actions.ts';
import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type DeskChange, isApproval, isMove } from './desk-changes.ts';
import { painted } from './painted.ts';

interface Changes {
  readonly changes: readonly DeskChange[];
  /** The same without an approval whose press has not been painted. */
  readonly ofLines: readonly DeskChange[];
}

const store = createStore<Changes>(() => ({ changes: [], ofLines: [] }));

/**
 * An approval is seen on the card of its request first; the line has it once that has been painted and nothing
 * is pressed, with all approvals before it, so that presses keep their order and none waits for the line.
 */
export function begin(change: DeskChange): void {
  const { changes: before, ofLines } = store.getState();
  const changes = [...before, change];
  store.setState({ changes, ofLines: isApproval(change) ? ofLines : changes });
  if (isApproval(change)) void painted().then(() => whenIdle(tellLines));
}

/** A hand that goes on pressing leaves no pause: then the line has them after this long, ms. */
const longestIdleMs = 250;

/** Safari does not say when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: longestIdleMs });
  else setTimeout(work, 50);
}

function tellLines(): void {
  const { changes, ofLines } = store.getState();
  if (ofLines.length < changes.length) store.setState({ ofLines: changes });
}

export function end(change: DeskChange): void {
  const others = (all: readonly DeskChange[]) => all.filter((other) => other !== change);
  store.setState(({ changes, ofLines }) => ({
    changes: others(changes),
    ofLines: others(ofLines),
  }));
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

/** The same for the lines. */
export function useLineChanges(): readonly DeskChange[] {
  return useStore(store, (state) => state.ofLines);
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
