/**
 * The rules for the order of a line. Events carry only the entry that changed. Server and clients
 * derive the other positions by the same rule, so that all screens agree.
 */

/** The fields of a waiting entry that decide the order of a line. */
export interface InLine {
  /**
   * Set for a patient who was called while absent: `backAt` is when the patient came back. It is
   * null for all other patients.
   */
  readonly hold: { readonly backAt: unknown } | null;
}

/** Whether the patient was called while absent, and has not come back yet. */
export function isAway({ hold }: InLine): boolean {
  return hold !== null && hold.backAt === null;
}

/**
 * The line reordered so that the patient in front is present. The first present patient moves to
 * the front, and the others keep their order. Returns the same array if the patient in front is
 * present already.
 */
export function settled<E extends InLine>(line: readonly E[]): readonly E[] {
  const [first] = line;
  if (first === undefined || !isAway(first)) return line;
  const present = line.find((entry) => !isAway(entry));
  if (present === undefined) return line;
  return [present, ...line.filter((entry) => entry !== present)];
}

/**
 * The line after an event that gave one waiting entry a position. `others` are all other entries,
 * in the order before the event.
 */
export function lineWith<E extends InLine>(
  others: readonly E[],
  entry: E,
  position: number,
): readonly E[] {
  // If the entry comes first, the other entries keep their order. Otherwise the first present
  // patient moves to the front before the entry is inserted.
  const rest = position === 1 ? others : settled(others);
  return rest.toSpliced(position - 1, 0, entry);
}

/**
 * The position (from 1) of a patient who returns from hold: next, but behind patients who returned
 * earlier.
 */
export function placeOnReturn(line: readonly InLine[]): number {
  const others = line.findIndex((entry) => entry.hold === null || isAway(entry));
  return (others === -1 ? line.length : others) + 1;
}

/**
 * The line's order after a patient moves to a position (from 1). An absent patient never comes
 * first.
 */
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

/**
 * The nearest position to request that moves a patient ahead (-1) or back (1); undefined if the
 * patient cannot move further.
 */
export function placeOneOn(
  line: readonly (InLine & { readonly id: string })[],
  id: string,
  by: 1 | -1,
): number | undefined {
  const from = placeIn(line, id);
  for (let place = from + by; place >= 1 && place <= line.length; place += by) {
    // Passing only an absent patient at the front changes nothing, so try the next position.
    if ((placeIn(orderAfter(line, id, place), id) - from) * by > 0) return place;
  }
  return undefined;
}

/** The patient's position in the line, from 1; 0 for a patient who is not in the line. */
export function placeIn(line: readonly { readonly id: string }[], id: string): number {
  return line.findIndex((entry) => entry.id === id) + 1;
}

/**
 * The patient whose call is due first, and the position to request for this patient, behind
 * patients who returned from hold. Undefined if this patient is first already. A patient whose due
 * time is null is not considered.
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
    // If two patients are due at the same time, the current order decides.
    if (due !== null && (first === undefined || due < first.due)) first = { entry, due };
  }
  if (first === undefined || next === undefined || first.entry.id === next.id) return undefined;
  return first.due === dueBy(next) ? undefined : { entry: first.entry, place };
}
