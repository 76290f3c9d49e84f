/** What a patient is mailed of a booking: a confirmation at once, a reminder the day before. */
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { enqueueJob, type JobHandler } from '../platform/jobs.ts';
import { enqueueMail } from '../platform/mail.ts';
import { reminderAt } from './appointment.rules.ts';
import { confirmationMail, reminderMail } from './appointment-mails.ts';
import { type AppointmentRow, findAppointment, findRecipient } from './appointments.store.ts';

export const reminderJobKind = 'appointment-reminder';

const reminder = z.object({ appointmentId: z.uuid(), moves: z.int() });

/** Queues the confirmation and the reminder with the booking or the move that they tell of. */
export async function tellOfBooking(
  tx: Queryable,
  appointment: AppointmentRow,
  publicUrl: string,
  now: Date,
): Promise<void> {
  if (appointment.account_id === null) return;
  const recipient = await findRecipient(tx, appointment.account_id);
  if (recipient === undefined) return;
  await enqueueMail(tx, confirmationMail({ recipient, appointment, publicUrl, now }), now);
  const runAt = reminderAt(appointment.starts_at, appointment.time_zone, now);
  if (runAt === undefined) return;
  const payload = { appointmentId: appointment.id, moves: appointment.moves };
  await enqueueJob(tx, { kind: reminderJobKind, payload, runAt });
}

/** Reminds of a booking that is still as it was; not those who want no mail about visits. */
export function makeReminderHandler({
  db,
  clock,
  publicUrl,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}): JobHandler {
  return async (given) => {
    const { appointmentId, moves } = reminder.parse(given);
    const appointment = await findAppointment(db, appointmentId);
    if (appointment?.status !== 'booked' || appointment.moves !== moves) return;
    const now = clock.now();
    // A server that was off for a day must not announce a visit that has begun.
    if (appointment.account_id === null || appointment.starts_at <= now) return;
    const recipient = await findRecipient(db, appointment.account_id);
    if (recipient === undefined || recipient.notify_email === false) return;
    await enqueueMail(db, reminderMail({ recipient, appointment, publicUrl, now }), now);
  };
}
