/**
 * ICU MessageFormat texts, parsed by FormatJS and written as TypeScript: a text without arguments becomes a string, any
 * other a function of its arguments. Unused parts of the format (dates, offsets, tags) are refused, so that no text
 * needs more than the page supports.
 */
import {
  type ArgumentElement,
  type MessageFormatElement,
  parse,
  type PluralElement,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser';

/**
 * An argument of a text. Its type is number, string, optional string, boolean, or one of some keys.
 */
export interface Argument {
  readonly name: string;
  readonly type: string;
}

export interface Message {
  readonly elements: readonly MessageFormatElement[];
  /** The arguments, in the order in which the text uses them. */
  readonly takes: readonly Argument[];
}

/** Parses one text; throws an error that names its fault. */
export function readMessage(text: string): Message {
  const elements = parse(text, { ignoreTag: true, requiresOtherClause: true });
  const takes = new Map<string, string>();
  collect(elements, takes);
  return { elements, takes: [...takes].map(([name, type]) => ({ name, type })) };
}

function collect(elements: readonly MessageFormatElement[], takes: Map<string, string>): void {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break;
      case TYPE.argument:
        if (!takes.has(element.value)) takes.set(element.value, 'string');
        break;
      case TYPE.number:
        note(takes, element.value, 'number');
        break;
      case TYPE.plural:
        if (element.offset !== 0) throw new Error('an offset, which is not used here');
        note(takes, element.value, 'number');
        for (const { value } of Object.values(element.options)) collect(value, takes);
        break;
      case TYPE.select:
        note(takes, element.value, typeOfSelect(element));
        for (const { value } of Object.values(element.options)) collect(value, takes);
        break;
      default:
        throw new Error('a date, a time or a tag, which are not used here');
    }
  }
}

/**
 * Records the type of an argument of a text. The type `string` of a plain `{name}` gives way to a
 * more precise type. Throws an error for two different precise types.
 */
function note(takes: Map<string, string>, name: string, type: string): void {
  const known = takes.get(name);
  if (known !== undefined && known !== 'string' && known !== type) {
    throw new Error(`{${name}} as ${known} and as ${type}`);
  }
  takes.set(name, type);
}

function typeOfSelect({ options }: SelectElement): string {
  const keys = Object.keys(options).filter((key) => key !== 'other');
  if (keys.length === 1 && keys[0] === 'none') return 'string | null | undefined';
  if (keys.length === 1 && keys[0] === 'true') return 'boolean';
  return keys.map((key) => `'${key}'`).join(' | ');
}

/**
 * Names of arguments that get no isolating marks, because they are part of an address or read by a
 * program.
 */
const neverIsolated = new Set(['address', 'code', 'link', 'path', 'url']);

/**
 * Wraps each filled-in word in isolating marks (FSI and PDI): in right-to-left text, a left-to-right word would
 * otherwise move the adjacent punctuation.
 */
export function isolated(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return changedWithin(elements, (argument) => [literal('\u2068'), argument, literal('\u2069')]);
}

/**
 * Wraps a whole text in direction marks (LRI or RLI, and PDI), for use within text of the other
 * direction. File names stay unchanged.
 */
export function setApart(
  elements: readonly MessageFormatElement[],
  direction: 'ltr' | 'rtl',
): MessageFormatElement[] {
  const isSentence = elements.some(
    (element) =>
      element.type === TYPE.plural ||
      element.type === TYPE.select ||
      (element.type === TYPE.literal && element.value.includes(' ')),
  );
  if (!isSentence) return [...elements];
  return [literal(direction === 'ltr' ? '\u2066' : '\u2067'), ...elements, literal('\u2069')];
}

/**
 * Wraps filled-in words of left-to-right text in direction marks if needed. Only right-to-left
 * words need the marks, so the generated code passes each word to `$isolateBidi`. `words` are the
 * names of the string arguments.
 */
export function isolatedWhereTurned(
  elements: readonly MessageFormatElement[],
  words: ReadonlySet<string>,
): MessageFormatElement[] {
  return changedWithin(elements, (argument) =>
    words.has(argument.value) && !neverTurned.has(argument.value)
      ? [{ ...argument, value: `$isolateBidi(${argument.value})` }]
      : [argument],
  );
}

/**
 * Prevents a line break between a word and its ending: "{name}-এর" and "PDF-এর" could otherwise be
 * broken after the hyphen. The mark after the hyphen (U+2060) is invisible and added here, so
 * translators write only the hyphen.
 */
export function joined(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element, at): MessageFormatElement => {
    if (element.type === TYPE.literal) {
      const isBehind = at > 0 && elements[at - 1]?.type !== TYPE.literal;
      const value = isBehind ? element.value.replace(/^-(?=\p{L})/u, '-\u2060') : element.value;
      // A text without a space is a file name, which stays unchanged.
      return literal(value.includes(' ') ? value.replaceAll(endingOfLatin, '-\u2060') : value);
    }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options: typeof element.options = {};
    for (const [key, { value, ...option }] of Object.entries(element.options)) {
      options[key] = { ...option, value: joined(value) };
    }
    return { ...element, options };
  });
}

/** Matches a hyphen between a Latin letter and a letter of another script. */
const endingOfLatin = /(?<=\p{Script=Latin})-(?=(?!\p{Script=Latin})\p{L})/gu;

