/**
 * Rules for tokens such as C-017. Patients are called by token, because others would overhear a
 * name [ARR-3].
 */

export interface Token {
  readonly text: string;
  /** The hospital's day for which the number is issued, YYYY-MM-DD. */
  readonly day: string;
  readonly number: number;
}

const digits = 3;
/**
 * The letters that tokens may begin with. I and O are left out, because they look like 1 and 0 on a
 * distant screen.
 */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.split('');

export function tokenOf(letters: string, day: string, number: number): Token {
  return { text: `${letters}-${String(number).padStart(digits, '0')}`, day, number };
}

/** The first number after `highest` that belongs to no token of a present patient. */
export function firstFreeAfter(highest: number, held: ReadonlySet<number>): number {
  let number = highest + 1;
  while (held.has(number)) number += 1;
  return number;
}

/**
 * The letters of a doctor's tokens, unique within the hospital. First choice is an initial of the
 * name (last word first), then any letter, then two or three letters.
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
