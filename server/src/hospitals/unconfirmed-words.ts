/** The notice in messages that a hospital is unconfirmed, in each language [SEC-20]. */
import type { HospitalVerification } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../texts/texts.ts';

/** The notice for a mail; empty for a confirmed hospital. */
export function unconfirmedNotes(standing: HospitalVerification, language: Language): string[] {
  return standing === 'confirmed' ? [] : [textsOf('letters', language).unconfirmed];
}

/**
 * The mark that follows an unconfirmed hospital's name in a text message; empty for a confirmed
 * hospital.
 */
export function unconfirmedMark(standing: HospitalVerification, language: Language): string {
  return standing === 'confirmed' ? '' : ` ${textsOf('letters', language).unconfirmedMark}`;
}
