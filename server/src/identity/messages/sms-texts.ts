/** The words of identity's text messages, in each language. */
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../../texts/texts.ts';

/** The code first, as phones show the beginning; short enough for one message, whatever the script. */
export function codeSms(language: Language, code: string): string {
  return textsOf('identityMails', language).codeSms(code);
}
