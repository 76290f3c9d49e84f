/**
 * A reporter of `node --test` that writes one JSON object. It contains the number of passed, failed
 * and skipped tests and the time of each file. It also lists which tests failed, which files should
 * run again, and which tests were skipped and why.
 */
import { isAbsolute, relative } from 'node:path';
import { filesOfGroup, sharedProcess } from './test-group-files.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, ms: number }} FileCounts */
/** @typedef {Record<string, FileCounts>} CountsByFile */

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* countReporter(events) {
  /** @type {Set<string>} */
  const failures = new Set();
  /** @type {Set<string>} */
  const failedFiles = new Set();
  /** @type {Set<string>} The files of a group whose tests all ran to the end. */
  const ended = new Set();
  const skips = [];
  /** @type {CountsByFile} */
  const files = {};
  /** @param {string | undefined} file */
  const countsOf = (file = '') => (files[file] ??= { passed: 0, failed: 0, skipped: 0, ms: 0 });

  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file !== undefined && !filesOfGroup(data.file)) {
      countsOf(data.file).ms = data.duration_ms;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const file = fileOf(data);
    if (isWholeFile(data)) {
      ended.add(data.name);
      countsOf(data.name).ms = data.details.duration_ms;
    }
    if (type === 'test:fail' && !isOnlyThroughChildren(data)) {
      failures.add(titleOf(data));
      for (const again of filesOfGroup(file) ?? [file]) {
        if (!ended.has(again) || again === file) failedFiles.add(again);
      }
    }
    if (type === 'test:pass' && data.skip) skips.push(`${titleOf(data)}${reasonOf(data.skip)}`);
    const outcome = outcomeOf(type, data);
    if (outcome !== undefined) countsOf(file)[outcome] += 1;
  }
  yield JSON.stringify({ files, failures: [...failures], failedFiles: [...failedFiles], skips });
}

/** @typedef {import('node:test/reporters').TestEvent} TestEvent */
/** @typedef {Extract<TestEvent, { type: 'test:fail' }>['data']} Failed */
/** @typedef {Extract<TestEvent, { type: 'test:pass' }>['data']} Passed */

/**
 * The outcome of a test. Suites are not counted, except one that failed itself, such as a file that
 * cannot be loaded.
 * @param {'test:pass' | 'test:fail'} type
 * @param {Passed | Failed} data
 * @returns {'passed' | 'failed' | 'skipped' | undefined}
 */
function outcomeOf(type, data) {
  if (data.details.type === 'suite') {
    const isBroken = type === 'test:fail' && !isOnlyThroughChildren(/** @type {Failed} */ (data));
    return isBroken ? 'failed' : undefined;
  }
  // A test that is skipped with an empty reason also counts as skipped.
  if ((data.skip ?? data.todo) !== undefined) return 'skipped';
  return type === 'test:pass' ? 'passed' : 'failed';
}

/**
 * @param {{ details: { error?: Error & { failureType?: string } }, todo?: string | boolean }} data
 */
function isOnlyThroughChildren({ details, todo }) {
  return details.error?.failureType === 'subtestsFailed' || Boolean(todo);
}

/**
 * Whether the data belong to the suite of a whole test file that shares its process with other test
 * files.
 * @param {Passed | Failed} data
 */
function isWholeFile({ name, file, details }) {
  return details.type === 'suite' && file === sharedProcess && isAbsolute(name);
}

/**
 * @param {Passed | Failed} data
 */
function fileOf(data) {
  return isWholeFile(data) ? data.name : (data.file ?? '');
}

/**
 * @param {Passed | Failed} data
 */
function titleOf(data) {
  const file = fileOf(data);
  const path = relative(process.cwd(), file);
  if (data.name.includes(file)) return path;
  return file === '' ? data.name : `${path}: ${data.name}`;
}

/**
 * @param {string | boolean} skip
 */
function reasonOf(skip) {
  return typeof skip === 'string' ? `\n    ${skip}` : '';
}
