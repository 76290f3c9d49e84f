/** The texts of identity's text messages in each language. */
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../../texts/texts.ts';

/**
 * The text with a code. The code comes first, because phones preview the beginning; the text fits into one SMS in any
 * script.
 */
export function codeSms(language: Language, code: string): string {
  return textsOf('identityMails', language).codeSms(code);
}
