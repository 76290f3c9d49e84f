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
