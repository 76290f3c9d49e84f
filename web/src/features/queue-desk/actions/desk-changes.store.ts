/** The changes under way in this tab, in the order in which they were asked for. */

import type { DeskActionName } from '@baari/contract/queue/queue-actions.ts';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type DeskChange, isApproval, isMove } from './desk-changes.ts';
import { painted } from './painted.ts';

interface Changes {
  readonly changes: readonly DeskChange[];
  /** The same without an approval whose press has not been painted. */
  readonly ofRequests: readonly DeskChange[];
  /** The same again without those that the lines have not been told of. */
  readonly ofLines: readonly DeskChange[];
}

const store = createStore<Changes>(() => ({ changes: [], ofRequests: [], ofLines: [] }));

/**
 * An approval is seen on the card of its request first, and nothing else is drawn in that frame. The list of
 * requests goes on to the next one when it has been painted. The line is told where the answer is long in coming, once
 * nothing is pressed, with all approvals before it, so that presses keep their order (docs/decisions/167).
 */
export function begin(change: DeskChange): void {
  const { changes: before, ofRequests, ofLines } = store.getState();
  const changes = [...before, change];
  if (!isApproval(change)) {
    store.setState({ changes, ofRequests: changes, ofLines: changes });
    return;
  }
  store.setState({ changes, ofRequests, ofLines });
  void painted().then(() => {
    tellRequests();
    setTimeout(() => whenIdle(tellLines), answerMs);
  });
}

/** Before a key is heard: it is meant for the request that the press before it leads to, painted or not. */
export function showPressed(): void {
  const { changes, ofRequests } = store.getState();
  if (ofRequests.length < changes.length) flushSync(tellRequests);
}

function tellRequests(): void {
  const { changes, ofRequests } = store.getState();
  if (ofRequests.length < changes.length) store.setState({ ofRequests: changes });
}

/** A server near by has answered by then, and the line is drawn once, with its answer, ms. */
const answerMs = 250;
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
  store.setState(({ changes, ofRequests, ofLines }) => ({
    changes: others(changes),
    ofRequests: others(ofRequests),
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

/** As the list of requests is told of them. */
export function useRequestChanges(): readonly DeskChange[] {
  return useStore(store, (state) => state.ofRequests);
}

/** As the lines are. */
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

/** What is being done with this entry right now; of an approval, once its press has been painted. */
export function useUnderway(entryId: string): DeskActionName | undefined {
  return useStore(store, ({ ofRequests }) => actionOn(entryId, ofRequests));
}

/** The same at once, for the button that was pressed. */
export function usePressed(entryId: string): DeskActionName | undefined {
  return useStore(store, ({ changes }) => actionOn(entryId, changes));
}

function actionOn(entryId: string, changes: readonly DeskChange[]): DeskActionName | undefined {
  return changes.find((change) => change.entry.id === entryId)?.action;
}
