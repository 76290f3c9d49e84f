/**
 * Sends messages to a patient about a booking: the confirmation, a move, the reminder, and a
 * cancellation.
 */
import type { BookingSide } from '@baari/contract/constants.ts';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../platform/jobs/jobs.ts';
import { ok } from '../platform/result.ts';
import { notify } from '../notifications/notify.ts';
import { instantFrom } from '../schedule/calendar.rules.ts';
import { reminderAt } from './appointment.rules.ts';
import { type AppointmentNews, appointmentWords, type EarlierTime } from './appointment-words.ts';
import { type AppointmentRow, findAppointment } from './appointments.store.ts';

export const reminderJobKind = 'appointment-reminder';

const reminder = z.object({ appointmentId: z.uuid(), moves: z.int() });

const newsOf = {
  booked: { patient: 'appointment_booked', staff: 'appointment_booked_by_staff' },
  moved: { patient: 'appointment_moved', staff: 'appointment_moved_by_staff' },
  cancelled: { patient: 'appointment_cancelled', staff: 'appointment_cancelled_by_staff' },
} as const satisfies Record<string, Record<BookingSide, AppointmentNews>>;

/**
 * An appointment, with its former time and the reason for the change if the message mentions them.
 */
export type ToldAppointment = AppointmentRow & { readonly was?: EarlierTime | undefined };

/**
 * Queues the confirmation and the reminder of a booking, in the transaction that books or moves.
 */
export async function notifyOfBooking(
  tx: Queryable,
  appointment: ToldAppointment,
  by: BookingSide,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const kind = appointment.moves > 0 ? newsOf.moved[by] : newsOf.booked[by];
  await tellOf(tx, kind, appointment, publicUrl, now);
  const runAt = reminderAt(appointment.starts_at, appointment.time_zone, now);
  if (runAt === undefined || appointment.account_id === null) return;
  const payload = { appointmentId: appointment.id, moves: appointment.moves };
  await enqueueJob(tx, { kind: reminderJobKind, payload, runAt });
}

/** Queues the message that a booking was cancelled, in the transaction that cancels. */
export async function notifyOfCancellation(
  tx: Queryable,
  appointment: ToldAppointment,
  by: BookingSide,
  publicUrl: string,
  now: Date,
): Promise<void> {
  await tellOf(tx, newsOf.cancelled[by], appointment, publicUrl, now);
}

/**
 * Sends the reminder of an appointment if the appointment has not changed since the reminder was
 * queued.
 */
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
    const payload = reminder.parse(given);
    const appointment = await findAppointment(db, payload.appointmentId);
    if (appointment?.status !== 'booked' || appointment.moves !== payload.moves) return;
    const now = clock.now();
    // The hospital may have changed its time zone after the reminder was queued.
    const runAt = reminderAt(appointment.starts_at, appointment.time_zone, now);
    await db.transaction(async (tx) => {
      if (runAt !== undefined) await enqueueJob(tx, { kind: reminderJobKind, payload, runAt });
      else await tellOf(tx, 'appointment_reminder', appointment, publicUrl, now);
      return ok(undefined);
    });
  };
}

/**
 * Sends a message about an appointment that is still ahead. A server that was down for a day must
 * not remind of a visit that has begun, or say "tomorrow" of today's visit.
 */
async function tellOf(
  tx: Queryable,
  kind: AppointmentNews,
  appointment: ToldAppointment,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const { id, account_id: accountId, moves, starts_at: startsAt } = appointment;
  const notAfter =
    kind === 'appointment_reminder'
      ? instantFrom(appointment.date, '00:00', appointment.time_zone)
      : startsAt;
  if (accountId === null || notAfter <= now) return;
  await notify(
    tx,
    {
      accountId,
      about: id,
      kind,
      occasion: String(moves),
      covers: [],
      notAfter,
      // The person who made a booking is always told of the booking and its changes. Only reminders
      // need consent.
      needsConsent: kind === 'appointment_reminder',
      isUrgent: false,
      sendKind: 'appointment',
      hospital: {
        id: appointment.hospital_id,
        isConfirmed: appointment.hospital_standing === 'confirmed',
      },
      words: (to) =>
        appointmentWords(kind, { appointment, to, publicUrl, now, was: appointment.was }),
    },
    now,
  );
}
