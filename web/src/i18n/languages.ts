import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';

export const languageKey = 'baari_language';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(aboutLanguages, value);
}

/** What says of a part of a page that it is in this language, whatever the rest is in. */
export function inLanguage(language: Language): { lang: Language; dir: 'ltr' | 'rtl' } {
  return { lang: language, dir: aboutLanguages[language].direction };
}

/** The kept choice, else the first language of the browser that Baari speaks, else English. */
export function chooseLanguage(kept: string | null, browser: readonly string[]): Language {
  if (isLanguage(kept)) return kept;
  return nearestLanguage(browser);
}
