/**
 * The order of a line while the user drags an entry. The dragged entry is shown at its target
 * place.
 */
import { orderAfter } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

export interface Grab {
  readonly entry: StaffEntry;
  /** The place in line at which the dragged entry would be dropped now, 1…n. */
  readonly place: number;
  readonly by: 'pointer' | 'keyboard';
}

/** Returns the entries of one or several lines, with the dragged entry at its target place. */
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

/** Returns the waiting entries of the line that the given entry is in. */
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
 * Whether a dragged list item at pointer height `y` should swap with another. After the swap the
 * pointer must still be over the dragged item; otherwise items of different heights would keep
 * swapping.
 */
export function isOver(y: number, held: Box, other: Box): boolean {
  const height = Math.min(held.bottom - held.top, other.bottom - other.top);
  return other.top > held.top
    ? y > other.bottom - height && y <= other.bottom
    : y < other.top + height && y >= other.top;
}
