/** Texts of the message that reminds of a follow-up, and of its calendar event [APPT-1]. */
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { placeOf } from '@baari/contract/text/commas.ts';
import type { CalendarVisit } from '../appointments/calendar-file.rules.ts';
import { unconfirmedMark, unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import type { Addressee, Words } from '../notifications/notify.ts';
import { doctorSms, hospitalSms } from '../notifications/message-values.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { textsOf } from '../texts/texts.ts';
import type { FollowedRow } from './follow-ups.store.ts';

export function followUpWords(row: FollowedRow, to: Addressee, publicUrl: string): Words {
  const texts = textsOf('followUpNews', to.language);
  const letters = textsOf('letters', to.language);
  const { hospital_standing: standing } = row;
  const doctor = harmless(row.line_name);
  const hospital = harmless(row.hospital_name);
  const date = dateOf(row.due_on, to.language);
  const link = `${publicUrl}${addressOf(row)}`;
  const person = otherPersonOf(row);
  const whose = person === undefined ? [] : [letters.forWhom(person)];
  const named = (text: string) => whose.reduce((said, who) => letters.before(who, said), text);
  const where = letters.pair(doctor, `${hospital}${unconfirmedMark(standing, to.language)}`);
  const title = named(texts.title(date));
  // The reason may be too private for a lock screen, so only the mail contains it.
  const reason = row.reason === '' ? [] : [texts.reason(row.reason)];
  return {
    mail: {
      subject: named(texts.subject(doctor)),
      ...letterBody({
        language: to.language,
        parts: [
          { text: letters.hello(to.name) },
          { text: texts.lead(date) },
          { facts: [...whose, doctor, letters.pair(hospital, row.hospital_address)] },
          ...[...reason, ...unconfirmedNotes(standing, to.language)].map((text) => ({ text })),
          { button: texts.button, link },
          { text: letters.whyYou },
        ],
      }),
    },
    sms: {
      kind: 'follow_up',
      variables: {
        date,
        doctor: doctorSms(to.language, person, doctor),
        hospital: hospitalSms(hospital, standing, to.language),
        site: publicUrl,
      },
    },
    push: { title, body: where },
  };
}

/** An all-day event in the patient's calendar on the day of the follow-up. */
export function followUpEvent(
  row: FollowedRow,
  { language, publicUrl }: { readonly language: Language; readonly publicUrl: string },
): CalendarVisit {
  const { eventTitle } = textsOf('followUpNews', language);
  return {
    uid: `follow-up-${row.entry_id}@baari`,
    sequence: row.version,
    day: row.due_on,
    writtenAt: row.changed_at,
    title: eventTitle(harmless(row.line_name), otherPersonOf(row)),
    place: harmless(placeOf([row.hospital_name, row.hospital_address])),
    link: `${publicUrl}${addressOf(row)}`,
    isCancelled: row.is_taken_back,
  };
}

/** Where the patient books: the doctor's page with the day chosen, else the hospital's page. */
function addressOf(row: FollowedRow): string {
  if (!row.is_doctor) return `/patient/hospital/${row.hospital_id}`;
  const asked = new URLSearchParams({ for: row.patient_id, kind: 'follow_up', day: row.due_on });
  return `/patient/doctor/${row.line_id}?${asked.toString()}`;
}

/** The patient's name; undefined if the patient is the account's owner, whose id is the account's. */
function otherPersonOf({ patient_id, account_id, patient_name }: FollowedRow) {
  return patient_id === account_id ? undefined : harmless(patient_name);
}

/** A date such as Sunday, 27 December. */
function dateOf(day: string, language: Language): string {
  return new Intl.DateTimeFormat(aboutLanguages[language].locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(`${day}T00:00:00Z`));
}
