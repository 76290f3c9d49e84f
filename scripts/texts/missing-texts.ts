/** What a translator still has to write: `npm run texts -- --missing <language>` prints it. */

interface Wanted {
  readonly english: string;
  /** What it is for. */
  readonly note?: string | undefined;
}

interface Source {
  readonly areas: readonly string[];
  /** Each text of an area by its name; none where the language has no such file. */
  readonly texts: (language: string, area: string) => ReadonlyMap<string, string>;
  readonly note: (area: string, key: string) => string | undefined;
}

/** Every text that the language lacks, by area and key, with its English and what it is for. */
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

/** The forms of number that the language's rules know: cardinal ones and those of an order. */
export function formsOfNumber(language: string): Record<'plural' | 'selectordinal', string[]> {
  const categories = (type: Intl.PluralRuleType) =>
    new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  return { plural: categories('cardinal'), selectordinal: categories('ordinal') };
}
