/**
 * Suggests which patient to call in next, by urgency and time of joining. The suggestion is never
 * applied automatically.
 */
import { urgencies } from '@baari/contract/constants.ts';
import { dueFirst, placeOnReturn } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

export interface Suggestion {
  readonly entry: StaffEntry;
  /** The suggested place in line. It is behind patients who returned after a missed call. */
  readonly place: number;
}

/**
 * Returns the patient who should be called in first; undefined if that patient is already first.
 * Patients who asked to go later are not suggested. A first patient who was forwarded from an
 * earlier step stays first, unless another patient is more urgent or has an appointment.
 */
export function suggestedNext(line: readonly StaffEntry[]): Suggestion | undefined {
  const first = line[placeOnReturn(line) - 1];
  // `dueAt`, the time by which to call a patient in, counts from the current step. The line's
  // order, however, considers a forwarded patient's whole visit.
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

/** Whether the patient should already have been called in. */
export function isOverdue({ dueAt }: Pick<StaffEntry, 'dueAt'>, now: number): boolean {
  return dueAt !== null && Date.parse(dueAt) < now;
}
