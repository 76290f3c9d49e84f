/**
 * Removes identifiers from typed text before it is sent to another server [ASSESS-5]. It removes
 * the patient's stored identifiers, and whatever looks like an address, a date, a long number or an
 * announced name. An unannounced name that is not on record stays, since no rule distinguishes it
 * from another word.
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
  /** Stored phones, emails, addresses, policy numbers and tokens. */
  readonly others: readonly string[];
  /** YYYY-MM-DD. */
  readonly dates: readonly string[];
}

/** The text that stands where an identifier was removed. */
const removedMark = '(removed)';
const mark = ` ${removedMark} `;

/**
 * Words in titles and hospital names that identify nobody and may belong to an illness: "heart
 * attack" at a heart hospital.
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
  // emails and links
  /[\w.+-]{1,64}@[\w.-]{1,255}/gu,
  /(?:https?:\/\/|www\.)\S{1,500}/giu,
  // ids
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu,
  // days with a year, and days of a month
  /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)/gu,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th)?[ .-]{0,2}(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|may|jun|jul|aug|sept|sep|oct|nov|dec|जनवरी|फरवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर)(?![\p{L}\p{M}])(?:[ ,.-]{0,2}\d{4})?/giu,
  /(?<![\p{L}\p{M}])(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|may|jun|jul|aug|sept|sep|oct|nov|dec)[ .-]{1,2}\d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,? \d{4})?/giu,
  // phones and other long numbers, in any grouping
  /\+?\d(?:[ ().-]{0,2}\d){6,17}/gu,
  /\d{6,30}/gu,
  // record numbers: letters followed by at least four digits
  /(?<![\p{L}\p{N}])[a-z/-]{1,12}\d{4,30}[a-z0-9/-]{0,20}/giu,
  // addresses
  /(?<!\p{L})(?:house|flat|plot|door|h\.? ?no|room|ward)(?: no| number)?[. ]{0,2}[a-z]?\d{1,5}[a-z0-9/-]{0,6}/giu,
  /(?<!\p{L})(?:\p{Lu}[\p{L}\p{M}.]{1,30} ){1,3}(?:[Rr]oad|[Ss]treet|[Nn]agar|[Cc]olony|[Mm]arg|[Ll]ane|[Ss]ector|[Vv]ihar|[Ee]nclave|[Pp]uram|[Ll]ayout|[Cc]howk)(?!\p{L})(?: \d{1,4})?/gu,
  // announced names
  /(?<=(?:name is|named|called) )\p{L}[\p{L}\p{M}'-]{0,40}(?: \p{Lu}[\p{L}\p{M}'-]{0,40}){0,2}/gu,
  /(?<=नाम )[\p{L}\p{M}]{2,40}(?: (?!है)[\p{L}\p{M}]{2,40}){0,2}(?= है)/gu,
  /(?<!\p{L})(?:[Dd]r|[Mm]r|[Mm]rs|[Mm]s|[Ss]hri|[Ss]mt|[Pp]rof)\.? {0,2}(?<![\p{L}])\p{Lu}[\p{L}\p{M}'-]{1,40}(?: \p{Lu}[\p{L}\p{M}'-]{1,40}){0,2}/gu,
  /(?<![\p{L}\p{M}])(?:डॉ|श्री|श्रीमती)\.? {1,2}[\p{L}\p{M}]{2,40}/gu,
];

/**
 * Whether a stored name is also a word that denies, counts or doubts, as Bina is Hindi for
 * "without". Removing it would change the meaning.
 */
export function hidesMeaning(text: string, { names }: Identifiers): boolean {
  const isNamed = nameIn(names);
  return wordsOf(plainOf(text)).some((word) => isDelicate(word.small) && isNamed(word));
}

/** Normalised for the rules below. */
function plainOf(text: string): string {
  return withPlainDigits(withPlainApostrophes(text).normalize('NFKC'));
}

/** The text without identifiers; digits may be of any of our scripts. */
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
      // Two adjacent marks become one.
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

/** Removes whole phrases of stored identifiers, whatever separates their words. */
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

/** Matches each part of a name in any case; a part of two letters only as written. */
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
  /** The consonants of the word, which every script writes. */
  readonly bones: string;
}

function soundIn(word: string): Sound {
  const whole = folded(soundOf(word));
  return { isLatin: /\p{Script=Latin}/u.test(word), whole, bones: bonesOf(whole) };
}

const fewestBones = 3;

/** Matches the same name in another script; within one script the spelling must match. */
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
 * Whether these numbers are the day and month of the date; dates with a year are matched by their form.
 */
function isDayOf(date: string, day: number, month: number): boolean {
  const [, ofMonth, ofDay] = date.split('-').map(Number);
  return day === ofDay && month === ofMonth;
}
