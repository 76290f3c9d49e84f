/** Queries with which patients read their own entries [API-11, API-12]. */
import { listShown } from '@baari/contract/constants.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { isOfAccount } from '../../people/people.store.ts';
import type { PatientContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import {
  countFinishedStops,
  type EntryRow,
  findOpenEntryOfAccount,
  listFinishedOfAccount,
  listOpenOfAccount,
} from '../queue.store.ts';
import { rowIn } from './line-names.view.ts';
import { patientEntryView } from '../queue.view.ts';
import { withShownRanges } from '../promises/shown-range.ts';

/** Reads the patient's current entry. Refuses with 404 if the patient has none. */
export async function getCurrentEntry(
  context: PatientContext,
): Promise<Result<{ queue: PatientEntry }>> {
  const row = await findOpenEntryOfAccount(context.db, context.actor.userId);
  if (row === undefined) return refuse('no_current_queue');
  const now = context.clock.now();
  const [queue = patientEntryView(rowIn(row, context.language), now)] = await shownTo(
    context,
    [row],
    now,
  );
  return ok({ queue });
}

/** Lists the open entries of all people of the account, oldest first. */
export async function listOpenEntries(
  context: PatientContext,
): Promise<Result<{ queues: PatientEntry[] }>> {
  const rows = await listOpenOfAccount(context.db, context.actor.userId);
  return ok({ queues: await shownTo(context, rows, context.clock.now()) });
}

/**
 * Adds the range of the wait to an entry. The ticket and every other view show the same range
 * [INV-16].
 */
function shownTo(
  { db, language }: PatientContext,
  rows: readonly EntryRow[],
  now: Date,
): Promise<PatientEntry[]> {
  return withShownRanges(
    db,
    rows.map((row) => patientEntryView(rowIn(row, language), now)),
    now,
  );
}

/**
 * Lists the finished entries, newest first, at most 100. A visit of several steps comes whole or not
 * at all. A person of another account is not found.
 */
export async function listHistory(
  { db, actor, clock, language }: PatientContext,
  patientId: string | undefined,
): Promise<Result<{ queues: PatientEntry[] }>> {
  if (patientId !== undefined && !(await isOfAccount(db, patientId, actor.userId))) {
    return refuse('not_found');
  }
  const newest = await listFinishedOfAccount(db, actor.userId, patientId, listShown);
  const rows = newest.length < listShown ? newest : await withoutCutVisits(db, newest);
  const now = clock.now();
  return ok({ queues: rows.map((row) => patientEntryView(rowIn(row, language), now)) });
}

/** Leaves out the visits of which the end of the list has cut off older steps. */
async function withoutCutVisits(db: Queryable, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const ids = rows.flatMap(({ visit_id: id }) => id ?? []);
  const stops = await countFinishedStops(db, [...new Set(ids)]);
  return rows.filter(
    ({ visit_id: own }) =>
      own === null || ids.filter((id) => id === own).length === (stops.get(own) ?? 0),
  );
}
