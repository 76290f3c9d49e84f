/** What is told of a booking, in the patient's language and as each channel says it [APPT-1]. */
import { appointmentMinutes } from '@baari/contract/constants.ts';
import type { Preferences } from '@baari/contract/profile.ts';
import { unconfirmedMark, unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import type { Addressee, Words } from '../notifications/tell.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/letter.ts';
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

interface Texts {
  readonly locale: string;
  readonly greeting: (name: string) => string;
  readonly forWhom: (name: string) => string;
  readonly subject: Readonly<Record<AppointmentNews, (doctor: string) => string>>;
  readonly lead: Readonly<Record<AppointmentNews, string>>;
  readonly title: Readonly<Record<AppointmentNews, string>>;
  readonly calendar: string;
  readonly hospitalSays: (reason: string) => string;
  readonly checkIn: string;
  readonly bookAgain: string;
  readonly button: string;
  readonly change: string;
  /** In the calendar; named for whom it is when it is not the account's own person. */
  readonly eventTitle: (doctor: string, forWhom: string | undefined) => string;
}

const en: Texts = {
  locale: 'en-IN',
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  forWhom: (name) => `For ${name}`,
  subject: {
    appointment_booked: (doctor) => `Your appointment with ${doctor}`,
    appointment_booked_by_staff: (doctor) => `Your appointment with ${doctor}`,
    appointment_moved: (doctor) => `Your appointment with ${doctor} was moved`,
    appointment_moved_by_staff: (doctor) => `The hospital moved your appointment with ${doctor}`,
    appointment_reminder: (doctor) => `Tomorrow: your appointment with ${doctor}`,
    appointment_cancelled: (doctor) => `Your appointment with ${doctor} is cancelled`,
    appointment_cancelled_by_staff: (doctor) =>
      `The hospital cancelled your appointment with ${doctor}`,
  },
  lead: {
    appointment_booked: 'Your appointment is booked:',
    appointment_booked_by_staff: 'The hospital booked an appointment for you:',
    appointment_moved: 'Your appointment was moved. It is now:',
    appointment_moved_by_staff: 'The hospital moved your appointment. It is now:',
    appointment_reminder: 'A reminder of your appointment tomorrow:',
    appointment_cancelled: 'You cancelled this appointment. Its time is free for somebody else:',
    appointment_cancelled_by_staff: 'The hospital had to cancel this appointment. We are sorry:',
  },
  title: {
    appointment_booked: 'Appointment booked',
    appointment_booked_by_staff: 'The hospital booked an appointment for you',
    appointment_moved: 'Appointment moved',
    appointment_moved_by_staff: 'The hospital moved your appointment',
    appointment_reminder: 'Appointment tomorrow',
    appointment_cancelled: 'Appointment cancelled',
    appointment_cancelled_by_staff: 'The hospital cancelled your appointment',
  },
  calendar: 'The attached file adds it to your calendar.',
  hospitalSays: (reason) => `The hospital’s word to you: ${reason}`,
  checkIn:
    'When you are at the hospital on that day, open My Queue and press “I’m here”. That puts you in the line, and no one has to let you in first.',
  bookAgain: 'You can book another time in Baari.',
  button: 'My appointments',
  change: 'There you can also move or cancel it.',
  eventTitle: (doctor, forWhom) =>
    forWhom === undefined ? `Appointment with ${doctor}` : `${forWhom}: appointment with ${doctor}`,
};

const hi: Texts = {
  locale: 'hi-IN',
  greeting: (name) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
  forWhom: (name) => `${name} के लिए`,
  subject: {
    appointment_booked: (doctor) => `${doctor} के साथ आपका अपॉइंटमेंट`,
    appointment_booked_by_staff: (doctor) => `${doctor} के साथ आपका अपॉइंटमेंट`,
    appointment_moved: (doctor) => `${doctor} के साथ आपके अपॉइंटमेंट का समय बदला`,
    appointment_moved_by_staff: (doctor) => `अस्पताल ने ${doctor} के साथ आपके अपॉइंटमेंट का समय बदला`,
    appointment_reminder: (doctor) => `कल: ${doctor} के साथ आपका अपॉइंटमेंट`,
    appointment_cancelled: (doctor) => `${doctor} के साथ आपका अपॉइंटमेंट रद्द हुआ`,
    appointment_cancelled_by_staff: (doctor) => `अस्पताल ने ${doctor} के साथ आपका अपॉइंटमेंट रद्द किया`,
  },
  lead: {
    appointment_booked: 'आपका अपॉइंटमेंट बुक हो गया है:',
    appointment_booked_by_staff: 'अस्पताल ने आपके लिए अपॉइंटमेंट बुक किया है:',
    appointment_moved: 'आपके अपॉइंटमेंट का समय बदल गया है। अब यह है:',
    appointment_moved_by_staff: 'अस्पताल ने आपके अपॉइंटमेंट का समय बदला है। अब यह है:',
    appointment_reminder: 'कल के आपके अपॉइंटमेंट की याद:',
    appointment_cancelled: 'आपने यह अपॉइंटमेंट रद्द किया। इसका समय अब किसी और को मिल सकता है:',
    appointment_cancelled_by_staff: 'अस्पताल को यह अपॉइंटमेंट रद्द करना पड़ा। हमें खेद है:',
  },
  title: {
    appointment_booked: 'अपॉइंटमेंट बुक हुआ',
    appointment_booked_by_staff: 'अस्पताल ने आपके लिए अपॉइंटमेंट बुक किया',
    appointment_moved: 'अपॉइंटमेंट का समय बदला',
    appointment_moved_by_staff: 'अस्पताल ने आपके अपॉइंटमेंट का समय बदला',
    appointment_reminder: 'कल अपॉइंटमेंट है',
    appointment_cancelled: 'अपॉइंटमेंट रद्द हुआ',
    appointment_cancelled_by_staff: 'अस्पताल ने आपका अपॉइंटमेंट रद्द किया',
  },
  calendar: 'साथ की फ़ाइल इसे आपके कैलेंडर में जोड़ देती है।',
  hospitalSays: (reason) => `अस्पताल का संदेश: ${reason}`,
  checkIn:
    'उस दिन अस्पताल पहुँचकर “मेरी बारी” खोलें और “मैं पहुँच गया/गई” दबाएँ। इससे आप कतार में लग जाएँगे, किसी की मंज़ूरी की ज़रूरत नहीं।',
  bookAgain: 'आप बारी में दूसरा समय बुक कर सकते हैं।',
  button: 'मेरे अपॉइंटमेंट',
  change: 'वहीं आप समय बदल सकते हैं या इसे रद्द कर सकते हैं।',
  eventTitle: (doctor, forWhom) =>
    `${forWhom === undefined ? '' : `${forWhom}: `}${doctor} के साथ अपॉइंटमेंट`,
};

const catalogues: Readonly<Record<Preferences['language'], Texts>> = { en, hi };

export interface AppointmentWordsOptions {
  readonly appointment: AppointmentRow;
  readonly to: Addressee;
  readonly publicUrl: string;
  readonly now: Date;
}

export function appointmentWords(kind: AppointmentNews, options: AppointmentWordsOptions): Words {
  const { appointment, to, publicUrl } = options;
  const texts = catalogues[to.language];
  const doctor = harmless(appointment.doctor_name);
  const hospital = harmless(appointment.hospital_name);
  const { hospital_standing: standing } = appointment;
  const where = `${doctor}, ${hospital}${unconfirmedMark(standing, to.language)}`;
  const when = whenOf(appointment, texts.locale);
  const link = `${publicUrl}/patient/queue`;
  const person = otherPersonOf(appointment);
  const whose = person === undefined ? [] : [texts.forWhom(person)];
  const who = whose.map((words) => `${words}: `).join('');
  const isCancelled = kind === 'appointment_cancelled' || kind === 'appointment_cancelled_by_staff';
  const isNew = !isCancelled && kind !== 'appointment_reminder';
  // A reason may say more of a visit than a locked screen should show: it is for the mail alone.
  const { cancel_reason: reason } = appointment;
  return {
    mail: {
      subject: `${who}${texts.subject[kind](doctor)}`,
      ...letterBody({
        language: to.language,
        parts: [
          { text: texts.greeting(to.name) },
          { text: texts.lead[kind] },
          { facts: [...whose, when, doctor, `${hospital}, ${appointment.hospital_address}`] },
          ...notesOf().map((text) => ({ text })),
          { button: texts.button, link },
          ...(isCancelled ? [] : [{ text: texts.change }]),
        ],
      }),
      ...(isNew ? { attachment: calendarOf(options, texts) } : {}),
    },
    sms: `${who}${texts.title[kind]}: ${where}. ${when}. ${link}`,
    push: { title: `${who}${texts.title[kind]}`, body: `${when}\n${where}` },
  };

  function notesOf(): string[] {
    const notes = isCancelled
      ? [...(reason === null ? [] : [texts.hospitalSays(reason)]), texts.bookAgain]
      : [...(isNew ? [texts.calendar] : []), texts.checkIn];
    return [...notes, ...unconfirmedNotes(standing, to.language)];
  }
}

/** Whose booking it is when it is not the account's own person, who has the account's id. */
function otherPersonOf({ patient_id, account_id, patient_name }: AppointmentRow) {
  return patient_id === account_id ? undefined : harmless(patient_name);
}

function calendarOf({ appointment, publicUrl, now }: AppointmentWordsOptions, texts: Texts) {
  return {
    name: 'appointment.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarFile({
      uid: `${appointment.id}@baari`,
      sequence: appointment.moves,
      startsAt: appointment.starts_at,
      endsAt: new Date(appointment.starts_at.getTime() + appointmentMinutes * 60_000),
      writtenAt: now,
      title: texts.eventTitle(harmless(appointment.doctor_name), otherPersonOf(appointment)),
      place: harmless(`${appointment.hospital_name}, ${appointment.hospital_address}`),
      link: `${publicUrl}/patient/queue`,
    }),
  };
}

/** Thursday, 12 March 2026 at 10:00 am IST, on the hospital's clock. */
function whenOf({ starts_at, time_zone }: AppointmentRow, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
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
