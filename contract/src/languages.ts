/** The languages of Baari, and the choice of one for a reader. */
import { aboutLanguages, type Language, languages } from './languages.gen.ts';

export type { Language };

/** The language for a reader who prefers none of ours. */
export const fallbackLanguage: Language = 'en';

/**
 * The first preferred language that Baari has, else the given default, else English. Preferences
 * are BCP 47 tags, most wanted first. A longer tag falls back to its prefix (RFC 4647, 3.4):
 * `hi-Latn-IN` gets `hi`.
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
 * The listed languages that Baari has, each once; if none is left, those reviewed by a native
 * reader.
 */
export function offeredLanguages(chosen: readonly string[]): Language[] {
  const known = chosen.flatMap((code) => languages.find((language) => language === code) ?? []);
  if (known.length > 0) return [...new Set(known)];
  return languages.filter((language) => !aboutLanguages[language].isDraft);
}

/** The language followed by its fallbacks for missing texts, English last. */
export function withFallbacks(language: Language): Language[] {
  const { fallback } = aboutLanguages[language];
  return [...new Set([language, ...(fallback ? [fallback] : []), fallbackLanguage])];
}

function covers(language: string, tag: string): boolean {
  return tag === language || tag.startsWith(`${language}-`);
}
