/** The pending changes of this tab in the order of their requests. */

import type { DeskActionName } from '@baari/contract/queue/queue-actions.ts';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type DeskChange, isApproval, isMove } from './desk-changes.ts';
import { afterPaint } from './after-paint.ts';

interface Changes {
  readonly changes: readonly DeskChange[];
  /** The changes to show in the list of requests. Approvals are included at once. */
  readonly ofRequests: readonly DeskChange[];
  /** The changes among `ofRequests` that the lines show too. */
  readonly ofLines: readonly DeskChange[];
}

const store = createStore<Changes>(() => ({ changes: [], ofRequests: [], ofLines: [] }));

/**
 * Adds a change. An approval first updates only the card of its request. The list selects the next
 * request after paint. The line follows in idle time if the answer is slow, in the order of the
 * presses (docs/decisions/167).
 */
export function begin(change: DeskChange): void {
  const { changes: before, ofRequests, ofLines } = store.getState();
  const changes = [...before, change];
  if (!isApproval(change)) {
    store.setState({ changes, ofRequests: changes, ofLines: changes });
    return;
  }
  store.setState({ changes, ofRequests, ofLines });
  void afterPaint().then(() => {
    updateRequests();
    setTimeout(() => whenIdle(updateLines), answerMs);
  });
}

/**
 * Applies the last press before a key is handled, so that the key concerns the next request,
 * painted or not.
 */
export function showPressed(): void {
  const { changes, ofRequests } = store.getState();
  if (ofRequests.length < changes.length) flushSync(updateRequests);
}

function updateRequests(): void {
  const { changes, ofRequests } = store.getState();
  if (ofRequests.length < changes.length) store.setState({ ofRequests: changes });
}

/** A nearby server answers within this time in ms, so the line renders once, with the answer. */
const answerMs = 250;
/** The longest delay in ms for the line during continuous key presses. */
const longestIdleMs = 250;

/** Safari has no requestIdleCallback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: longestIdleMs });
  else setTimeout(work, 50);
}

function updateLines(): void {
  const { changes, ofLines } = store.getState();
  if (ofLines.length < changes.length) store.setState({ ofLines: changes });
}

export function end(change: DeskChange): void {
  const others = (all: readonly DeskChange[]) => all.filter((other) => other !== change);
  store.setState(({ changes, ofRequests, ofLines }) => ({
    changes: others(changes),
    ofRequests: others(ofRequests),
    ofLines: others(ofLines),
  }));
}

/** Whether a change may begin: several moves may be pending, any other action only once. */
export function mayBegin({ action, entry }: DeskChange): boolean {
  const underway = store.getState().changes.filter((change) => change.entry.id === entry.id);
  return underway.every((change) => isMove(action) && isMove(change.action));
}

/** The current changes, for use outside of rendering. */
export function deskChanges(): readonly DeskChange[] {
  return store.getState().changes;
}

/** The changes that the list of requests shows. */
export function useRequestChanges(): readonly DeskChange[] {
  return useStore(store, (state) => state.ofRequests);
}

/** The changes that the lines show. */
export function useLineChanges(): readonly DeskChange[] {
  return useStore(store, (state) => state.ofLines);
}

/**
 * The changes for parts around the lists, such as the count in the tab title; delayed until the
 * press has been painted.
 */
export function useDeskChangesSoon(): readonly DeskChange[] {
  const [changes, show] = useState(deskChanges);
  useEffect(() => {
    const follow = () => startTransition(() => show(deskChanges()));
    follow();
    return store.subscribe(() => void afterPaint().then(follow));
  }, []);
  return changes;
}

/** The pending action of an entry; for an approval after its press has been painted. */
export function useUnderway(entryId: string): DeskActionName | undefined {
  return useStore(store, ({ ofRequests }) => actionOn(entryId, ofRequests));
}

/** The pending action of an entry at once, without waiting for paint; for the pressed button. */
export function usePressed(entryId: string): DeskActionName | undefined {
  return useStore(store, ({ changes }) => actionOn(entryId, changes));
}

function actionOn(entryId: string, changes: readonly DeskChange[]): DeskActionName | undefined {
  return changes.find((change) => change.entry.id === entryId)?.action;
}
