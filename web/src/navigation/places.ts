/**
 * Where this tab is and how it gets elsewhere, over the browser's own history: Back, Forward and a
 * reload keep working, and who has something to lose may hold a step up.
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
}

let current = readPlace() ?? begin();
let hold: Hold | undefined;
/** A step of the browser's that was held and allowed after all. */
let isAllowed = false;
/** Our own way back from a step of the browser's that is held. */
let isGoingBack = false;
const listeners = new Set<(left: Place) => void>();

addEventListener('popstate', followBrowser);

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

function step(next: URL, { replace = false, state = null }: NavigateOptions): void {
  const inPlace = replace || next.href === location.href;
  const index = inPlace ? current.index : current.index + 1;
  const entry: Entry = { key: newKey(), index, state };
  history[inPlace ? 'replaceState' : 'pushState'](entry, '', next);
  show({ ...entry, pathname: next.pathname, search: next.search, hash: next.hash });
}

function followBrowser(): void {
  if (isGoingBack) {
    isGoingBack = false;
    return;
  }
  const next = readPlace() ?? begin(current.index + 1);
  const steps = next.index - current.index;
  if (isAllowed) isAllowed = false;
  else if (steps !== 0 && hold?.(next, () => allow(steps))) {
    isGoingBack = true;
    history.go(-steps);
    return;
  }
  show(next);
}

function allow(steps: number): void {
  isAllowed = true;
  history.go(steps);
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
  return isEntry(entry) ? { ...entry, pathname, search, hash } : undefined;
}

function begin(index = 0): Place {
  const entry: Entry = { key: newKey(), index, state: null };
  history.replaceState(entry, '');
  const { pathname, search, hash } = location;
  return { ...entry, pathname, search, hash };
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
