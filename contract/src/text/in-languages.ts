/**
 * A text in several languages that is stored in the database or sent in API responses. Baari's own
 * texts are compiled into the code instead.
 */
import { type Language, withFallbacks } from '../languages.ts';

/** A text in several languages, by language code; English is always present. */
export type InLanguages = Readonly<Partial<Record<Language, string>>> & { readonly en: string };

/**
 * The languages of a text that `textIn` needs to show the text in one language. Without a language,
 * returns the text in all languages.
 */
export function wordsFor(text: InLanguages, language: Language | undefined): InLanguages {
  if (language === undefined) return text;
  const needed = withFallbacks(language).filter((each) => text[each] !== undefined);
  return { ...Object.fromEntries(needed.map((each) => [each, text[each]])), en: text.en };
}

/** The text in a language, or in the nearest fallback language that has one. */
export function textIn(text: InLanguages, language: Language): string {
  const wish = withFallbacks(language).find((each) => text[each] !== undefined);
  return (wish && text[wish]) ?? text.en;
}
