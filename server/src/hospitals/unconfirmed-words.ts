/** How a message says that nobody vouches for a hospital, in each language [SEC-20]. */
import type { HospitalStanding } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../texts/texts.ts';

/** For a mail; none where the operator has confirmed the hospital. */
export function unconfirmedNotes(standing: HospitalStanding, language: Language): string[] {
  return standing === 'confirmed' ? [] : [textsOf('letters', language).unconfirmed];
}

/** Behind the hospital's name in a text message. */
export function unconfirmedMark(standing: HospitalStanding, language: Language): string {
  return standing === 'confirmed' ? '' : ` ${textsOf('letters', language).unconfirmedMark}`;
}
