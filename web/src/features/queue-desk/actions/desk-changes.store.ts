/** The pending changes that this tab has sent to the server, in the order of sending. */

import type { DeskActionName } from '@baari/contract/queue/queue-actions.ts';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type DeskChange, isApproval, isMove } from './desk-changes.ts';
import { afterPaint } from './after-paint.ts';

interface Changes {
  readonly changes: readonly DeskChange[];
  /**
   * The pending changes that are already shown in the list of requests. An approval is added after
   * the browser has painted the button press.
   */
  readonly ofRequests: readonly DeskChange[];
  /** The changes of `ofRequests` that are also shown in the lines of waiting patients. */
  readonly ofLines: readonly DeskChange[];
}

const store = createStore<Changes>(() => ({ changes: [], ofRequests: [], ofLines: [] }));

/**
 * Adds a pending change. For an approval, first only the request's card changes; after paint, the
 * list selects the next request. If the server responds slowly, the line of patients is updated in
 * idle time (docs/decisions/167).
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
 * Applies the latest button press before a key is handled. The key then acts on the next request,
 * even if the browser has not painted yet.
 */
export function showPressed(): void {
  const { changes, ofRequests } = store.getState();
  if (ofRequests.length < changes.length) flushSync(updateRequests);
}

function updateRequests(): void {
  const { changes, ofRequests } = store.getState();
  if (ofRequests.length < changes.length) store.setState({ ofRequests: changes });
}

/**
 * After an approval, the line of patients shows the change only after this time in ms. A nearby
 * server responds earlier, so the line usually renders only once.
 */
const answerMs = 250;
/**
 * The longest delay in ms before the line of patients is updated while keys are pressed
 * continuously.
 */
const longestIdleMs = 250;

/**
 * Runs work when the browser is idle. Safari has no requestIdleCallback, so there it runs after a
 * short delay.
 */
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

/**
 * Whether a change may be sent now. Several moves of a queue entry may be pending at once, but only
 * one other action.
 */
export function mayBegin({ action, entry }: DeskChange): boolean {
  const underway = store.getState().changes.filter((change) => change.entry.id === entry.id);
  return underway.every((change) => isMove(action) && isMove(change.action));
}

/** The pending changes, for code that runs outside of React rendering. */
export function deskChanges(): readonly DeskChange[] {
  return store.getState().changes;
}

/** The pending changes that are shown in the list of requests. */
export function useRequestChanges(): readonly DeskChange[] {
  return useStore(store, (state) => state.ofRequests);
}

/** The pending changes that are shown in the lines of waiting patients. */
export function useLineChanges(): readonly DeskChange[] {
  return useStore(store, (state) => state.ofLines);
}

/**
 * The pending changes for parts outside the lists, such as the number in the tab title. They are
 * updated after the browser has painted the button press.
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

/**
 * The pending action of a queue entry. An approval is returned only after the browser has painted
 * its button press.
 */
export function useUnderway(entryId: string): DeskActionName | undefined {
  return useStore(store, ({ ofRequests }) => actionOn(entryId, ofRequests));
}

/**
 * The pending action of a queue entry, returned at once without waiting for paint. For use in the
 * pressed button.
 */
export function usePressed(entryId: string): DeskActionName | undefined {
  return useStore(store, ({ changes }) => actionOn(entryId, changes));
}

function actionOn(entryId: string, changes: readonly DeskChange[]): DeskActionName | undefined {
  return changes.find((change) => change.entry.id === entryId)?.action;
}
