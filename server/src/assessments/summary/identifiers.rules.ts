/**
 * Removes identifiers from typed text before it is sent to another server [ASSESS-5]. It removes
 * the patient's stored identifiers, and whatever looks like an address, a date, a long number, or a
 * name after words such as "my name is". Other names that are not stored remain, since no rule
 * distinguishes them from other words.
 */
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { bonesOf, folded, soundOf } from '../../platform/hospital-sql/sound.rules.ts';
import { isDelicate, withPlainApostrophes } from './words.rules.ts';

export interface Identifiers {
  /**
   * Names of the patient, the account and its people, the emergency contacts, the doctor and the
   * hospital.
   */
  readonly names: readonly string[];
  /**
   * The stored phone numbers, email addresses, postal addresses, policy numbers and token numbers
   * of the patient.
   */
  readonly others: readonly string[];
  /** The patient's stored dates, as YYYY-MM-DD. */
  readonly dates: readonly string[];
}

/** The text that replaces a removed identifier. */
const removedMark = '(removed)';
const mark = ` ${removedMark} `;

/**
 * Words in titles and hospital names that identify nobody and may belong to an illness. For
 * example, "heart" is in the name of a heart hospital and in "heart attack".
 */
const commonNames = new Set(
  `dr doctor mr mrs ms miss shri smt kumari prof hospital hospitals clinic clinics centre center care health
  medical nursing home institute city general the of and for
  heart cardiac chest lung kidney renal liver gastro stomach brain neuro nerve spine bone joint ortho skin eye eyes
  vision ear nose throat ent tooth teeth dental blood sugar diabetes diabetic thyroid cancer tumour tumor pain fever
  fertility maternity pregnancy women woman child children kids baby family mother emergency trauma accident burn burns
  surgery surgical allergy asthma stroke mental mind sleep physio speech hearing
  डॉ डॉक्टर श्री श्रीमती अस्पताल हृदय दिल किडनी गुर्दा आँख आंख दाँत दांत हड्डी त्वचा बाल शिशु महिला परिवार`.split(
    /\s/u,
  ),
);

const shapes: readonly RegExp[] = [
  // email addresses and links
  /[\w.+-]{1,64}@[\w.-]{1,255}/gu,
  /(?:https?:\/\/|www\.)\S{1,500}/giu,
  // UUIDs
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu,
  // dates with a year, and dates of day and month
  /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)/gu,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th)?[ .-]{0,2}(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|may|jun|jul|aug|sept|sep|oct|nov|dec|जनवरी|फरवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर)(?![\p{L}\p{M}])(?:[ ,.-]{0,2}\d{4})?/giu,
  /(?<![\p{L}\p{M}])(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|may|jun|jul|aug|sept|sep|oct|nov|dec)[ .-]{1,2}\d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,? \d{4})?/giu,
  // phone numbers and other long numbers, however their digits are grouped
  /\+?\d(?:[ ().-]{0,2}\d){6,17}/gu,
  /\d{6,30}/gu,
  // medical record numbers: letters followed by at least four digits
  /(?<![\p{L}\p{N}])[a-z/-]{1,12}\d{4,30}[a-z0-9/-]{0,20}/giu,
  // postal addresses
  /(?<!\p{L})(?:house|flat|plot|door|h\.? ?no|room|ward)(?: no| number)?[. ]{0,2}[a-z]?\d{1,5}[a-z0-9/-]{0,6}/giu,
  /(?<!\p{L})(?:\p{Lu}[\p{L}\p{M}.]{1,30} ){1,3}(?:[Rr]oad|[Ss]treet|[Nn]agar|[Cc]olony|[Mm]arg|[Ll]ane|[Ss]ector|[Vv]ihar|[Ee]nclave|[Pp]uram|[Ll]ayout|[Cc]howk)(?!\p{L})(?: \d{1,4})?/gu,
  // names after "name is", "named" or "called"
  /(?<=(?:name is|named|called) )\p{L}[\p{L}\p{M}'-]{0,40}(?: \p{Lu}[\p{L}\p{M}'-]{0,40}){0,2}/gu,
  /(?<=नाम )[\p{L}\p{M}]{2,40}(?: (?!है)[\p{L}\p{M}]{2,40}){0,2}(?= है)/gu,
  /(?<!\p{L})(?:[Dd]r|[Mm]r|[Mm]rs|[Mm]s|[Ss]hri|[Ss]mt|[Pp]rof)\.? {0,2}(?<![\p{L}])\p{Lu}[\p{L}\p{M}'-]{1,40}(?: \p{Lu}[\p{L}\p{M}'-]{1,40}){0,2}/gu,
  /(?<![\p{L}\p{M}])(?:डॉ|श्री|श्रीमती)\.? {1,2}[\p{L}\p{M}]{2,40}/gu,
];

/**
 * Whether the text contains a stored name that is also a word of negation, number or doubt. For
 * example, the name Bina means "without" in Hindi. Removing such a name would change the meaning of
 * the text.
 */
