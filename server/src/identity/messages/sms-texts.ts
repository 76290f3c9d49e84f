/** The texts of identity's text messages in each language. */
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../../texts/texts.ts';

/** The code first, because phones preview the beginning; short enough for one message in any script. */
export function codeSms(language: Language, code: string): string {
  return textsOf('identityMails', language).codeSms(code);
}
