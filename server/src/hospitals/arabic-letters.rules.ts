/**
 * Compares a name in Arabic letters with one in a script that writes vowels. Arabic and Urdu omit
 * short vowels, write o, u and v with one letter, and e, i and y with another. Arabic has no p, v
 * or g.
 */

/** Letters in Arabic script that correspond to letters in other scripts. */
const classes: readonly (readonly [RegExp, string])[] = [
  [/tch|tsh|ch|sh|[čcsx]/gu, 's'],
  [/kh|gh|[kqg]/gu, 'k'],
  [/dh|d/gu, 'd'],
  [/th|t/gu, 't'],
  [/[pb]/gu, 'b'],
  [/[zj]/gu, 'j'],
  [/[mn]/gu, 'n'],
  [/[^a-z]|h/gu, ''],
  [/(?<letter>[a-z])\k<letter>+/gu, '$<letter>'],
];

/**
 * Writes the sound of a name in one form in Latin letters, so that an Arabic spelling and another
 * spelling can be compared.
 */
export function acrossArabic(sound: string): string {
  let result = sound;
  for (const [pattern, by] of classes) result = result.replaceAll(pattern, by);
  return result;
}

/** For each letter, the other letters to which it may correspond in the other script. */
const sames: Readonly<Record<string, string>> = {
  w: 'vouf',
  y: 'iea',
  f: 'v',
  v: 'wf',
  k: 'j',
  j: 'k',
};

const vowels = 'aeiou';

/**
 * The fewest letters of words that are compared. One letter fewer is enough if the Arabic word also
 * writes vowels, as in اپولو. Words with at least `sure` letters may differ in one letter.
 */
const fewest = 3;
const fewestWithVowels = 4;
const sure = 6;

/** Whether two words could be the same name; at least one of the words is in Arabic letters. */
export function isOneAcrossArabic(one: string, other: string): boolean {
  const counts = [lettersOf(one), lettersOf(other)];
  const [shorter, longer] = [Math.min(...counts), Math.max(...counts)];
  if (shorter < fewest && (shorter < fewest - 1 || longer < fewestWithVowels)) return false;
  const allowed = shorter >= sure ? 1 : 0;
  // The compared lengths leave out vowels, but each w and y may be a vowel. If the lengths
  // differ by more letters than these, the words cannot match.
  if (longer - shorter > allowed + Math.max(halfVowelsOf(one), halfVowelsOf(other))) return false;
  return difference(one, other) <= allowed;
}

function halfVowelsOf(word: string): number {
  return word.match(/[wy]/gu)?.length ?? 0;
}

/**
 * The number of letters of a word without its vowels, because Arabic spellings leave vowels out.
 */
function lettersOf(word: string): number {
  return word.match(/[^aeiou]/gu)?.length ?? 0;
}

/**
 * The least number of letters to remove from the two words to make them equal. Removed vowels are
 * not counted.
 */
function difference(one: string, other: string): number {
  let row = costsOf(other);
  for (const letter of one) {
    const next = [(row[0] ?? 0) + costOf(letter)];
    for (const [at, there] of Array.from(other).entries()) {
      const without = (row[at + 1] ?? 0) + costOf(letter);
      const more = (next[at] ?? 0) + costOf(there);
      const both = isOneLetter(letter, there) ? (row[at] ?? 0) : Number.POSITIVE_INFINITY;
      next.push(Math.min(without, more, both));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function costsOf(word: string): number[] {
  const costs = [0];
  for (const letter of word) costs.push((costs.at(-1) ?? 0) + costOf(letter));
  return costs;
}

function costOf(letter: string): number {
  return vowels.includes(letter) ? 0 : 1;
}

function isOneLetter(one: string, other: string): boolean {
  return one === other || isAlso(one, other) || isAlso(other, one);
}

function isAlso(one: string, other: string): boolean {
  return sames[one]?.includes(other) ?? false;
}
