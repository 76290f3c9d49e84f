import { type Language, languages } from './languages.ts';

interface Forms {
  readonly one: string;
  readonly other: string;
}

/** Gives a function that picks the form of a text by the language's own rule of number. */
export function pluralIn(language: Language): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(languages[language].locale);
  return (count, forms) => (rules.select(count) === 'one' ? forms.one : forms.other);
}

const englishOrdinals = new Intl.PluralRules('en', { type: 'ordinal' });
const englishSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
};

/** 1st, 2nd, 3rd, 4th, 11th … */
export function englishOrdinal(place: number): string {
  return `${place}${englishSuffixes[englishOrdinals.select(place)] ?? 'th'}`;
}

const hindiOrdinals = ['पहले', 'दूसरे', 'तीसरे', 'चौथे', 'पाँचवें', 'छठे'];

/** पहले, दूसरे … as used before «नंबर पर»; from the seventh on, 7वें. */
export function hindiOrdinal(place: number): string {
  return hindiOrdinals[place - 1] ?? `${place}वें`;
}
