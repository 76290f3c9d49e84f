/** Where a patient goes in, in one reading [ROOM-1, LINE-2]. */
import { placeOf } from '../text/commas.ts';

/**
 * A doctor's room, or a counter with the name of its line: several lines of a hospital have a "Counter 1". null while
 * nobody has said.
 */
export function whereToGo(place: {
  /** The doctor's, or that of the shared line. */
  readonly name: string;
  readonly room: string | null;
  /** null for a doctor. */
  readonly service: string | null;
}): string | null {
  const { name, room, service } = place;
  // The points of a line for any doctor are rooms, of which each hospital has one.
  if (room === null || service === null || service === 'any_doctor') return room;
  // "Laboratory 2" says it already.
  return room.toLowerCase().includes(name.toLowerCase()) ? room : placeOf([name, room]);
}
