/**
 * Helpers of the generated texts from `texts/`: numbers and plural forms by a language's own rules.
 */

/**
 * The text for each plural form. A form for an exact number is used first, otherwise the form of
 * the language's plural category (CLDR).
 */
export interface NumberForms {
  readonly [exactly: number]: string;
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

export interface MessageTools {
  /** Writes a number in the way of the language: 1,20,000 in India. */
  readonly number: (value: number) => string;
  /** Chooses the text whose plural form fits a count, such as "3 patients". */
  readonly plural: (count: number, forms: NumberForms) => string;
  /** Chooses the text whose plural form fits an ordinal number, such as "3rd". */
  readonly ordinal: (place: number, forms: NumberForms) => string;
}

/** Letters of right-to-left scripts: Hebrew, Arabic and related ones. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * Isolates a right-to-left value within a left-to-right text by the invisible marks FSI and PDI.
 * Without them, digits and punctuation beside the value would move to its other side.
 */
export function isolateBidi(words: string): string {
  return fromTheRight.test(words) ? `\u2068${words}\u2069` : words;
}

const made = new Map<string, MessageTools>();

/**
 * The number and plural functions for a BCP 47 locale, created once per locale. Their `Intl`
 * objects are created on first use.
 */
export function toolsIn(locale: string): MessageTools {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const tools = makeTools(locale);
  made.set(locale, tools);
  return tools;
}

function makeTools(locale: string): MessageTools {
  let numbers: Intl.NumberFormat | undefined;
  let cardinals: Intl.PluralRules | undefined;
  let ordinals: Intl.PluralRules | undefined;
  return {
    number(value) {
      numbers ??= new Intl.NumberFormat(locale);
      return numbers.format(value);
    },
    plural(count, forms) {
      cardinals ??= new Intl.PluralRules(locale);
      return forms[count] ?? forms[cardinals.select(count)] ?? forms.other;
    },
    ordinal(place, forms) {
      ordinals ??= new Intl.PluralRules(locale, { type: 'ordinal' });
      return forms[place] ?? forms[ordinals.select(place)] ?? forms.other;
    },
  };
}
