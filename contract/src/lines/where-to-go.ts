/** Makes the text that tells a patient which room or counter to go to [ROOM-1, LINE-2]. */
import { placeOf } from '../text/commas.ts';

/**
 * Where the patient goes: a doctor's room, or a counter with its line's name, since several lines
 * have a "Counter 1". null if no room or counter is set.
 */
export function whereToGo(place: {
  /** The name of the doctor or of the shared line. */
  readonly name: string;
  readonly room: string | null;
  /** The service of the line; null for a doctor. */
  readonly service: string | null;
}): string | null {
  const { name, room, service } = place;
  // The service points of an any-doctor line are rooms, whose names are unique in a hospital.
  if (room === null || service === null || service === 'any_doctor') return room;
  // "Laboratory 2" already contains the line's name.
  return room.toLowerCase().includes(name.toLowerCase()) ? room : placeOf([name, room]);
}
