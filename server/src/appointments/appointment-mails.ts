/** The words of the confirmation and the reminder, in the patient's language [APPT-1]. */
import { appointmentMinutes } from '@baari/contract/constants.ts';
import type { Preferences } from '@baari/contract/profile.ts';
import { escapeHtml } from '../platform/mail.html.ts';
import type { MailMessage } from '../platform/mail.ts';
import type { AppointmentRow, MailRecipient } from './appointments.store.ts';
import { calendarFile } from './calendar-file.rules.ts';

const en = {
  locale: 'en-IN',
  greeting: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  bookedSubject: (doctor: string) => `Your appointment with ${doctor}`,
  booked: 'Your appointment is booked:',
  movedSubject: (doctor: string) => `Your appointment with ${doctor} was moved`,
  moved: 'Your appointment was moved. It is now:',
  reminderSubject: (doctor: string) => `Tomorrow: your appointment with ${doctor}`,
  reminder: 'A reminder of your appointment tomorrow:',
  calendar: 'The attached file adds it to your calendar.',
  checkIn:
    'On the day, open My Queue and press “I’m here”. That puts you in the line, and no one has to let you in first.',
  button: 'My appointments',
  change: 'There you can also move or cancel it.',
  eventTitle: (doctor: string) => `Appointment with ${doctor}`,
};

type Texts = { readonly [Key in keyof typeof en]: (typeof en)[Key] };

const hi = {
  locale: 'hi-IN',
  greeting: (name: string) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
  bookedSubject: (doctor: string) => `${doctor} के साथ आपका अपॉइंटमेंट`,
  booked: 'आपका अपॉइंटमेंट बुक हो गया है:',
  movedSubject: (doctor: string) => `${doctor} के साथ आपके अपॉइंटमेंट का समय बदला`,
  moved: 'आपके अपॉइंटमेंट का समय बदल गया है। अब यह है:',
  reminderSubject: (doctor: string) => `कल: ${doctor} के साथ आपका अपॉइंटमेंट`,
  reminder: 'कल के आपके अपॉइंटमेंट की याद:',
  calendar: 'साथ की फ़ाइल इसे आपके कैलेंडर में जोड़ देती है।',
  checkIn:
    'उस दिन “मेरी बारी” खोलें और “मैं पहुँच गया/गई” दबाएँ। इससे आप कतार में लग जाएँगे, किसी की मंज़ूरी की ज़रूरत नहीं।',
  button: 'मेरे अपॉइंटमेंट',
  change: 'वहीं आप समय बदल सकते हैं या इसे रद्द कर सकते हैं।',
  eventTitle: (doctor: string) => `${doctor} के साथ अपॉइंटमेंट`,
} satisfies Texts;

const catalogues: Readonly<Record<Preferences['language'], Texts>> = { en, hi };

export interface AppointmentMailOptions {
  readonly recipient: MailRecipient;
  readonly appointment: AppointmentRow;
  readonly publicUrl: string;
  readonly now: Date;
}

/** After booking and after each move, with a file for the calendar. */
export function confirmationMail(options: AppointmentMailOptions): MailMessage {
  const { recipient, appointment, now } = options;
  const texts = textsFor(recipient);
  const hasMoved = appointment.moves > 0;
  const subject = hasMoved ? texts.movedSubject : texts.bookedSubject;
  return {
    to: recipient.email,
    subject: subject(appointment.doctor_name),
    ...body(options, hasMoved ? texts.moved : texts.booked, [texts.calendar, texts.checkIn]),
    attachment: {
      name: 'appointment.ics',
      type: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: calendarFile({
        uid: `${appointment.id}@baari`,
        sequence: appointment.moves,
        startsAt: appointment.starts_at,
        endsAt: new Date(appointment.starts_at.getTime() + appointmentMinutes * 60_000),
        writtenAt: now,
        title: texts.eventTitle(appointment.doctor_name),
        place: `${appointment.hospital_name}, ${appointment.hospital_address}`,
        link: linkOf(options),
      }),
    },
  };
}

/** The day before. */
export function reminderMail(options: AppointmentMailOptions): MailMessage {
  const texts = textsFor(options.recipient);
  return {
    to: options.recipient.email,
    subject: texts.reminderSubject(options.appointment.doctor_name),
    ...body(options, texts.reminder, [texts.checkIn]),
  };
}

function textsFor({ language }: MailRecipient): Texts {
  return catalogues[language ?? 'en'];
}

function linkOf({ publicUrl }: AppointmentMailOptions): string {
  return `${publicUrl}/patient/queue`;
}

function body(
  options: AppointmentMailOptions,
  lead: string,
  notes: readonly string[],
): Pick<MailMessage, 'plain' | 'html'> {
  const { recipient, appointment } = options;
  const texts = textsFor(recipient);
  const facts = [
    whenOf(appointment, texts.locale),
    appointment.doctor_name,
    `${appointment.hospital_name}, ${appointment.hospital_address}`,
  ];
  const link = linkOf(options);
  const address = escapeHtml(link);
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const greeting = texts.greeting(recipient.name);
  return {
    plain: [greeting, lead, facts.join('\n'), ...notes, link, texts.change, 'Baari'].join('\n\n'),
    html: `<!doctype html>
<html lang="${recipient.language ?? 'en'}">
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1f2933; max-width: 36em; margin: 0 auto; padding: 24px;">
${paragraph(greeting)}
${paragraph(lead)}
<p><strong>${facts.map(escapeHtml).join('<br>')}</strong></p>
${notes.map(paragraph).join('\n')}
<p><a href="${address}" style="display: inline-block; background: #0f766e; color: #ffffff; padding: 12px 20px; border-radius: 8px; text-decoration: none;">${escapeHtml(texts.button)}</a></p>
${paragraph(texts.change)}
<p>Baari</p>
</body>
</html>
`,
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
