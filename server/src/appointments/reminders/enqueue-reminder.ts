/** Queues the next reminder of a booking [REM-1]. */
import { reminderTimes } from '@baari/contract/visit/reminders.ts';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/database.ts';
import { enqueueJob } from '../../platform/jobs/jobs.ts';
import { nextReminder } from './reminder.rules.ts';
import { findOwnTimes, findTimesOfHospital } from './reminders.store.ts';

export const reminderJobKind = 'appointment-reminder';

export const reminderJob = z.object({
  appointmentId: z.uuid(),
  moves: z.int(),
  /** A job of the previous release names no time: it reminds one day before. */
  time: z.enum(reminderTimes).default('day'),
});

export type ReminderJob = z.infer<typeof reminderJob>;

export interface RemindedBooking {
  readonly id: string;
  readonly moves: number;
  readonly starts_at: Date;
  readonly time_zone: string;
  readonly hospital_id: string;
  readonly account_id: string | null;
}

/** Queues the next reminder of a booking, if its patient has an account and any is still ahead. */
export async function enqueueNextReminder(
  tx: Queryable,
  booking: RemindedBooking,
  now: Date,
): Promise<void> {
  const { id, moves, account_id: accountId, hospital_id: hospitalId } = booking;
  if (accountId === null) return;
  const times = (await findOwnTimes(tx, accountId)) ?? (await findTimesOfHospital(tx, hospitalId));
  const visit = { startsAt: booking.starts_at, zone: booking.time_zone };
  const next = nextReminder(times, visit, now);
  if (next === undefined) return;
  const payload = { appointmentId: id, moves, time: next.time };
  await enqueueJob(tx, { kind: reminderJobKind, payload, runAt: next.at });
}
