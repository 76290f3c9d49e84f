/** Texts about a booking, in the patient's language and for each channel [APPT-1]. */
import { placeOf } from '@baari/contract/text/commas.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { unconfirmedMark, unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import type { Addressee, Words } from '../notifications/notify.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { textsOf } from '../texts/texts.ts';
import type { AppointmentRow } from './appointments.store.ts';
import { calendarFile } from './calendar-file.rules.ts';

export type AppointmentNews =
  | 'appointment_booked'
  | 'appointment_booked_by_staff'
  | 'appointment_moved'
  | 'appointment_moved_by_staff'
  | 'appointment_reminder'
  | 'appointment_cancelled'
  | 'appointment_cancelled_by_staff';

export interface AppointmentWordsOptions {
  readonly appointment: AppointmentRow;
  readonly to: Addressee;
  readonly publicUrl: string;
  readonly now: Date;
}

export function appointmentWords(kind: AppointmentNews, options: AppointmentWordsOptions): Words {
  const { appointment, to, publicUrl } = options;
  const texts = textsOf('appointmentNews', to.language);
  const letters = textsOf('letters', to.language);
  const doctor = harmless(appointment.doctor_name);
  const hospital = harmless(appointment.hospital_name);
  const { hospital_standing: standing } = appointment;
  const where = letters.pair(doctor, `${hospital}${unconfirmedMark(standing, to.language)}`);
  const when = whenOf(appointment, to.language);
  const link = `${publicUrl}/patient/queue`;
  const person = otherPersonOf(appointment);
  const whose = person === undefined ? [] : [letters.forWhom(person)];
  const named = (text: string) => whose.reduce((said, who) => letters.before(who, said), text);
  const title = named(texts.title[kind]);
  const isCancelled = kind === 'appointment_cancelled' || kind === 'appointment_cancelled_by_staff';
  const isNew = !isCancelled && kind !== 'appointment_reminder';
  // A reason may be too private for a lock screen, so only the mail has it.
  const { cancel_reason: reason } = appointment;
  return {
    mail: {
      subject: named(texts.subject[kind](doctor)),
      ...letterBody({
        language: to.language,
        parts: [
          { text: letters.hello(to.name) },
          { text: texts.lead[kind] },
          { facts: [...whose, when, doctor, letters.pair(hospital, appointment.hospital_address)] },
          ...notesOf().map((text) => ({ text })),
          { button: texts.button, link },
          ...(isCancelled ? [] : [{ text: texts.change }]),
        ],
      }),
      ...(isNew ? { attachment: calendarOf(options) } : {}),
    },
    sms: [letters.sentence(letters.before(title, where)), letters.sentence(when), link].join(' '),
    push: { title, body: `${when}\n${where}` },
  };

  function notesOf(): string[] {
    const notes = isCancelled
      ? [...(reason === null ? [] : [texts.hospitalSays(reason)]), texts.bookAgain]
      : [...(isNew ? [texts.calendar] : []), texts.checkIn];
    return [...notes, ...unconfirmedNotes(standing, to.language)];
  }
}

/** The person booked for, unless it is the account's own person, who has the account's id. */
function otherPersonOf({ patient_id, account_id, patient_name }: AppointmentRow) {
  return patient_id === account_id ? undefined : harmless(patient_name);
}

function calendarOf({ appointment, to, publicUrl, now }: AppointmentWordsOptions) {
  const { eventTitle } = textsOf('appointmentNews', to.language);
  return {
    name: 'appointment.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarFile({
      uid: `${appointment.id}@baari`,
      sequence: appointment.moves,
      startsAt: appointment.starts_at,
      endsAt: new Date(appointment.starts_at.getTime() + appointment.minutes * 60_000),
      writtenAt: now,
      title: eventTitle(harmless(appointment.doctor_name), otherPersonOf(appointment)),
      place: harmless(placeOf([appointment.hospital_name, appointment.hospital_address])),
      link: `${publicUrl}/patient/queue`,
    }),
  };
}

/** Thursday, 12 March 2026 at 10:00 am IST, on the hospital's clock. */
function whenOf({ starts_at, time_zone }: AppointmentRow, language: Language): string {
  return new Intl.DateTimeFormat(aboutLanguages[language].locale, {
    timeZone: time_zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(starts_at);
}
