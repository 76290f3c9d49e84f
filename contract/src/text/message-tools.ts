/**
 * Helpers of the generated texts from `texts/`: numbers and plural forms by a language's own rules.
 */

/** The text for each plural form: exact number first, then the language's category (CLDR). */
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
  /** A number as the language writes it: 1,20,000 in India. */
  readonly number: (value: number) => string;
  /** The form for a count. */
  readonly plural: (count: number, forms: NumberForms) => string;
  /** The form for an ordinal. */
  readonly ordinal: (place: number, forms: NumberForms) => string;
}

/** Letters of right-to-left scripts: Hebrew, Arabic and related ones. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * Isolates a right-to-left value within a left-to-right text by the invisible marks FSI and PDI.
 * Without them, digits and punctuation beside it would change sides.
 */
export function isolateBidi(words: string): string {
  return fromTheRight.test(words) ? `\u2068${words}\u2069` : words;
}

const made = new Map<string, MessageTools>();

/** The tools of a BCP 47 locale, created once; their `Intl` objects are created on first use. */
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
