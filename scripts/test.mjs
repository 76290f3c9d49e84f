/**
 * `npm test`: the static checks, the unit and API tests, the browser tests; then one summary whose
 * last line is `N passed, N failed, N skipped`. Fails when anything failed or nothing ran. What failed
 * is tried once more, and what passes only then is named: these machines are shared, and a pause is
 * no defect, but a race should not hide either (docs/decisions/012).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { runBrowserTests } from './e2e.mjs';
import { ensureInstalled } from './install.mjs';
import { pinnedNode, root, run, secondsSince, toolEnvironment } from './project.mjs';

/**
 * `unsteady` names what failed and then passed when tried once more, `skips` what was not tried at all.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], unsteady?: string[], skips?: string[] }} Counts
 */
/** @typedef {{ name: string, work: (counts: string) => Promise<Counts> }} Part */

/** @type {Part[]} */
const parts = [
  { name: 'Static checks', work: staticChecks },
  { name: 'Unit and API tests', work: unitTests },
  { name: 'Browser tests', work: browserTests },
];

process.exitCode = await main();

async function main() {
  try {
    await ensureInstalled();
  } catch (error) {
    console.error(messageOf(error));
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'baari-counts-'));
  /** @type {string[]} */
  const lines = [];
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  /** @type {string[]} */
  const unsteady = [];
  /** @type {string[]} */
  const skips = [];
  for (const { name, work } of parts) {
    console.log(`\n── ${name} ──`);
    const start = Date.now();
    const counts = await tryPart(name, () => work(join(folder, `${lines.length}.json`)));
    lines.push(`${name}: ${sentence(counts)} (${secondsSince(start)} s)`);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    total.failures.push(...counts.failures);
    unsteady.push(...(counts.unsteady ?? []));
    skips.push(...(counts.skips ?? []));
  }
  rmSync(folder, { recursive: true, force: true });
  summarise(lines, total, { unsteady, skips });
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/**
 * A part that breaks, or in which no test ran, counts as one failure.
 * @param {string} name
 * @param {() => Promise<Counts>} work
 * @returns {Promise<Counts>}
 */
async function tryPart(name, work) {
  try {
    const counts = await work();
    if (counts.passed + counts.failed + counts.skipped > 0) return counts;
    return brokenPart(`${name}: no test ran`);
  } catch (error) {
    console.error(messageOf(error));
    return brokenPart(`${name}: ${messageOf(error).split('\n')[0]}`);
  }
}

/**
 * @param {string} failure
 * @returns {Counts}
 */
function brokenPart(failure) {
  return { passed: 0, failed: 1, skipped: 0, failures: [failure] };
}

/**
 * @param {string[]} lines
 * @param {Counts} total
 * @param {{ unsteady: string[], skips: string[] }} noted
 */
function summarise(lines, total, { unsteady, skips }) {
  console.log('\n── Summary ──');
  for (const line of lines) console.log(line);
  if (skips.length > 0) console.log('\nSkipped:');
  for (const test of skips) console.log(`  – ${test}`);
  if (unsteady.length > 0) console.log('\nPassed only when tried once more:');
  for (const test of unsteady) console.log(`  ⚠ ${test}`);
  if (total.failures.length > 0) console.log('\nFailed:');
  for (const failure of total.failures) console.log(`  ✖ ${failure}`);
  console.log(`\n${sentence(total)}`);
}

/**
 * @param {Counts} counts
 */
function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** @returns {Promise<Counts>} */
async function staticChecks() {
  const outcomes = await runChecks();
  const failures = outcomes.filter(({ isFine }) => !isFine).map(({ name }) => name);
  const failed = failures.length;
  return { passed: outcomes.length - failed, failed, skipped: 0, failures };
}

/**
 * @param {string} countsFile
 * @returns {Promise<Counts>}
 */
async function unitTests(countsFile) {
  const first = await runUnitTests(countsFile, []);
  if (first.failed === 0 || first.failedFiles.length === 0) return first;
  console.log('\n── Once more, what failed ──');
  const again = await runUnitTests(countsFile, first.failedFiles);
  const unsteady = first.failures.filter((failure) => !again.failures.includes(failure));
  const failed = again.failures.length;
  const passed = first.passed + first.failed - failed;
  return { ...first, passed, failed, failures: again.failures, unsteady };
}

/**
 * @param {string} countsFile
 * @param {string[]} files all, when none is named
 * @returns {Promise<Counts & { failedFiles: string[] }>}
 */
async function runUnitTests(countsFile, files) {
  const args = [join(root, 'scripts/unit-tests.ts'), '--counts', countsFile, ...files];
  const { code } = await run(pinnedNode, args, { env: toolEnvironment() });
  const counts = /** @type {Counts & { failedFiles: string[] }} */ (readJson(countsFile, code));
  return { ...withExitCode(counts, code), failedFiles: counts.failedFiles };
}

/**
 * @param {string} reportFile
 * @returns {Promise<Counts>}
 */
async function browserTests(reportFile) {
  const code = await runBrowserTests(['--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
  });
  return withExitCode(countPlaywright(/** @type {Report} */ (readJson(reportFile, code))), code);
}

/** @typedef {{ title: string, file: string, ok: boolean, tests: { status: string }[] }} Spec */
/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ expected: number, unexpected: number, flaky: number, skipped: number }} Stats */
/** @typedef {{ stats: Stats, suites: Suite[], errors: { message?: string }[] }} Report */

/**
 * @param {Report} report
 * @returns {Counts}
 */
function countPlaywright({ stats, suites, errors }) {
  const broken = errors.map(({ message }) => `e2e: ${message?.split('\n')[0] ?? 'an error'}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + broken.length,
    skipped: stats.skipped,
    failures: [...titlesOf(suites, 'unexpected'), ...broken],
    unsteady: titlesOf(suites, 'flaky'),
    skips: titlesOf(suites, 'skipped'),
  };
}

/**
 * @param {Suite[]} suites
 * @param {string} wanted
 * @returns {string[]}
 */
function titlesOf(suites, wanted) {
  return specsOf(suites)
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ file, title }) => `e2e/${file}: ${title}`);
}

/**
 * @param {Suite[]} suites
 * @returns {Spec[]}
 */
function specsOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

/**
 * A runner that failed without a failed test (a hook, a crash) must not pass for a success.
 * @param {Counts} counts
 * @param {number} code
 * @returns {Counts}
 */
function withExitCode(counts, code) {
  if (code === 0 || counts.failed > 0) return counts;
  const failure = `the runner ended with exit code ${code}`;
  return { ...counts, failed: 1, failures: [...counts.failures, failure] };
}

/**
 * @param {string} file
 * @param {number} code
 * @returns {unknown}
 */
function readJson(file, code) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`The runner ended with exit code ${code} and told no results.`, { cause });
  }
}

/**
 * @param {unknown} error
 */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