/**
 * Arguments that a page has already formatted in its own language, such as times, durations and
 * numbers. They need no direction marks.
 */
const neverTurned = new Set(
  'ago at date day hour hours minutes opens range rating share shown stars time total until urgency usually version years'.split(
    ' ',
  ),
);

/** Applies `change` to each filled-in word next to other text. */
function changedWithin(
  elements: readonly MessageFormatElement[],
  change: (argument: ArgumentElement) => MessageFormatElement[],
): MessageFormatElement[] {
  return elements.flatMap((element): MessageFormatElement[] => {
    if (element.type === TYPE.argument) {
      return elements.length > 1 && !neverIsolated.has(element.value) ? change(element) : [element];
    }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [element];
    const options: typeof element.options = {};
    for (const [key, { value, ...option }] of Object.entries(element.options)) {
      options[key] = { ...option, value: changedWithin(value, change) };
    }
    return [{ ...element, options }];
  });
}

function literal(value: string): MessageFormatElement {
  return { type: TYPE.literal, value };
}

/** The fixed words of a text, without the words that are filled in. */
export function literalsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return Object.values(element.options).flatMap(({ value }) => literalsOf(value));
  });
}

/**
 * Writes the TypeScript expression that gives the text. The expression uses the arguments by their
 * names.
 */
export function writeMessage(elements: readonly MessageFormatElement[], counted?: string): string {
  const [only, ...others] = elements;
  if (only === undefined) return "''";
  if (others.length === 0) {
    if (only.type === TYPE.literal) return JSON.stringify(only.value);
    if (only.type === TYPE.plural) return writePlural(only);
    if (only.type === TYPE.select) return writeSelect(only, counted);
  }
  return `\`${elements.map((element) => writePart(element, counted)).join('')}\``;
}

function writePart(element: MessageFormatElement, counted: string | undefined): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replaceAll(/[\\`]|\$\{/gu, String.raw`\$&`);
    case TYPE.argument:
      return `\${${element.value}}`;
    case TYPE.number:
      return `\${$number(${element.value})}`;
    case TYPE.pound:
      if (counted === undefined) throw new Error('a # outside of what is counted');
      return `\${$number(${counted})}`;
    case TYPE.plural:
      return `\${${writePlural(element)}}`;
    case TYPE.select:
      return `\${${writeSelect(element, counted)}}`;
    default:
      throw new Error('a date, a time or a tag, which are not used here');
  }
}

function writePlural({ value: name, options, pluralType }: PluralElement): string {
  const forms = Object.entries(options).map(
    ([key, { value }]) => [key.replace(/^=/u, ''), writeMessage(value, name)] as const,
  );
  const other = forms.find(([key]) => key === 'other')?.[1] ?? "''";
  const exact = forms.filter(([key]) => /^\d+$/u.test(key));
  // A category with the same words as `other` is omitted.
  const kept = forms.filter(
    ([key, text]) => exact.some(([own]) => own === key) || (key !== 'other' && text !== other),
  );
  if (kept.length === 0) return other;
  const written = [...kept, ['other', other] as const].map(([key, text]) => `${key}: ${text}`);
  return `${pluralType === 'ordinal' ? '$ordinal' : '$plural'}(${name}, { ${written.join(', ')} })`;
}

function writeSelect({ value: name, options }: SelectElement, counted: string | undefined): string {
  const forms = Object.entries(options).map(
    ([key, { value }]) => [key, writeMessage(value, counted)] as const,
  );
  const other = forms.find(([key]) => key === 'other')?.[1] ?? "''";
  const named = forms.filter(([key]) => key !== 'other');
  const [only] = named;
  if (named.length === 1 && only?.[0] === 'none') return `${name} ? ${other} : ${only[1]}`;
  if (named.length === 1 && only?.[0] === 'true') return `${name} ? ${only[1]} : ${other}`;
  const table = named.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(', ');
  return `({ ${table} } as Record<string, string>)[${name}] ?? ${other}`;
}

const upTo = 200;

/** The plural forms that a language needs for this text and lacks, such as "{count}: few". */
export function missingForms(elements: readonly MessageFormatElement[], locale: string): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.select) {
      return Object.values(element.options).flatMap(({ value }) => missingForms(value, locale));
    }
    if (element.type !== TYPE.plural) return [];
    const type = element.pluralType ?? 'cardinal';
    const rules = new Intl.PluralRules(locale, { type });
    const has = (key: string | number) => Object.hasOwn(element.options, key);
    const lacking = new Set<string>();
    // A plural category needs no form of its own if all its numbers have exact forms such as `=1`.
    for (let number = 0; number <= upTo; number += 1) {
      const category = rules.select(number);
      if (!has(category) && !has(`=${number}`)) lacking.add(category);
    }
    const foreign = Object.keys(element.options).filter(
      (key) =>
        !key.startsWith('=') && !rules.resolvedOptions().pluralCategories.includes(toRule(key)),
    );
    return [
      ...[...lacking].map((category) => `{${element.value}} lacks “${category}”`),
      ...foreign.map((key) => `{${element.value}} has “${key}”, which the language does not know`),
      ...Object.values(element.options).flatMap(({ value }) => missingForms(value, locale)),
    ];
  });
}

function toRule(key: string): Intl.LDMLPluralRule {
  return key as Intl.LDMLPluralRule;
}
