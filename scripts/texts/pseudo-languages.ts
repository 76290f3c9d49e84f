/**
 * Languages that nobody speaks, for whoever works on Baari: English with accents and 40 % longer, and English
 * mirrored, as where lines begin on the right. What is cut off, overlaps, stands in the code instead of `texts/` or
 * knows only one direction is seen in them before a translator has to find it. They are made, never stored, and
 * only where BAARI_PSEUDO_LANGUAGES says so; nobody else is offered them.
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
  /** What an English text is in it. */
  readonly made: (text: string) => string;
}

/** By the codes that others use for the same. */
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

/** Each word grows, as those of Tamil or German do, rather than the sentence by one; the product's name stays. */
function longer(literal: string): string {
  return literal
    .split(/(?<name>\bbaari\b)/iu)
    .map((part) => (/^baari$/iu.test(part) ? part : grown(part)))
    .join('');
}

/** A word is the same wherever it stands: what names a button holds what stands on it. */
function grown(literal: string): string {
  return literal.replaceAll(/[\p{L}\p{M}]+/gu, grownWord);
}

function grownWord(word: string): string {
  // For what stands between words, which does not grow.
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

/** Words in order from right to left, letters too: an override around what is no space at either end. */
function mirrored(literal: string): string {
  return literal.replace(/\S(?:.*\S)?/su, (words) => `\u202E${words}\u202C`);
}
