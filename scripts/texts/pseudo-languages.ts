/**
 * Pseudo-languages for developers: English with accents and 40 % longer, and mirrored English. They
 * show cut-off texts, overlapping texts, hard-coded texts and left-to-right assumptions before a
 * translator finds them. They are generated and never stored, and offered only if
 * BAARI_PSEUDO_LANGUAGES is set.
 */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

const common = { locale: 'en-IN', script: 'Latn', draft: true, voice: 'en-IN' } as const;

interface PseudoLanguage {
  readonly about: {
    readonly ownName: string;
    readonly locale: string;
    readonly script: string;
    readonly direction: 'ltr' | 'rtl';
    readonly draft: boolean;
    readonly voice: string;
  };
  /** Converts an English text to the pseudo-language. */
  readonly made: (text: string) => string;
}

/** The pseudo-languages by their usual language codes. */
export const pseudoLanguages: ReadonlyMap<string, PseudoLanguage> = new Map([
  [
    'en-XA',
    {
      about: { ...common, ownName: 'Ácçéñts', direction: 'ltr' },
      made: (text) => withLiterals(text, longer),
    },
  ],
  [
    'ar-XB',
    {
      about: { ...common, ownName: 'Mirrored', direction: 'rtl' },
      made: (text) => withLiterals(text, mirrored),
    },
  ],
]);

function withLiterals(text: string, change: (literal: string) => string): string {
  return printAST(parse(text, { ignoreTag: true }).map((element) => changed(element, change)));
}

function changed(
  element: MessageFormatElement,
  change: (literal: string) => string,
): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: change(element.value) };
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
  const options: typeof element.options = {};
  for (const [key, { value, ...option }] of Object.entries(element.options)) {
    options[key] = { ...option, value: value.map((inner) => changed(inner, change)) };
  }
  return { ...element, options };
}

const plain = 'aceinouyACEINOUY';
const accented = 'áçéíñóúýÁÇÉÍÑÓÚÝ';
const growth = 0.4;

/**
 * Makes each word of an English text longer, because words in Tamil or German are longer. The
 * product's name stays unchanged.
 */
function longer(literal: string): string {
  return literal
    .split(/(?<name>\bbaari\b)/iu)
    .map((part) => (/^baari$/iu.test(part) ? part : grown(part)))
    .join('');
}

/**
 * Lengthens a word in the same way wherever it occurs, because tests look for a button's words in
 * other texts.
 */
function grown(literal: string): string {
  return literal.replaceAll(/[\p{L}\p{M}]+/gu, grownWord);
}

function grownWord(word: string): string {
  // Each word gets some letters more than its own length requires, because the spaces between words
  // do not get longer.
  let owed = 2 * growth;
  let made = '';
  for (const sign of word) {
    const letter = accented.charAt(plain.indexOf(sign)) || sign;
    made += letter;
    owed += growth;
    if (owed < 1) continue;
    made += letter.toLowerCase();
    owed -= 1;
  }
  return made;
}

/**
 * Mirrors a text: a right-to-left override around it reverses words and letters. Spaces at the
 * start and the end of the text stay outside.
 */
function mirrored(literal: string): string {
  return literal.replace(/\S(?:.*\S)?/su, (words) => `\u202E${words}\u202C`);
}
