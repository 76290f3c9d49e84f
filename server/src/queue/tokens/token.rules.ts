/** Tokens: what a patient is called by where names would be overheard, such as C-017 [ARR-3]. */

export interface Token {
  readonly text: string;
  /** The day of the hospital on which its number is used, YYYY-MM-DD. */
  readonly day: string;
  readonly number: number;
}

const digits = 3;
/** Without I and O, which a screen across a room shows as 1 and 0. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.split('');

export function tokenOf(letters: string, day: string, number: number): Token {
  return { text: `${letters}-${String(number).padStart(digits, '0')}`, day, number };
}

/** The first number after `highest` that nobody who is still there holds. */
export function firstFreeAfter(highest: number, held: ReadonlySet<number>): number {
  let number = highest + 1;
  while (held.has(number)) number += 1;
  return number;
}

/**
 * The letters of a doctor's tokens that nobody else at the hospital has: an initial of the name, the
 * last word's first, then any letter, then two and three.
 */
export function lettersFor(doctorName: string, taken: ReadonlySet<string>): string {
  const words = doctorName
    .normalize('NFD')
    .toUpperCase()
    .replace(/^\s*DR\.?\s+/u, '')
    .split(/[^A-Z]+/u);
  const initials = words.toReversed().map((word) => word[0] ?? '');
  const wished = initials.filter((letter) => alphabet.includes(letter));
  for (const letters of [...wished, ...alphabet]) if (!taken.has(letters)) return letters;
  for (const letters of longer(alphabet)) if (!taken.has(letters)) return letters;
  for (const letters of longer(longer(alphabet))) if (!taken.has(letters)) return letters;
  throw new Error('A hospital of more than fourteen thousand doctors.');
}

function longer(beginnings: readonly string[]): string[] {
  return beginnings.flatMap((beginning) => alphabet.map((letter) => beginning + letter));
}
