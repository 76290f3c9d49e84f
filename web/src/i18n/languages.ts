import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';

export const languageKey = 'baari_language';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(aboutLanguages, value);
}

interface InThatLanguage {
  readonly lang: Language;
  readonly dir: 'ltr' | 'rtl';
  /** The script's ISO 15924 code. Style sheets use it to select the font and the line height. */
  readonly 'data-script': string;
}

/** The attributes that mark a part of a page as being in this language. */
export function inLanguage(language: Language): InThatLanguage {
  const { direction, script } = aboutLanguages[language];
  return { lang: language, dir: direction, 'data-script': script };
}

/** The stored choice, else the first browser language that Baari supports, else English. */
export function chooseLanguage(kept: string | null, browser: readonly string[]): Language {
  if (isLanguage(kept)) return kept;
  return nearestLanguage(browser);
}
