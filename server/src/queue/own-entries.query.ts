/** What a patient reads of their own entries [API-11, API-12]. */
import { listShown } from '@baari/contract/constants.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { isOfAccount } from '../people/people.store.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findOpenEntryOfAccount, listFinishedOfAccount, listOpenOfAccount } from './queue.store.ts';
import { patientEntryView } from './queue.view.ts';

/** The current entry; refuses with 404 when there is none. */
export async function getCurrentEntry(
  context: PatientContext,
): Promise<Result<{ queue: PatientEntry }>> {
  const row = await findOpenEntryOfAccount(context.db, context.actor.userId);
  if (row === undefined) return refuse('no_current_queue');
  return ok({ queue: patientEntryView(row, context.clock.now()) });
}

/** The open entries of all of the account's people, the oldest first. */
export async function listOpenEntries(
  context: PatientContext,
): Promise<Result<{ queues: PatientEntry[] }>> {
  const rows = await listOpenOfAccount(context.db, context.actor.userId);
  const now = context.clock.now();
  return ok({ queues: rows.map((row) => patientEntryView(row, now)) });
}

/** Finished entries, newest first, at most 100; another account's person is refused as unknown. */
export async function listHistory(
  { db, actor, clock }: PatientContext,
  patientId: string | undefined,
): Promise<Result<{ queues: PatientEntry[] }>> {
  if (patientId !== undefined && !(await isOfAccount(db, patientId, actor.userId))) {
    return refuse('not_found');
  }
  const rows = await listFinishedOfAccount(db, actor.userId, patientId, listShown);
  const now = clock.now();
  return ok({ queues: rows.map((row) => patientEntryView(row, now)) });
}
