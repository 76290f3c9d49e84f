/** A text in several languages, as it is kept and sent where it is not one of the product's own. */
import type { Language } from './languages.ts';

/** English falls back for each that is missing. */
export type InLanguages = Readonly<Partial<Record<Language, string>>> & { readonly en: string };

/** The text in a language, else in English. */
export function textIn(text: InLanguages, language: Language): string {
  return text[language] ?? text.en;
}
