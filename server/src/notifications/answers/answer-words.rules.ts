/** Reads what a person answered to a message, in any of the languages [MSG-8]. Pure. */
/** What a message can answer. */
export const answers = ['on_my_way', 'running_late', 'cannot_come'] as const;
export type Answer = (typeof answers)[number];
/** What a message can say. */
export const words = [...answers, 'stop', 'start'] as const;
export type Word = (typeof words)[number];

/** What people type for each word in one language, with a slash between the phrases. */
export type PhrasesOfLanguage = Readonly<Record<Word, string>>;

/** The digits of the help line, which stand for the three answers. */
const answerDigits = [
  ['1', 'on_my_way'],
  ['2', 'running_late'],
  ['3', 'cannot_come'],
] as const;

/** The words by what is typed for them, as `bare` leaves it. */
export type KnownWords = ReadonlyMap<string, Word>;

/** All words of all languages. */
export function knownWords(languages: readonly PhrasesOfLanguage[]): KnownWords {
  return new Map<string, Word>([
    ...answerDigits,
    ...languages.flatMap((phrases) =>
      words.flatMap((word) => phrasesOf(phrases, word).map((said) => [bare(said), word] as const)),
    ),
  ]);
}

/** The phrases of a word in one language. */
export function phrasesOf(phrases: PhrasesOfLanguage, word: Word): string[] {
  return phrases[word].split('/').map((said) => said.trim());
}

/** What a pressed button says: its id is the answer. Undefined for another button. */
export function readButton(id: string | undefined): Answer | undefined {
  return answers.find((answer) => answer === id);
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
