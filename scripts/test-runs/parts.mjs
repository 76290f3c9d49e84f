/**
 * Which tests `npm test` runs (the gate), and which `npm run test:all` runs besides (the rest). The last word of a
 * test's name decides: a journey through the browser is in the gate where it ends in `@gate`; every other test is in
 * the gate unless it ends in `@long` (docs/decisions/tests/044).
 */

/** @typedef {'gate' | 'rest'} Part */

/** For the programs that run tests; unset, they run everything. */
export const partVariable = 'BAARI_TESTS';
export const gateWord = '@gate';
export const longWord = '@long';

/** The part that this process was asked to run; undefined for everything. */
export function partAsked() {
  const asked = process.env[partVariable];
  if (asked === undefined || asked === '') return undefined;
  if (asked === 'gate' || asked === 'rest') return asked;
  throw new Error(`${partVariable} is gate or rest, not ${asked}.`);
}

/** Of a test, or of a suite whose tests all are. */
const longName = new RegExp(`\\b(?:test|it|describe)\\(\\s*['"\`][^\n]*${longWord}['"\`]`, 'u');
const title = /\b(?:test|it)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gu;

/**
 * Whether a file of `node:test` has tests of this part. Its hooks would run for nothing otherwise, and Node would
 * count the empty file as a test.
 * @param {string} text of the file
 * @param {Part | undefined} part
 */
export function hasTestsOf(text, part) {
  if (part === undefined) return true;
  if (part === 'rest') return longName.test(text);
  const names = namesOf(text);
  return names.length === 0 || names.some((name) => !name.endsWith(longWord));
}

/**
 * The names of the tests of a file, as they are written there.
 * @param {string} text
 */
export function namesOf(text) {
  return [...text.matchAll(title)].map(([, , name = '']) => name);
}

/**
 * What the journeys of each part are filtered by: of the gate's journeys the rest repeats those of files that look at
 * screens, because the gate looks at each once instead of four times.
 * @param {Part | undefined} part
 * @param {readonly string[]} lookingFiles names of the test files that look at screens
 * @returns {{ grep?: RegExp, grepInvert?: RegExp }}
 */
export function journeysOf(part, lookingFiles) {
  if (part === undefined) return {};
  if (part === 'gate') return { grep: new RegExp(gateWord, 'u') };
  const looking = lookingFiles.map((file) => file.replaceAll('.', String.raw`\.`)).join('|');
  return { grepInvert: new RegExp(`^(?!\\S+ (?:${looking}) ).*${gateWord}`, 'u') };
}

/**
 * @param {Part | undefined} part
 * @returns {{ grep?: RegExp, grepInvert?: RegExp }}
 */
export function componentsOf(part) {
  if (part === undefined) return {};
  const long = new RegExp(longWord, 'u');
  return part === 'gate' ? { grepInvert: long } : { grep: long };
}
