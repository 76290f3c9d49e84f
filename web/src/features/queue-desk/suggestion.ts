/** Who should be called next by urgency and time of joining; a hint, never carried out by itself. */
import { isAway, placeOnReturn } from '@baari/contract/line.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';

export interface Suggestion {
  readonly entry: StaffEntry;
  /** Where the patient would stand: behind those who came back from being on hold. */
  readonly place: number;
}

/** Undefined where the line already begins with the one who is due first; whoever put the place off is not called sooner. */
export function suggestedNext(line: readonly StaffEntry[]): Suggestion | undefined {
  const place = placeOnReturn(line);
  const next = line[place - 1];
  const [due] = line
    .slice(place - 1)
    .filter((entry) => entry.dueAt !== null && entry.delay === null && !isAway(entry))
    .toSorted((one, other) => Date.parse(one.dueAt ?? '') - Date.parse(other.dueAt ?? ''));
  if (!due || !next || due.id === next.id) return undefined;
  // Equally due: whoever stands ahead stays ahead.
  return due.dueAt === next.dueAt ? undefined : { entry: due, place };
}

/** Whether the time by which the patient should have been called in has passed. */
export function isOverdue({ dueAt }: Pick<StaffEntry, 'dueAt'>, now: number): boolean {
  return dueAt !== null && Date.parse(dueAt) < now;
}
