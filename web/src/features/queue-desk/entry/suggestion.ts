/** Who should be called next by urgency and time of joining; a hint, never carried out by itself. */
import { dueFirst } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

export interface Suggestion {
  readonly entry: StaffEntry;
  /** Where the patient would stand: behind those who came back from being on hold. */
  readonly place: number;
}

/** Undefined where the line already begins with the one who is due first; whoever put the place off is not called sooner. */
export function suggestedNext(line: readonly StaffEntry[]): Suggestion | undefined {
  return dueFirst(line, ({ dueAt, delay }) =>
    dueAt === null || delay !== null ? null : Date.parse(dueAt),
  );
}

/** Whether the time by which the patient should have been called in has passed. */
export function isOverdue({ dueAt }: Pick<StaffEntry, 'dueAt'>, now: number): boolean {
  return dueAt !== null && Date.parse(dueAt) < now;
}
