/**
 * Sends messages to a patient about a booking: the confirmation, a move, a reminder, and a
 * cancellation.
 */
import type { BookingSide } from '@baari/contract/constants.ts';
import type { Queryable } from '../platform/database/database.ts';
import { notify } from '../notifications/notify.ts';
import {
  type AppointmentNews,
  appointmentWords,
  type EarlierTime,
  isReminder,
} from './appointment-words.ts';
import type { AppointmentRow } from './appointments.store.ts';
import { enqueueNextReminder } from './reminders/enqueue-reminder.ts';

const newsOf = {
  booked: { patient: 'appointment_booked', staff: 'appointment_booked_by_staff' },
  moved: { patient: 'appointment_moved', staff: 'appointment_moved_by_staff' },
  cancelled: { patient: 'appointment_cancelled', staff: 'appointment_cancelled_by_staff' },
} as const satisfies Record<string, Record<BookingSide, AppointmentNews>>;

/**
 * An appointment, with its former time and the reason for the change if the message mentions them.
 */
export type ToldAppointment = AppointmentRow & {
  readonly was?: EarlierTime | undefined;
  /** The link with which a reminder is answered. */
  readonly link?: string;
};

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
  await tellOf(tx, newsUntilVisit(kind, appointment), appointment, publicUrl, now);
  await enqueueNextReminder(tx, appointment, now);
}

/** Queues the message that a booking was cancelled, in the transaction that cancels. */
export async function notifyOfCancellation(
  tx: Queryable,
  appointment: ToldAppointment,
  by: BookingSide,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const news = newsUntilVisit(newsOf.cancelled[by], appointment);
  await tellOf(tx, news, appointment, publicUrl, now);
}

export interface News {
  readonly kind: AppointmentNews;
  /** Tells messages of one kind about one booking apart. */
  readonly occasion: string;
  /** Until when the message's words are true. */
  readonly notAfter: Date;
}

function newsUntilVisit(kind: AppointmentNews, appointment: ToldAppointment): News {
  return { kind, occasion: String(appointment.moves), notAfter: appointment.starts_at };
}

/**
 * Sends a message about an appointment that is still ahead. A server that was down for a day must
 * not remind of a visit that has begun, or say "tomorrow" of today's visit.
 */
export async function tellOf(
  tx: Queryable,
  { kind, occasion, notAfter }: News,
  appointment: ToldAppointment,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const { id, account_id: accountId } = appointment;
  if (accountId === null || notAfter <= now) return;
  await notify(
    tx,
    {
      accountId,
      about: id,
      kind,
      occasion,
      covers: [],
      notAfter,
      // The person who made a booking is always told of the booking and its changes. Only reminders
      // need consent.
      needsConsent: isReminder(kind),
      isUrgent: false,
      sendKind: 'appointment',
      hospital: {
        id: appointment.hospital_id,
        isConfirmed: appointment.hospital_standing === 'confirmed',
      },
      words: (to) =>
        appointmentWords(kind, {
          appointment,
          to,
          publicUrl,
          now,
          was: appointment.was,
          answerLink: appointment.link,
        }),
    },
    now,
  );
}
