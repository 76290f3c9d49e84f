/** The languages Baari speaks, and which of them somebody gets. */
import { aboutLanguages, type Language, languages } from './languages.gen.ts';

export type { Language };

/** For whoever wishes for none that Baari speaks. */
export const fallbackLanguage: Language = 'en';

/**
 * The first wish that Baari speaks, else what is given for that, else English. Wishes are BCP 47 tags, the most wanted first; a
 * narrower one is served by what it begins with (RFC 4647, 3.4): `hi-Latn-IN` by `hi`.
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

/** Those of a list that Baari speaks, each once; where that leaves none, those that a native reader has checked. */
export function offeredLanguages(chosen: readonly string[]): Language[] {
  const known = chosen.flatMap((code) => languages.find((language) => language === code) ?? []);
  if (known.length > 0) return [...new Set(known)];
  return languages.filter((language) => !aboutLanguages[language].isDraft);
}

/** The language and then what its readers are shown where something is not written in it, English last. */
export function withFallbacks(language: Language): Language[] {
  const { fallback } = aboutLanguages[language];
  return [...new Set([language, ...(fallback ? [fallback] : []), fallbackLanguage])];
}

function covers(language: string, tag: string): boolean {
  return tag === language || tag.startsWith(`${language}-`);
}
