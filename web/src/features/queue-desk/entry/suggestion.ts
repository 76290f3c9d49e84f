/**
 * Suggests who should be called next by urgency and time of joining; it is never applied
 * automatically.
 */
import { urgencies } from '@baari/contract/constants.ts';
import { dueFirst, placeOnReturn } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

export interface Suggestion {
  readonly entry: StaffEntry;
  /** The target place: behind patients who came back from a hold. */
  readonly place: number;
}

/**
 * Undefined if the line already starts with the patient due first; a patient who postponed is not
 * called earlier. A patient sent on from an earlier stop stays first, unless another is more urgent
 * or booked.
 */
export function suggestedNext(line: readonly StaffEntry[]): Suggestion | undefined {
  const first = line[placeOnReturn(line) - 1];
  // Due times count from the present stop, but the line placed this patient by the whole visit.
  const keepsPlace = first !== undefined && isLaterStop(first);
  return dueFirst(line, (entry) => {
    const { dueAt, delay } = entry;
    if (dueAt === null || delay !== null) return null;
    const mayPass = !keepsPlace || entry === first || mayPassStop(entry, first);
    return mayPass ? Date.parse(dueAt) : null;
  });
}

function isLaterStop({ id, visitId }: StaffEntry): boolean {
  return visitId !== null && visitId !== id;
}

function mayPassStop({ urgency, booking }: StaffEntry, first: StaffEntry): boolean {
  return booking !== null || urgencies.indexOf(urgency) > urgencies.indexOf(first.urgency);
}

/** Whether the time by which the patient should have been called has passed. */
export function isOverdue({ dueAt }: Pick<StaffEntry, 'dueAt'>, now: number): boolean {
  return dueAt !== null && Date.parse(dueAt) < now;
}
