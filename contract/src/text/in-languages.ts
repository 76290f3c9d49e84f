/** A text in several languages, stored and sent where it is not one of the product's own. */
import { type Language, withFallbacks } from '../languages.ts';

/** English is always there. */
export type InLanguages = Readonly<Partial<Record<Language, string>>> & { readonly en: string };

/** The part of a text that `textIn` needs for a language; all of it without a language. */
export function wordsFor(text: InLanguages, language: Language | undefined): InLanguages {
  if (language === undefined) return text;
  const needed = withFallbacks(language).filter((each) => text[each] !== undefined);
  return { ...Object.fromEntries(needed.map((each) => [each, text[each]])), en: text.en };
}

/** The text in a language, else in its fallback. */
export function textIn(text: InLanguages, language: Language): string {
  const wish = withFallbacks(language).find((each) => text[each] !== undefined);
  return (wish && text[wish]) ?? text.en;
}
