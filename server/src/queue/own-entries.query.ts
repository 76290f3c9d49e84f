/** What a patient reads of the own entries [API-11, API-12]. */
import type { QueueEntry } from '@baari/contract/queue.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findOpenEntryOfAccount, listFinishedOfAccount } from './queue.store.ts';
import { patientEntryView } from './queue.view.ts';

const historyLimit = 100;

/** The current entry; refuses with 404 when there is none. */
export async function getCurrentEntry(
  context: PatientContext,
): Promise<Result<{ queue: QueueEntry }>> {
  const row = await findOpenEntryOfAccount(context.db, context.actor.userId);
  if (row === undefined) return refuse('no_current_queue');
  return ok({ queue: patientEntryView(row, context.clock.now()) });
}

/** Finished entries, newest first, at most 100. */
export async function listHistory(
  context: PatientContext,
): Promise<Result<{ queues: QueueEntry[] }>> {
  const rows = await listFinishedOfAccount(context.db, context.actor.userId, historyLimit);
  const now = context.clock.now();
  return ok({ queues: rows.map((row) => patientEntryView(row, now)) });
}
