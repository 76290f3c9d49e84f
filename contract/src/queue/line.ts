/**
 * How a line stands. The wire carries the one entry that changed; server and clients derive the
 * places of the others by the same rule, so that every screen agrees.
 */

/** What the rule needs to know of one who waits. */
export interface InLine {
  /** Called and not there, and back since; null for all others. */
  readonly hold: { readonly backAt: unknown } | null;
}

/** Called, and not back yet. */
export function isAway({ hold }: InLine): boolean {
  return hold !== null && hold.backAt === null;
}

/**
 * The line with somebody in front who can be called: those who are away stand behind the first who
 * is not, and keep their order. The same array where nothing has to change.
 */
export function settled<E extends InLine>(line: readonly E[]): readonly E[] {
  const [first] = line;
  if (first === undefined || !isAway(first)) return line;
  const present = line.find((entry) => !isAway(entry));
  if (present === undefined) return line;
  return [present, ...line.filter((entry) => entry !== present)];
}

/**
 * The line after an event that tells of one waiting entry and its place; `others` stand in the
 * order they had before it.
 */
export function lineWith<E extends InLine>(
  others: readonly E[],
  entry: E,
  position: number,
): readonly E[] {
  // In front, the entry leaves the others as they were; behind, somebody came to the front first.
  const rest = position === 1 ? others : settled(others);
  return rest.toSpliced(position - 1, 0, entry);
}

/** Where somebody who comes back stands: next, behind those who came back before (1…n). */
export function placeOnReturn(line: readonly InLine[]): number {
  const others = line.findIndex((entry) => entry.hold === null || isAway(entry));
  return (others === -1 ? line.length : others) + 1;
}

/** The line after somebody was put at a place (1…n); whoever is away does not stand in front. */
export function orderAfter<E extends InLine & { readonly id: string }>(
  line: readonly E[],
  id: string,
  place: number,
): readonly E[] {
  const mover = line.find((entry) => entry.id === id);
  if (mover === undefined) return line;
  const others = line.filter((entry) => entry !== mover);
  return settled(others.toSpliced(place - 1, 0, mover));
}

/** The nearest place to ask for that brings somebody ahead (-1) or back (1); none at either end. */
export function placeOneOn(
  line: readonly (InLine & { readonly id: string })[],
  id: string,
  by: 1 | -1,
): number | undefined {
  const from = placeIn(line, id);
  for (let place = from + by; place >= 1 && place <= line.length; place += by) {
    // Passing somebody who is away from the front alone changes nothing: go on.
    if ((placeIn(orderAfter(line, id, place), id) - from) * by > 0) return place;
  }
  return undefined;
}

/** 1…n; 0 for somebody who does not stand there. */
export function placeIn(line: readonly { readonly id: string }[], id: string): number {
  return line.findIndex((entry) => entry.id === id) + 1;
}

/**
 * Who should be called next by when each is due, behind those who came back from being on hold, and the
 * place to ask for; undefined where the line begins so already. Nobody is due by null.
 */
export function dueFirst<E extends InLine & { readonly id: string }>(
  line: readonly E[],
  dueBy: (entry: E) => number | null,
): { readonly entry: E; readonly place: number } | undefined {
  const place = placeOnReturn(line);
  const next = line[place - 1];
  let first: { readonly entry: E; readonly due: number } | undefined;
  for (const entry of line.slice(place - 1)) {
    const due = isAway(entry) ? null : dueBy(entry);
    // Equally due: whoever stands ahead stays ahead.
    if (due !== null && (first === undefined || due < first.due)) first = { entry, due };
  }
  if (first === undefined || next === undefined || first.entry.id === next.id) return undefined;
  return first.due === dueBy(next) ? undefined : { entry: first.entry, place };
}
