/** A text in several languages that is stored and sent, unlike the product's own texts. */
import { type Language, withFallbacks } from '../languages.ts';

/** The text by language; English is always present. */
export type InLanguages = Readonly<Partial<Record<Language, string>>> & { readonly en: string };

/** The part of a text that `textIn` needs for a language; all of it without a language. */
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
