/** Values in messages: times on the hospital's clock, and names in text messages. */
import type { HospitalVerification } from '@baari/contract/constants.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { unconfirmedMark } from '../hospitals/unconfirmed-words.ts';
import { cut, longestValues } from '../platform/messages/sms/sms-kinds.ts';
import { textsOf } from '../texts/texts.ts';

/** A date and time such as Thursday, 12 March 2026 at 10:00 am IST, on the hospital's clock. */
export function whenOf(
  { starts_at, time_zone }: { readonly starts_at: Date; readonly time_zone: string },
  language: Language,
): string {
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

/** A short date and time for a text message, such as Thu, 12 Mar, 10:00 am. */
export function shortWhenOf(
  { starts_at, time_zone }: { readonly starts_at: Date; readonly time_zone: string },
  language: Language,
): string {
  return new Intl.DateTimeFormat(aboutLanguages[language].locale, {
    timeZone: time_zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(starts_at);
}

/** The time of day, such as 10:20 am IST, on the hospital's clock. */
export function clockOf(at: Date, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(aboutLanguages[language].locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}

const longestPerson = 12;
/** The longest name of a hospital. The mark of an unconfirmed hospital follows it. */
const longestHospital = 30;

/** A doctor's name, after the patient's name if the account has several people. */
export function doctorSms(language: Language, person: string | undefined, doctor: string): string {
  if (person === undefined) return doctor;
  const { pair } = textsOf('letters', language);
  return cut(pair(cut(person, longestPerson), doctor), longestValues.doctor);
}

export function hospitalSms(
  name: string,
  standing: HospitalVerification,
  language: Language,
): string {
  return `${cut(name, longestHospital)}${unconfirmedMark(standing, language)}`;
}
