/** The text messages that reply to answers, with the names of the place or booking [MSG-8]. */
import type { HospitalVerification } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import { harmless } from '../../platform/harmless.rules.ts';
import type { SmsContent } from '../../platform/messages/sms/sms-kinds.ts';
import { doctorSms, hospitalSms, shortWhenOf } from '../message-values.ts';
import type { NamedOutcome, Outcome } from './outcome.rules.ts';

/** The names in a reply. */
export interface Named {
  /** The name of the doctor or the shared line. */
  readonly doctorIn: (language: Language) => string;
  readonly hospital: string;
  readonly standing: HospitalVerification;
  /** The patient's name; undefined if the patient is the owner of the account. */
  readonly forWhom: string | undefined;
  /** The time of a booking; undefined for a place. */
  readonly at: { readonly starts_at: Date; readonly time_zone: string } | undefined;
}

/** The reply about a place or booking. */
export function namedReply(outcome: NamedOutcome, named: Named, language: Language): SmsContent {
  const { doctorIn, hospital, standing, forWhom, at } = named;
  const person = forWhom === undefined ? undefined : harmless(forWhom);
  const place = {
    doctor: doctorSms(language, person, harmless(doctorIn(language))),
    hospital: hospitalSms(harmless(hospital), standing, language),
  };
  switch (outcome) {
    case 'confirmed':
    case 'cancelled':
    case 'move_booking': {
      const when = at === undefined ? '' : shortWhenOf(at, language);
      return { kind: `answer_${outcome}`, variables: { ...place, when } };
    }
    default:
      return { kind: `answer_${outcome}`, variables: place };
  }
}

/** The reply that names nothing; undefined for silence. */
export function plainReply(outcome: Exclude<Outcome, NamedOutcome>): SmsContent | undefined {
  if (outcome === 'not_understood' || outcome === 'unchanged') return undefined;
  return { kind: `answer_${outcome}`, variables: {} };
}
