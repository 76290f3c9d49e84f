/** A line while one of it is held in the hand: shown where it would stand. */
import { orderAfter } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

export interface Grab {
  readonly entry: StaffEntry;
  /** The place it is held over, 1…n. */
  readonly place: number;
  readonly by: 'pointer' | 'keyboard';
}

/** The entries of one or several lines, with the grabbed one at the place it is held over. */
export function shownWhileGrabbed(
  entries: readonly StaffEntry[],
  grab: Grab | null,
): readonly StaffEntry[] {
  if (grab === null) return entries;
  const line = lineAround(entries, grab.entry);
  const placed = orderAfter(line, grab.entry.id, grab.place);
  const first = entries.findIndex((entry) => entry.doctor.id === grab.entry.doctor.id);
  if (first === -1) return entries;
  const others = entries.filter((entry) => entry.doctor.id !== grab.entry.doctor.id);
  const numbered = placed.map((entry, index) =>
    entry.position === index + 1 ? entry : { ...entry, position: index + 1 },
  );
  return others.toSpliced(first, 0, ...numbered);
}

/** Those who wait for the same doctor. */
export function lineAround(
  entries: readonly StaffEntry[],
  { doctor }: StaffEntry,
): readonly StaffEntry[] {
  return entries.filter((entry) => entry.doctor.id === doctor.id);
}

interface Box {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Whether a row held by a pointer at height `y` has come far enough over another one to change
 * places: so far that after the change it is still under the pointer, or rows of different heights
 * would change places for ever.
 */
export function isOver(y: number, held: Box, other: Box): boolean {
  const height = Math.min(held.bottom - held.top, other.bottom - other.top);
  return other.top > held.top
    ? y > other.bottom - height && y <= other.bottom
    : y < other.top + height && y >= other.top;
}
