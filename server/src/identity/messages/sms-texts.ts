/** The texts of the text messages about accounts and sign-in, in each language. */
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../../texts/texts.ts';

/**
 * Builds the text message with a code. The code comes first, because phones preview the beginning.
 * The text fits into one SMS in any script.
 */
export function codeSms(language: Language, code: string): string {
  return textsOf('identityMails', language).codeSms(code);
}