export function hidesMeaning(text: string, { names }: Identifiers): boolean {
  const isNamed = nameIn(names);
  return wordsOf(plainOf(text)).some((word) => isDelicate(word.small) && isNamed(word));
}

/**
 * Normalises a text for the rules in this file: one form of apostrophe, plain digits, Unicode NFKC.
 */
function plainOf(text: string): string {
  return withPlainDigits(withPlainApostrophes(text).normalize('NFKC'));
}

/** The text without identifiers. Digits are recognised in every supported script. */
export function withoutIdentifiers(text: string, known: Identifiers): string {
  let rest = plainOf(text)
    .replaceAll(/[\p{Cf}]/gu, '')
    .replaceAll(/[^\S\n]/gu, ' ');
  for (const shape of shapes) rest = rest.replaceAll(shape, mark);
  rest = rest.replaceAll(/(?<!\d)(\d{1,2})\/(\d{1,2})(?![\d/])/gu, (found, day, month) =>
    known.dates.some((date) => isDayOf(date, Number(day), Number(month))) ? mark : found,
  );
  rest = withoutPhrases(rest, known.others);
  rest = without(rest, wordsOf(rest), nameIn(known.names));
  return rest
    .split(removedMark)
    .map((part, index, parts) => {
      const isBetween = index > 0 && index < parts.length - 1;
      // Two marks "(removed)" with nothing between them are merged into one mark.
      return isBetween && part.trim() === '' ? undefined : part;
    })
    .filter((part) => part !== undefined)
    .join(removedMark)
    .replaceAll(/ {2,60}/gu, ' ')
    .replaceAll(/ (?=[.,;:!?])/gu, '')
    .trim();
}

interface Word {
  readonly text: string;
  readonly small: string;
  readonly from: number;
  readonly to: number;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: found, index }) => ({
    text: found,
    small: found.toLowerCase(),
    from: index,
    to: index + found.length,
  }));
}

/** Removes stored identifiers that consist of several words, whatever separates the words. */
function withoutPhrases(text: string, phrases: readonly string[]): string {
  const words = wordsOf(text);
  const gone = new Set<number>();
  for (const phrase of phrases) {
    const sought = wordsOf(phrase.normalize('NFKC')).map(({ small }) => small);
    if (sought.join('').length < 3) continue;
    for (const [at] of words.entries()) {
      if (sought.every((one, index) => words[at + index]?.small === one)) {
        for (const [index] of sought.entries()) gone.add(at + index);
      }
    }
  }
  return without(text, words, (_, index) => gone.has(index));
}

/**
 * Returns a test whether a word is part of one of these names, in upper or lower case. Name parts
 * of two letters must match exactly as written.
 */
function nameIn(names: readonly string[]): (word: Word) => boolean {
  const parts = names
    .flatMap((name) => wordsOf(name.normalize('NFKC')))
    .filter(({ text: part, small }) => part.length >= 2 && !commonNames.has(small));
  const short = new Set(parts.filter((part) => part.text.length <= 2).map((part) => part.text));
  const long = new Set(parts.filter((part) => part.text.length > 2).map((part) => part.small));
  const sounds = parts.filter((part) => part.text.length > 2).map(({ small }) => soundIn(small));
  return ({ text: one, small }) => short.has(one) || long.has(small) || soundsLike(small, sounds);
}

interface Sound {
  readonly isLatin: boolean;
  readonly whole: string;
  /** The consonants of the word. All scripts write consonants, so names are compared by them. */
  readonly bones: string;
}

function soundIn(word: string): Sound {
  const whole = folded(soundOf(word));
  return { isLatin: /\p{Script=Latin}/u.test(word), whole, bones: bonesOf(whole) };
}

const fewestBones = 3;

/**
 * Whether the word sounds like one of these names in another script. Within one script the spelling
 * must match.
 */
function soundsLike(word: string, names: readonly Sound[]): boolean {
  if (!/\p{L}/u.test(word)) return false;
  const sound = soundIn(word);
  return names.some(
    ({ isLatin, whole, bones }) =>
      isLatin !== sound.isLatin &&
      (whole === sound.whole || (bones.length >= fewestBones && bones === sound.bones)),
  );
}

function without(
  text: string,
  words: readonly Word[],
  isGone: (word: Word, index: number) => boolean,
): string {
  let rest = '';
  let end = 0;
  for (const [index, word] of words.entries()) {
    if (!isGone(word, index)) continue;
    rest += `${text.slice(end, word.from)}${mark}`;
    end = word.to;
  }
  return rest + text.slice(end);
}

/**
 * Whether these numbers are the day and month of the stored date. Dates with a year are found by
 * their format instead.
 */
function isDayOf(date: string, day: number, month: number): boolean {
  const [, ofMonth, ofDay] = date.split('-').map(Number);
  return day === ofDay && month === ofMonth;
}
