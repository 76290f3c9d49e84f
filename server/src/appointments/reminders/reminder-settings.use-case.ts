/** When a hospital reminds its patients, and a patient's own choice [REM-1]. */
import type { ReminderTime } from '@baari/contract/visit/reminders.ts';
import { z } from 'zod';
import { asSeen } from '../../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PatientContext, StaffContext } from '../../platform/context.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { ok, type Result } from '../../platform/result.ts';
import { enqueueNextReminder } from './enqueue-reminder.ts';
import {
  findOwnTimes,
  findTimesOfHospital,
  listBookingsAhead,
  lockTimesOfHospital,
  writeOwnTimes,
  writeTimesOfHospital,
} from './reminders.store.ts';

interface Given<Times> {
  readonly times: Times;
  readonly seen?: { readonly times: Times } | undefined;
}

export async function getReminders({
  db,
  actor,
}: StaffContext): Promise<Result<{ times: ReminderTime[] }>> {
  return ok({ times: await findTimesOfHospital(db, actor.hospitalId) });
}

/** Sets when the hospital reminds its patients. Refuses: changed_meanwhile. */
export function saveReminders(
  context: StaffContext,
  { times, seen }: Given<ReminderTime[]>,
): Promise<Result<{ times: ReminderTime[] }>> {
  const { db, clock } = context;
  const { hospitalId } = context.actor;
  return db.transaction(async (tx) => {
    await lockTimesOfHospital(tx, hospitalId);
    const allowed = asSeen(seen, { times: await findTimesOfHospital(tx, hospitalId) });
    if (!allowed.ok) return allowed;
    await writeTimesOfHospital(tx, hospitalId, times);
    await recordAudit(tx, context, { action: 'set reminders', patientIds: [], outcome: 'ok' });
    await requeue(tx, { hospitalId }, clock.now());
    return ok({ times });
  });
}

export async function getOwnReminders({
  db,
  actor,
}: PatientContext): Promise<Result<{ times: ReminderTime[] | null }>> {
  return ok({ times: await findOwnTimes(db, actor.userId) });
}

/** Sets the patient's own reminders at every hospital. Refuses: changed_meanwhile. */
export function saveOwnReminders(
  { db, actor, clock }: PatientContext,
  { times, seen }: Given<ReminderTime[] | null>,
): Promise<Result<{ times: ReminderTime[] | null }>> {
  return db.transaction(async (tx) => {
    const allowed = asSeen(seen, { times: await findOwnTimes(tx, actor.userId) });
    if (!allowed.ok) return allowed;
    await writeOwnTimes(tx, actor.userId, times);
    await requeue(tx, { accountId: actor.userId }, clock.now());
    return ok({ times });
  });
}

export const requeueJobKind = 'requeue-reminders';

const requeueJob = z.union([
  z.object({ hospitalId: z.uuid(), after: z.uuid() }),
  z.object({ accountId: z.uuid(), after: z.uuid() }),
]);

const first = '00000000-0000-0000-0000-000000000000';
const bookingsAtOnce = 500;

/**
 * Queues the reminders of bookings that were made before the times changed. A reminder that is
 * queued twice is sent once.
 */
async function requeue(
  tx: Queryable,
  whose: { readonly hospitalId: string } | { readonly accountId: string },
  now: Date,
): Promise<void> {
  await enqueueJob(tx, { kind: requeueJobKind, payload: { ...whose, after: first }, runAt: now });
}

/** Queues reminders anew, some bookings at a time. */
export function makeRequeueHandler({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): JobHandler {
  return async (given) => {
    const payload = requeueJob.parse(given);
    const now = clock.now();
    await db.transaction(async (tx) => {
      const { after, ...whose } = payload;
      const found = await listBookingsAhead(tx, whose, { after, limit: bookingsAtOnce, now });
      for (const booking of found) await enqueueNextReminder(tx, booking, now);
      const last = found.at(-1);
      if (last !== undefined && found.length === bookingsAtOnce) {
        const next = { ...payload, after: last.id };
        await enqueueJob(tx, { kind: requeueJobKind, payload: next, runAt: now });
      }
      return ok(undefined);
    });
  };
}
