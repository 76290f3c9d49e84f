/** Whether a person entered at the desk could be a known patient. Pure [DESK-7]. */
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import type { AlikePatient } from '@baari/contract/patient/patient.ts';
import { bonesOf, folded, soundOf } from '../platform/hospital-sql/sound.rules.ts';

/** The fewest letters of a searched name; with fewer, half the hospital would match. */
const fewestLetters = 3;
/**
 * The fewest digits of a comparable phone: a number with its area code. The country's prefix is not
 * always written.
 */
const fewestDigits = 8;
const distinctiveDigits = 10;
/** The fewest consonants of a comparable name. Two names with fewer can agree by chance. */
const fewestBones = 3;
/**
 * The fewest letters of a word that may contain a spelling mistake. In a shorter word, one letter
 * more or less makes another name.
 */
const fewestToMisspell = 4;

/** Titles before names, lower-cased and without accents; they identify nobody. */
const titles = new Set(
  'mr mrs ms miss dr smt srimati sri sriman km baby master श्री श्रीमती कुमारी डॉ'
    .split(' ')
    .map((word) => folded(soundOf(word))),
);

/** The last digits of a phone in any notation; undefined if it has too few digits. */
export function phoneEndOf(phone: string): string | undefined {
  const digits = withPlainDigits(phone).replaceAll(/\D/gu, '').replace(/^0+/u, '');
  return digits.length < fewestDigits ? undefined : digits.slice(-distinctiveDigits);
}

/** The spellings under which the parts of a name are searched; empty if the name is too short. */
export function spellingsToSeek(name: string): string[] {
  const plain = name.normalize('NFKC').toLowerCase().trim();
  if (plain.replaceAll(/[^\p{L}\p{M}]/gu, '').length < fewestLetters) return [];
  return [...new Set([plain, soundOf(plain).trim()])];
}

/**
 * Whether two names could belong to one person. Each word of the shorter name must match a word of
 * the longer one, in any order: by sound, with up to one letter changed, or as an initial. At least
 * one match must be more than an initial.
 */
export function areNamesAlike(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].toSorted(
    (here, there) => here.length - there.length,
  );
  if (shorter.join('') === longer.join('')) return shorter.length > 0;
  const left = [...longer];
  let isDistinctive = false;
  for (const word of shorter) {
    const exact = left.findIndex((each) => isSameWord(word, each));
    const at = exact === -1 ? left.findIndex((each) => isInitial(word, each)) : exact;
    if (at === -1) return false;
    left.splice(at, 1);
    isDistinctive ||= exact !== -1;
  }
  return isDistinctive;
}

function wordsOf(name: string): string[] {
  const words = folded(soundOf(name))
    .split(' ')
    .filter((word) => word !== '');
  const distinctive = words.filter((word) => !titles.has(word));
  return distinctive.length > 0 ? distinctive : words;
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (one[0] !== other[0]) return false;
  const bones = nasalBones(one);
  if (bones.length >= fewestBones && bones === nasalBones(other)) return true;
  return Math.min(one.length, other.length) >= fewestToMisspell && isOneLetterApart(one, other);
}

/**
 * The consonants of a word with every m as n. Folding turns m into n only before some letters;
 * without this, Kamla would not match Kamala.
 */
function nasalBones(word: string): string {
  return bonesOf(word).replaceAll('m', 'n');
}

function isInitial(one: string, other: string): boolean {
  return Math.min(one.length, other.length) === 1 && one[0] === other[0];
}

/** Whether two words differ by one inserted, removed or replaced letter. */
function isOneLetterApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < shorter.length && shorter[at] === longer[at]) at += 1;
  const rest = shorter.length === longer.length ? at + 1 : at;
  return shorter.slice(rest) === longer.slice(at + 1);
}

/** The data of a known patient that are compared with the typed data. */
export interface Candidate {
  readonly name: string;
  readonly hasPhone: boolean;
  readonly lastSeen: Date | null;
}

/** The typed fields that match a known patient; undefined if none does. */
export function alikeByOf(name: string, candidate: Candidate): AlikePatient['by'] | undefined {
  const isNamed = name !== '' && areNamesAlike(name, candidate.name);
  if (candidate.hasPhone) return isNamed ? 'both' : 'phone';
  return isNamed ? 'name' : undefined;
}

const order: readonly AlikePatient['by'][] = ['both', 'phone', 'name'];

/**
 * Sorts the likeliest patients first; of equally likely patients, the patient with the latest visit
 * comes first.
 */
export function likeliestFirst<Row extends Candidate>(
  name: string,
  candidates: readonly Row[],
): (readonly [row: Row, by: AlikePatient['by']])[] {
  return candidates
    .flatMap((row) => {
      const by = alikeByOf(name, row);
      return by === undefined ? [] : [[row, by] as const];
    })
    .toSorted(([one, oneBy], [other, otherBy]) => {
      const kind = order.indexOf(oneBy) - order.indexOf(otherBy);
      return kind !== 0 ? kind : seenAt(other) - seenAt(one);
    });
}

function seenAt({ lastSeen }: Candidate): number {
  return lastSeen?.getTime() ?? 0;
}

/**
 * The age in whole years on a day, YYYY-MM-DD. If the desk estimated the age, only the year of
 * birth counts.
 */
export function ageOf(
  born: { readonly dateOfBirth: string | null; readonly birthYear: number | null },
  today: string,
): number | null {
  const { dateOfBirth, birthYear } = born;
  const year = Number(today.slice(0, 4));
  if (dateOfBirth === null) return birthYear === null ? null : Math.max(0, year - birthYear);
  const hadBirthday = today.slice(5) >= dateOfBirth.slice(5);
  return Math.max(0, year - Number(dateOfBirth.slice(0, 4)) - (hadBirthday ? 0 : 1));
}
