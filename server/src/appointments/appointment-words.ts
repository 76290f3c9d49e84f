/** Texts of messages about a booking, in the patient's language and for each channel [APPT-1]. */
import { placeOf } from '@baari/contract/text/commas.ts';
import type { RebookingCause } from '@baari/contract/visit/rebooking.ts';
import { unconfirmedMark, unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import type { Addressee, Words } from '../notifications/notify.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { whenOf } from '../notifications/when-of.ts';
import { textsOf } from '../texts/texts.ts';
import type { AppointmentRow } from './appointments.store.ts';
import type { ReminderNews } from './reminders/reminder.rules.ts';
import { bookingIn } from './appointments.view.ts';
import { calendarFile } from './calendar-file.rules.ts';

export type AppointmentNews =
  | 'appointment_booked'
  | 'appointment_booked_by_staff'
  | 'appointment_moved'
  | 'appointment_moved_by_staff'
  | ReminderNews
  | 'appointment_cancelled'
  | 'appointment_cancelled_by_staff';

export function isReminder(kind: string): kind is ReminderNews {
  return kind.startsWith('appointment_reminder');
}

/** Why the hospital moves or cancels a booking. */
export interface ReasonOfMove {
  readonly cause: RebookingCause;
  /** A message from the hospital to the patient. */
  readonly message?: string | undefined;
}

/** The former time and doctor of a booking, and why the hospital moves or cancels it. */
export interface EarlierTime extends ReasonOfMove {
  readonly startsAt: Date;
  readonly doctorName: string;
}

export interface AppointmentWordsOptions {
  readonly appointment: AppointmentRow;
  readonly to: Addressee;
  readonly publicUrl: string;
  readonly now: Date;
  /** The former time of the booking and the reason for the change, if the message mentions them. */
  readonly was?: EarlierTime | undefined;
  /** The link with which a reminder is answered without signing in. */
  readonly answerLink?: string | undefined;
}

export function appointmentWords(kind: AppointmentNews, options: AppointmentWordsOptions): Words {
  const { to, publicUrl, was } = options;
  const appointment = bookingIn(options.appointment, to.language);
  const texts = textsOf('appointmentNews', to.language);
  const letters = textsOf('letters', to.language);
  const doctor = harmless(appointment.doctor_name);
  const hospital = harmless(appointment.hospital_name);
  const { hospital_standing: standing, service } = appointment;
  const where = letters.pair(doctor, `${hospital}${unconfirmedMark(standing, to.language)}`);
  const when = whenOf(appointment, to.language);
  const link = options.answerLink ?? `${publicUrl}/patient/queue`;
  const person = otherPersonOf(appointment);
  const whose = person === undefined ? [] : [letters.forWhom(person)];
  const named = (text: string) => whose.reduce((said, who) => letters.before(who, said), text);
  const title = named(texts.title[kind]);
  const isCancelled = kind === 'appointment_cancelled' || kind === 'appointment_cancelled_by_staff';
  const isNew = !isCancelled && !isReminder(kind);
  const why = was && whyOf(was);
  const before = isCancelled || was === undefined ? [] : [earlier(was)];
  // The reason of a cancellation may be too private for a lock screen, so only the mail contains
  // it.
  const { cancel_reason: reason } = appointment;
  return {
    mail: {
      // The usual subject uses a doctor's form of address, which does not fit the name of a shared
      // line.
      subject: named(
        service === null ? texts.subject[kind](doctor) : letters.before(texts.title[kind], doctor),
      ),
      ...letterBody({
        language: to.language,
        parts: [
          { text: letters.hello(to.name) },
          { text: texts.lead[kind] },
          { facts: [...whose, when, doctor, letters.pair(hospital, appointment.hospital_address)] },
          ...[...before, ...(why === undefined ? [] : [why])].map((text) => ({ text })),
          ...notesOf().map((text) => ({ text })),
          { button: options.answerLink === undefined ? texts.button : texts.answer, link },
          ...(isNew ? [{ text: texts.change }] : []),
        ],
      }),
      ...(isNew ? { attachment: calendarOf(options) } : {}),
    },
    sms: [
      letters.sentence(letters.before(title, where)),
      letters.sentence(when),
      ...before,
      ...(why === undefined ? [] : [why]),
      options.answerLink === undefined ? link : letters.before(texts.answer, link),
    ].join(' '),
    push: { title, body: [when, where, ...before].join('\n') },
  };

  function whyOf({ cause, doctorName }: EarlierTime): string {
    return cause === 'zone' ? texts.why.zone : texts.why[cause](harmless(doctorName));
  }
  function earlier({ startsAt, doctorName }: EarlierTime): string {
    const time = whenOf({ starts_at: startsAt, time_zone: appointment.time_zone }, to.language);
    return doctorName === appointment.doctor_name
      ? texts.before(time)
      : texts.beforeWith(time, harmless(doctorName));
  }

  function said(message: string | null | undefined): string[] {
    return message ? [texts.hospitalSays(message)] : [];
  }
  function notesOf(): string[] {
    const notes = isCancelled
      ? [...said(reason), texts.bookAgain]
      : [...said(was?.message), ...(isNew ? [texts.calendar] : []), texts.checkIn];
    return [...notes, ...unconfirmedNotes(standing, to.language)];
  }
}

/**
 * The name of the patient of a booking; undefined if the patient is the account holder, whose id is
 * the account's id.
 */
function otherPersonOf({ patient_id, account_id, patient_name }: AppointmentRow) {
  return patient_id === account_id ? undefined : harmless(patient_name);
}

function calendarOf({ appointment: booked, to, publicUrl, now }: AppointmentWordsOptions) {
  const appointment = bookingIn(booked, to.language);
  const { eventTitle, eventTitleOfLine } = textsOf('appointmentNews', to.language);
  const titleOf = appointment.service === null ? eventTitle : eventTitleOfLine;
  return {
    name: 'appointment.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarFile({
      uid: `${appointment.id}@baari`,
      sequence: appointment.moves,
      startsAt: appointment.starts_at,
      endsAt: new Date(appointment.starts_at.getTime() + appointment.minutes * 60_000),
      writtenAt: now,
      title: titleOf(harmless(appointment.doctor_name), otherPersonOf(appointment)),
      place: harmless(placeOf([appointment.hospital_name, appointment.hospital_address])),
      link: `${publicUrl}/patient/queue`,
    }),
  };
}
