/** How a message says that nobody vouches for a hospital, in each language [SEC-20]. */
import type { HospitalStanding } from '@baari/contract/constants.ts';
import { productName } from '@baari/contract/constants.ts';
import type { LetterLanguage } from '../platform/letter.ts';

const words = {
  en: {
    mail: `Nobody at ${productName} has confirmed yet that this hospital is what it says it is.`,
    short: '(hospital not confirmed)',
  },
  hi: {
    mail: 'बारी पर अभी किसी ने पुष्टि नहीं की है कि यह वही अस्पताल है जो यह ख़ुद को बताता है।',
    short: '(अस्पताल की पुष्टि नहीं हुई)',
  },
} as const;

/** For a mail; none where the operator has confirmed the hospital. */
export function unconfirmedNotes(standing: HospitalStanding, language: LetterLanguage): string[] {
  return standing === 'confirmed' ? [] : [words[language].mail];
}

/** Behind the hospital's name in a text message. */
export function unconfirmedMark(standing: HospitalStanding, language: LetterLanguage): string {
  return standing === 'confirmed' ? '' : ` ${words[language].short}`;
}
