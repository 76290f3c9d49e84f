/**
 * This tab's location and navigation, based on the browser's history. Back, Forward and a reload
 * work, and a form with unsaved changes can block a navigation. Each open dialog has its own
 * history entry above that of the page, so that Back closes the dialog first.
 */

/** One entry of the tab's history. */
export interface Place {
  readonly pathname: string;
  /** The query of the URL with its question mark; empty if the URL has no query. */
  readonly search: string;
  /** The fragment of the URL with its hash sign; empty if the URL has no fragment. */
  readonly hash: string;
  /**
   * Data that the navigation stores, such as the page that a guard redirected from. Its type is not
   * checked.
   */
  readonly state: unknown;
  /** Identifies the history entry, also after a reload. */
  readonly key: string;
  /**
   * The number of the history entry in the tab's history, from which the direction of a navigation
   * is known.
   */
  readonly index: number;
}

export interface NavigateOptions {
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
}

/**
 * Called before a navigation. The result false allows the navigation; true blocks it until `goOn`
 * is called.
 */
export type Blocker = (next: Pick<Place, 'pathname' | 'search'>, goOn: () => void) => boolean;

interface Entry {
  readonly key: string;
  readonly index: number;
  readonly state: unknown;
  /** The number of dialogs that are open in this history entry; absent for the page itself. */
  readonly over?: number;
}

/** A dialog over the page; the last one opened is on top. */
interface OpenWindow {
  readonly close: () => void;
}

let current = readPlace() ?? begin();
/**
 * The number of dialog entries in the history between the page's own entry and the current entry.
 */
let over = readOver();
let blocker: Blocker | undefined;
/** Whether a blocked navigation of the browser has been confirmed. */
let isAllowed = false;
/**
 * Whether this module has itself started a step in the history that is not finished. Such a step
 * undoes a blocked navigation, or removes the entry of a closed dialog.
 */
let isReturning = false;
/**
 * A navigation that was requested while this module's own step in the history was not finished. It
 * is delayed, because that step would undo it.
 */
let afterReturn: (() => void) | undefined;
const windows: OpenWindow[] = [];
const listeners = new Set<(left: Place) => void>();

addEventListener('popstate', followBrowser);
// After a reload with an open dialog, only the dialog's history entry remains, so the entry is
// removed.
settleSoon();

export function currentPlace(): Place {
  return current;
}

/**
 * Calls the listener with the previous location after each navigation; returns a function that
 * unsubscribes.
 */
export function onPlaceChanged(listener: (left: Place) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Blocks navigation by a function. Only one such function is allowed at a time, because a page has
 * only one form with unsaved changes. Returns a function that removes the block.
 */
export function blockSteps(candidate: Blocker): () => void {
  blocker = candidate;
  return () => {
    if (blocker === candidate) blocker = undefined;
  };
}

/**
 * Navigates to a path of this application. A navigation to the current path adds no history entry.
 */
export function navigate(to: string, options: NavigateOptions = {}): void {
  const next = new URL(to, location.href);
  if (blocker?.(next, () => step(next, options))) return;
  step(next, options);
}

/**
 * Registers an open dialog, so that Back calls `close` instead of leaving the page. Returns a
 * function to call when the dialog has closed.
 */
export function openOver(close: () => void): () => void {
  const opened: OpenWindow = { close };
  windows.push(opened);
  settleSoon();
  return () => {
    windows.splice(windows.indexOf(opened), 1);
    settleSoon();
  };
}

function step(next: URL, options: NavigateOptions): void {
  const { replace = false, state = null } = options;
  if (isReturning) {
    afterReturn = () => step(next, options);
    return;
  }
  if (replace || next.href === location.href) {
    const entry: Entry = { key: newKey(), index: current.index, state };
    history.replaceState(over > 0 ? { ...entry, over } : entry, '', next);
    show(placeAt(entry, next));
    return;
  }
  if (over > 1) {
    returnTo(1);
    afterReturn = () => step(next, options);
    return;
  }
  // If a dialog opens a page, the page's entry replaces the dialog's entry.
  const entry: Entry = { key: newKey(), index: current.index + 1, state };
  history[over > 0 ? 'replaceState' : 'pushState'](entry, '', next);
  over = 0;
  show(placeAt(entry, next));
  settleSoon();
}

function followBrowser(): void {
  const next = readPlace() ?? begin(current.index + over + 1);
  const nextOver = readOver();
  const isOurs = isReturning;
  isReturning = false;
  if (next.index === current.index && (isOurs || nextOver !== over)) {
    const closed = isOurs ? [] : windows.slice(nextOver).toReversed();
    over = nextOver;
    writeCurrent();
    for (const window of closed) window.close();
    const goOn = afterReturn;
    afterReturn = undefined;
    goOn?.();
    settleSoon();
    return;
  }
  const steps = next.index + nextOver - current.index - over;
  const to = next.index + nextOver;
  if (isAllowed) isAllowed = false;
  else if (steps !== 0 && blocker?.(next, () => allow(to))) {
    isReturning = true;
    history.go(-steps);
    return;
  }
  over = nextOver;
  show(next);
  settleSoon();
}

function allow(to: number): void {
  if (isReturning) {
    afterReturn = () => allow(to);
    return;
  }
  isAllowed = true;
  history.go(to - current.index - over);
}

/**
 * Updates the dialogs' history entries a little later, so that all dialogs that one event opens and
 * closes are handled together.
 */
function settleSoon(): void {
  queueMicrotask(settle);
}

/** Adds a history entry for each open dialog, and removes the history entries of closed dialogs. */
function settle(): void {
  if (isReturning || isAllowed) return;
  for (; over < windows.length; writeCurrent('pushState')) over += 1;
  if (over > windows.length) returnTo(windows.length);
}

function returnTo(wanted: number): void {
  isReturning = true;
  history.go(wanted - over);
}

/**
 * Writes the current location into the history entry, because the page may have changed its URL
 * while a dialog was open.
 */
function writeCurrent(how: 'pushState' | 'replaceState' = 'replaceState'): void {
  const { key, index, state, pathname, search, hash } = current;
  const entry: Entry = { key, index, state };
  history[how](over > 0 ? { ...entry, over } : entry, '', pathname + search + hash);
}

function show(next: Place): void {
  const left = current;
  current = next;
  for (const listener of listeners) listener(left);
}

/**
 * The location of the current history entry. Undefined if this module did not make the history
 * entry, such as for the first page or an anchor link.
 */
function readPlace(): Place | undefined {
  const { pathname, search, hash } = location;
  const entry: unknown = history.state;
  return isEntry(entry) ? placeAt(entry, { pathname, search, hash }) : undefined;
}

function readOver(): number {
  const entry: unknown = history.state;
  return isEntry(entry) && typeof entry.over === 'number' ? entry.over : 0;
}

function placeAt(
  { key, index, state }: Entry,
  at: Pick<Place, 'pathname' | 'search' | 'hash'>,
): Place {
  const { pathname, search, hash } = at;
  return { key, index, state, pathname, search, hash };
}

function begin(index = 0): Place {
  const entry: Entry = { key: newKey(), index, state: null };
  history.replaceState(entry, '');
  return placeAt(entry, location);
}

function isEntry(found: unknown): found is Entry {
  return (
    typeof found === 'object' &&
    found !== null &&
    'key' in found &&
    typeof found.key === 'string' &&
    'index' in found &&
    typeof found.index === 'number' &&
    'state' in found
  );
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
