/**
 * Suggests who should be called next by urgency and time of joining; it is never applied
 * automatically.
 */
import { dueFirst } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

export interface Suggestion {
  readonly entry: StaffEntry;
  /** The target place: behind patients who came back from a hold. */
  readonly place: number;
}

/**
 * Undefined if the line already starts with the patient due first; a patient who postponed is not
 * called earlier.
 */
export function suggestedNext(line: readonly StaffEntry[]): Suggestion | undefined {
  return dueFirst(line, ({ dueAt, delay }) =>
    dueAt === null || delay !== null ? null : Date.parse(dueAt),
  );
}

/** Whether the time by which the patient should have been called has passed. */
export function isOverdue({ dueAt }: Pick<StaffEntry, 'dueAt'>, now: number): boolean {
  return dueAt !== null && Date.parse(dueAt) < now;
}
