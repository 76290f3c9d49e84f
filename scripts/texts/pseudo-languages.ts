/**
 * Pseudo-languages for developers: English with accents and 40 % longer, and mirrored English. They show cut-off and
 * overlapping texts, hard-coded texts and left-to-right assumptions before a translator finds them. They are generated
 * and never stored, only with BAARI_PSEUDO_LANGUAGES; nobody else is offered them.
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
  /** Converts an English text. */
  readonly made: (text: string) => string;
}

/** By the usual codes of such pseudo-languages. */
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

/** Lengthens each word, as in Tamil or German, instead of appending one; the product's name stays. */
function longer(literal: string): string {
  return literal
    .split(/(?<name>\bbaari\b)/iu)
    .map((part) => (/^baari$/iu.test(part) ? part : grown(part)))
    .join('');
}

/** A word is the same in every text: tests look for a button's words in other texts. */
function grown(literal: string): string {
  return literal.replaceAll(/[\p{L}\p{M}]+/gu, grownWord);
}

function grownWord(word: string): string {
  // Compensates for the space between words, which does not grow.
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

/** Mirrors a text without its outer spaces: a right-to-left override around it reverses words and letters. */
function mirrored(literal: string): string {
  return literal.replace(/\S(?:.*\S)?/su, (words) => `\u202E${words}\u202C`);
}
