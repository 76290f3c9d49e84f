/** Reads what a person answered to a message, in any of the languages [MSG-8]. Pure. */
import { languages } from '@baari/contract/languages.gen.ts';
import { type Answer, answerDigits, answers, answerWords, type Word } from './known-words.rules.ts';

/** What a message says; undefined if it says none of the known words. */
export function readWord(text: string): Word | undefined {
  return words.get(bare(text));
}

const buttonPayload = /^answer:(?<delivery>[\da-f-]{36}):(?<answer>[a-z_]+)$/u;

/** What a pressed button says, and the message to which it belongs; undefined for another button. */
export function readButton(
  payload: string | undefined,
): { readonly delivery: string; readonly answer: Answer } | undefined {
  const found = buttonPayload.exec(payload ?? '')?.groups;
  const answer = answers.find((one) => one === found?.['answer']);
  const delivery = found?.['delivery'];
  return answer === undefined || delivery === undefined ? undefined : { delivery, answer };
}

/** What a pressed button carries, as the message is sent with it. */
export function buttonOf(delivery: string, answer: Answer): string {
  return `answer:${delivery}:${answer}`;
}

/** Letters of one sound that keyboards of Arabic and Urdu write differently. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[آأإٱ]/gu, 'ا'],
  [/[یى]/gu, 'ي'],
  [/ک/gu, 'ك'],
  [/[ہھة]/gu, 'ه'],
  [/ؤ/gu, 'و'],
  [/ئ/gu, 'ي'],
];
/** Accents of Latin letters, and the vowel marks and lengthening of Arabic ones. */
const marks = /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu;

/**
 * A text without what does not change its meaning: case, accents, spaces, punctuation, emoji, and
 * the script of its digits.
 */
export function bare(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replaceAll(marks, '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{Nd}]/gu, '')
    // Emoji leave their variation selectors and keycap marks behind.
    .replaceAll(/[\ufe00-\ufe0f\u20e3]/gu, '');
  return alike.reduce((said, [letters, letter]) => said.replaceAll(letters, letter), plain);
}

/** The value of a decimal digit of any script: Unicode keeps the ten digits of a script in a row. */
function valueOf(digit: string): number {
  let code = digit.codePointAt(0) ?? 0;
  const first = code;
  while (first - code < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) code -= 1;
  return first - code;
}

const words: ReadonlyMap<string, Word> = new Map<string, Word>([
  ...Object.entries(answerDigits),
  ...languages.flatMap((language) => {
    const known = answerWords[language];
    return (Object.keys(known) as Word[]).flatMap((word) =>
      known[word].map((said) => [bare(said), word] as const),
    );
  }),
]);
