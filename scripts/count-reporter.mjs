/** A reporter of `node --test` that writes one JSON object: how many tests ended how, which failed, in which files, and which were skipped and why. */
import { relative } from 'node:path';

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* countReporter(events) {
  const failures = new Set();
  const failedFiles = new Set();
  const skips = [];
  let counts = { tests: 0, passed: 0, skipped: 0, todo: 0 };
  for await (const { type, data } of events) {
    if (type === 'test:fail' && !isOnlyThroughChildren(data)) {
      failures.add(titleOf(data));
      if (data.file) failedFiles.add(data.file);
    }
    if (type === 'test:pass' && data.skip) skips.push(`${titleOf(data)}${reasonOf(data.skip)}`);
    if (type === 'test:summary' && data.file === undefined) counts = data.counts;
  }
  const skipped = counts.skipped + counts.todo;
  yield JSON.stringify({
    passed: counts.passed,
    failed: counts.tests - counts.passed - skipped,
    skipped,
    failures: [...failures],
    failedFiles: [...failedFiles],
    skips,
  });
}

/**
 * @param {{ details: { error?: Error & { failureType?: string } }, todo?: string | boolean }} data
 */
function isOnlyThroughChildren({ details, todo }) {
  return details.error?.failureType === 'subtestsFailed' || Boolean(todo);
}

/**
 * @param {{ name: string, file?: string }} data
 */
function titleOf({ name, file }) {
  return file && !name.includes(file) ? `${relative(process.cwd(), file)}: ${name}` : name;
}

/**
 * @param {string | boolean} skip
 */
function reasonOf(skip) {
  return typeof skip === 'string' ? `\n    ${skip}` : '';
}
