import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';

export const languageKey = 'baari_language';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(aboutLanguages, value);
}

interface InThatLanguage {
  readonly lang: Language;
  readonly dir: 'ltr' | 'rtl';
  /** ISO 15924: style sheets give each script its letters and the height of its lines. */
  readonly 'data-script': string;
}

/** What says of a part of a page that it is in this language, whatever the rest is in. */
export function inLanguage(language: Language): InThatLanguage {
  const { direction, script } = aboutLanguages[language];
  return { lang: language, dir: direction, 'data-script': script };
}

/** The kept choice, else the first language of the browser that Baari speaks, else English. */
export function chooseLanguage(kept: string | null, browser: readonly string[]): Language {
  if (isLanguage(kept)) return kept;
  return nearestLanguage(browser);
}
