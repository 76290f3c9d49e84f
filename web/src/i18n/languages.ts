import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';

export const languageKey = 'baari_language';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(aboutLanguages, value);
}

/** The kept choice, else the first language of the browser that Baari speaks, else English. */
export function chooseLanguage(kept: string | null, browser: readonly string[]): Language {
  if (isLanguage(kept)) return kept;
  return nearestLanguage(browser);
}
