/** Sends the reminders of appointments, which ask the patient to confirm [REM-1, REM-2]. */
import { bookingLinkPath } from '@baari/contract/visit/reminders.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { listNotices } from '../../notifications/notifications.store.ts';
import { ok } from '../../platform/result.ts';
import { hashLinkSecret, linkSecretOf } from '../../platform/secrets/link-secret.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { isReminder } from '../appointment-words.ts';
import { type AppointmentRow, findAppointment } from '../appointments.store.ts';
import { tellOf } from '../notify-patient.ts';
import {
  enqueueNextReminder,
  type ReminderJob,
  reminderJob,
  reminderJobKind,
} from './enqueue-reminder.ts';
import { remindAt, reminderNews } from './reminder.rules.ts';
import { findOwnTimes, findTimesOfHospital, markReminded } from './reminders.store.ts';

const purpose = 'booking link';

interface ReminderOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly secrets: Secrets;
}

/**
 * Sends a reminder if the appointment has not changed since the reminder was queued and its time is
 * still chosen. Then it queues the next one.
 */
export function makeReminderHandler({
  db,
  clock,
  publicUrl,
  secrets,
}: ReminderOptions): JobHandler {
  return async (given) => {
    const payload = reminderJob.parse(given);
    const appointment = await findAppointment(db, payload.appointmentId);
    if (appointment?.status !== 'booked' || appointment.moves !== payload.moves) return;
    const now = clock.now();
    const { starts_at: startsAt, time_zone: zone } = appointment;
    const at = remindAt(payload.time, startsAt, zone);
    await db.transaction(async (tx) => {
      // The hospital may have changed its time zone after the reminder was queued.
      if (at > now) await enqueueJob(tx, { kind: reminderJobKind, payload, runAt: at });
      else if (!(await wasSent(tx, payload))) {
        const visit = { date: appointment.date, startsAt, zone };
        const news = reminderNews(payload.time, visit, now);
        if (news !== undefined && (await isChosen(tx, appointment, payload.time))) {
          const link = `${publicUrl}${bookingLinkPath}#${await linkOf(tx, appointment, secrets, now)}`;
          await tellOf(
            tx,
            { ...news, occasion: occasionOf(payload) },
            { ...appointment, link },
            publicUrl,
            now,
          );
        }
        await enqueueNextReminder(tx, appointment, now);
      }
      return ok(undefined);
    });
  };
}

/**
 * Whether another job has sent this reminder. Two jobs can exist after the times were changed; the
 * second one then ends here.
 */
async function wasSent(tx: Queryable, payload: ReminderJob): Promise<boolean> {
  const sent = await listNotices(tx, [payload.appointmentId]);
  return sent.some(({ kind, occasion }) => isReminder(kind) && occasion === occasionOf(payload));
}

/** Reminders one day before have the name that the previous release gave them. */
function occasionOf({ moves, time }: ReminderJob): string {
  return time === 'day' ? String(moves) : `${moves}:${time}`;
}

async function isChosen(
  tx: Queryable,
  { account_id: accountId, hospital_id: hospitalId }: AppointmentRow,
  time: ReminderJob['time'],
): Promise<boolean> {
  const own = accountId === null ? null : await findOwnTimes(tx, accountId);
  return (own ?? (await findTimesOfHospital(tx, hospitalId))).includes(time);
}

/** The secret of the appointment's link. Every reminder of a booking has the same link. */
async function linkOf(
  tx: Queryable,
  { id }: AppointmentRow,
  [secret]: Secrets,
  now: Date,
): Promise<string> {
  const made = linkSecretOf(id, secret, purpose);
  await markReminded(tx, id, hashLinkSecret(made), now);
  return made;
}
