/** The languages of Baari, and the choice of one for a reader. */
import { aboutLanguages, type Language, languages } from './languages.gen.ts';

export type { Language };

/** The language for a reader whose preferred languages Baari does not have. */
export const fallbackLanguage: Language = 'en';

/**
 * The first of the reader's preferred languages that Baari has, else `otherwise`, else English.
 * Preferences are BCP 47 tags, the most preferred first. A longer tag falls back to its prefix (RFC
 * 4647, 3.4): `hi-Latn-IN` gets `hi`.
 */
export function nearestLanguage(
  wishes: readonly string[],
  otherwise: Language = fallbackLanguage,
): Language {
  for (const wish of wishes) {
    const tag = wish.toLowerCase();
    const serving = languages.filter((language) => covers(language.toLowerCase(), tag));
    const [nearest] = serving.toSorted((a, b) => b.length - a.length);
    if (nearest !== undefined) return nearest;
  }
  return otherwise;
}

/**
 * The languages of `chosen` that Baari has, each once. If Baari has none of them, the languages
 * whose texts a native reader has reviewed.
 */
export function offeredLanguages(chosen: readonly string[]): Language[] {
  const known = chosen.flatMap((code) => languages.find((language) => language === code) ?? []);
  if (known.length > 0) return [...new Set(known)];
  return languages.filter((language) => !aboutLanguages[language].isDraft);
}

/**
 * Returns the language, followed by the languages used where its texts are missing. English is
 * last.
 */
export function withFallbacks(language: Language): Language[] {
  const { fallback } = aboutLanguages[language];
  return [...new Set([language, ...(fallback ? [fallback] : []), fallbackLanguage])];
}

function covers(language: string, tag: string): boolean {
  return tag === language || tag.startsWith(`${language}-`);
}
