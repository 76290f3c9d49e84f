/** The words of identity's text messages, in each language. */
import type { MailLanguage } from './mail-texts.ts';

/** The code first, as phones show the beginning; short enough for one message, also in Hindi. */
const codeTexts: Readonly<Record<MailLanguage, (code: string) => string>> = {
  en: (code) => `${code} is your Baari code. It works for 10 minutes. Do not share it.`,
  hi: (code) => `${code} आपका बारी कोड है। 10 मिनट तक चलेगा। किसी को न बताएँ।`,
};

export function codeSms(language: MailLanguage, code: string): string {
  return codeTexts[language](code);
}
