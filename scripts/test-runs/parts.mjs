/**
 * Decides which tests `npm test` runs (called the gate), and which tests only `npm run test:all`
 * runs (called the rest). The last word of a test's name decides. A browser test with a server is
 * in the gate if its name ends in `@gate`. Every other test is in the gate unless its name ends in
 * `@long` (docs/decisions/tests/044).
 */

/** @typedef {'gate' | 'rest'} Part */

/**
 * The environment variable that tells test programs which part to run. Without it, they run
 * everything.
 */
export const partVariable = 'BAARI_TESTS';
/**
 * The environment variable with the time, in ms since 1970, after which no further browser test
 * begins. `.ci/run` sets it for the rest, because its time is limited and machines differ in speed.
 */
export const untilVariable = 'BAARI_UNTIL';
export const gateWord = '@gate';
export const longWord = '@long';

/** The part that this process was asked to run; undefined for everything. */
export function partAsked() {
  const asked = process.env[partVariable];
  if (asked === undefined || asked === '') return undefined;
  if (asked === 'gate' || asked === 'rest') return asked;
  throw new Error(`${partVariable} is gate or rest, not ${asked}.`);
}

/** Whether the time of this run is over, so that no further browser test begins. */
export function isTimeOver() {
  const until = process.env[untilVariable];
  return until !== undefined && Date.now() > Number(until);
}

/** Matches the name of a test that ends in `@long`, or of a suite that contains only such tests. */
const longName = new RegExp(`\\b(?:test|it|describe)\\(\\s*['"\`][^\n]*${longWord}['"\`]`, 'u');
const title = /\b(?:test|it)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gu;

/**
 * Whether a file of `node:test` has tests of this part. Without such tests, its hooks would run for
 * nothing, and Node would count the empty file as a test.
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
 * The names of the tests of a file, as written in its source.
 * @param {string} text
 */
export function namesOf(text) {
  return [...text.matchAll(title)].map(([, , name = '']) => name);
}

/**
 * The Playwright filters for the browser tests of a part.
 * @param {Part | undefined} part
 * @returns {{ grep?: RegExp, grepInvert?: RegExp }}
 */
export function journeysOf(part) {
  if (part === undefined) return {};
  const gate = new RegExp(gateWord, 'u');
  return part === 'gate' ? { grep: gate } : { grepInvert: gate };
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
