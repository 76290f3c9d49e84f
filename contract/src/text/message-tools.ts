/** What the texts that are made of `texts/` are put together with: figures and forms by a language's own rules. */

/** The text for each form of number: by exact number first, then by the language's category (CLDR). */
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
  /** A figure as the language writes it: 1,20,000 in India. */
  readonly number: (value: number) => string;
  /** The form for so many. */
  readonly plural: (count: number, forms: NumberForms) => string;
  /** The form for the so-manyth. */
  readonly ordinal: (place: number, forms: NumberForms) => string;
}

/** Letters of scripts that are written from right to left: Hebrew, Arabic, and those around them. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * What is filled into a text from left to right: kept together by marks that nobody sees (FSI and PDI) where it is
 * written from right to left, as figures and signs beside it would else be taken along.
 */
export function aside(words: string): string {
  return fromTheRight.test(words) ? `\u2068${words}\u2069` : words;
}

const made = new Map<string, MessageTools>();

/** Those of a BCP 47 locale, made once; what `Intl` needs for them is made when it is first used. */
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
