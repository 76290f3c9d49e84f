/**
 * Where this tab is and how it gets elsewhere, over the browser's own history: Back, Forward and a
 * reload keep working, and who has something to lose may hold a step up. Each open window over the
 * page has a history entry of its own on top of the page's, so that Back closes it first.
 */

/** One entry of the tab's history. */
export interface Place {
  readonly pathname: string;
  /** With its question mark; empty for none. */
  readonly search: string;
  /** With its hash sign; empty for none. */
  readonly hash: string;
  /** What was said on the way here, such as where a guard sent from; unchecked. */
  readonly state: unknown;
  /** Names the entry as it is now, also after a reload. */
  readonly key: string;
  /** Counts the entries, so that the direction of a step is known. */
  readonly index: number;
}

export interface NavigateOptions {
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
}

/** Told of a step before it is taken: false lets it be, true holds it until `goOn` is called. */
export type Hold = (next: Pick<Place, 'pathname' | 'search'>, goOn: () => void) => boolean;

interface Entry {
  readonly key: string;
  readonly index: number;
  readonly state: unknown;
  /** How many windows are open over the page; absent for the page itself. */
  readonly over?: number;
}

/** A window over the page; the last one opened is on top. */
interface OpenWindow {
  readonly close: () => void;
}

let current = readPlace() ?? begin();
/** How many entries of windows lie between the page's own entry and the one shown. */
let over = readOver();
let hold: Hold | undefined;
/** A step of the browser's that was held and allowed after all. */
let isAllowed = false;
/** Our own step along the history: back from one that is held, or off the entry of a closed window. */
let isReturning = false;
/** What was asked for during such a step, which would undo it. */
let afterReturn: (() => void) | undefined;
const windows: OpenWindow[] = [];
const listeners = new Set<(left: Place) => void>();

addEventListener('popstate', followBrowser);
// After a reload with a window open, the window is gone and its entry is still there.
settleSoon();

export function currentPlace(): Place {
  return current;
}

/** Calls with the place that was left, after each step; the answer ends that. */
export function onPlaceChanged(listener: (left: Place) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One at a time: a page has one form that can be lost. The answer lets go. */
export function holdSteps(holder: Hold): () => void {
  hold = holder;
  return () => {
    if (hold === holder) hold = undefined;
  };
}

/** Goes to a path of this application; one that is shown already is not put into the history again. */
export function navigate(to: string, options: NavigateOptions = {}): void {
  const next = new URL(to, location.href);
  if (hold?.(next, () => step(next, options))) return;
  step(next, options);
}

/** A window opens: Back calls `close` instead of leaving the page. The answer says that it is closed. */
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
  // A page that is opened from a window takes the place of the window's entry.
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
  else if (steps !== 0 && hold?.(next, () => allow(to))) {
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

/** Once all windows that one event opens and closes have done so, as when one follows another. */
function settleSoon(): void {
  queueMicrotask(settle);
}

/** Gives each open window an entry, and takes the entries of closed ones out of the way. */
function settle(): void {
  if (isReturning || isAllowed) return;
  for (; over < windows.length; writeCurrent('pushState')) over += 1;
  if (over > windows.length) returnTo(windows.length);
}

function returnTo(wanted: number): void {
  isReturning = true;
  history.go(wanted - over);
}

/** The page may have changed its address while a window was open. */
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

/** Undefined for an entry that we did not make, as the first, or a link to a part of the page. */
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
