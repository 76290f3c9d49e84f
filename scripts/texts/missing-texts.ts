/**
 * Lists the missing texts of a language for a translator: `npm run texts -- --missing <language>`
 * prints the list.
 */

interface Wanted {
  readonly english: string;
  /** The note for translators on the purpose of the text. */
  readonly note?: string | undefined;
}

interface Source {
  readonly areas: readonly string[];
  /** Returns the texts of an area by name; empty if the language lacks the area's file. */
  readonly texts: (language: string, area: string) => ReadonlyMap<string, string>;
  readonly note: (area: string, key: string) => string | undefined;
}

/** Every text that the language lacks, by area and key, with its English and note. */
export function missingTexts(
  language: string,
  { areas, texts, note }: Source,
): Record<string, Record<string, Wanted>> {
  const missing = areas.map((area) => {
    const own = texts(language, area);
    const wanted = [...texts('en', area)]
      .filter(([key]) => !own.has(key))
      .map(([key, english]) => [key, { english, note: note(area, key) }] as const);
    return [area, Object.fromEntries(wanted)] as const;
  });
  return Object.fromEntries(missing.filter(([, wanted]) => Object.keys(wanted).length > 0));
}

/** The plural forms of the language, cardinal and ordinal. */
export function formsOfNumber(language: string): Record<'plural' | 'selectordinal', string[]> {
  const categories = (type: Intl.PluralRuleType) =>
    new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  return { plural: categories('cardinal'), selectordinal: categories('ordinal') };
}
