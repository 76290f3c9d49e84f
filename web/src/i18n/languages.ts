import { type Language as Spoken, nearestLanguage } from '@baari/contract/languages.ts';

/** The languages Baari speaks; `locale` decides how figures, times and dates are written. */
export const languages = {
  en: { locale: 'en-IN', ownName: 'English' },
  hi: { locale: 'hi-IN-u-nu-latn', ownName: 'हिन्दी' },
} as const satisfies Record<Spoken, { locale: string; ownName: string }>;

export type Language = keyof typeof languages;

export const languageKey = 'baari_language';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

/** The kept choice, else the first language of the browser that Baari speaks, else English. */
export function chooseLanguage(kept: string | null, browser: readonly string[]): Language {
  if (isLanguage(kept)) return kept;
  return nearestLanguage(browser);
}
