/**
 * `npm test` runs the static checks, the unit and API tests, the component tests, and one browser
 * test of each capability. `npm run test:all` runs the remaining tests, and with `--everything` all
 * tests. Each command ends with a summary whose last line is `N passed, N failed, N skipped`. It
 * fails if anything failed or nothing ran.
 *
 * `npm test` retries nothing, because a retry would hide race conditions. The other commands list
 * tests that pass only on retry (docs/decisions/tests/044).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runChecks } from './check.mjs';
import { runBrowserTests } from './e2e.mjs';
import { ensureInstalled } from './install.mjs';
import { pinnedNode, root, run, secondsSince, toolEnvironment } from './project.mjs';
import { isTimeOver, partVariable } from './test-runs/parts.mjs';
import { filesOfGroup } from './test-runs/test-group-files.mjs';

/** @typedef {{ file: string, ms: number }} FileTime */
/**
 * The results of a part. `unsteady`: tests that failed and then passed on retry. `skips`: tests
 * that were skipped. `times`: how long each file took.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], unsteady?:
 * string[], skips?: string[], times?: FileTime[] }} Counts
 */
/** @typedef {{ name: string, work: (counts: string) => Promise<Counts> }} Part */

const isEverything = process.argv.includes('--everything');
/** The part of the tests to run; undefined runs everything. */
const part = isEverything ? undefined : process.argv.includes('--rest') ? 'rest' : 'gate';

/** @type {Part[]} */
const parts = [
  ...(part === 'rest' ? [] : [{ name: 'Static checks', work: staticChecks }]),
  { name: 'Unit and API tests', work: unitTests },
  { name: 'Component and browser tests', work: browserTests },
];

const slowestShown = 10;

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
  /** @type {FileTime[]} */
  const times = [];
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
    times.push(...(counts.times ?? []));
  }
  rmSync(folder, { recursive: true, force: true });
  summarise(lines, total, { unsteady, skips, times });
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
 * @param {{ unsteady: string[], skips: string[], times: FileTime[] }} noted
 */
function summarise(lines, total, { unsteady, skips, times }) {
  console.log('\n── Summary ──');
  for (const line of lines) console.log(line);
  console.log('\nThe slowest files:');
  for (const { file, ms } of slowest(times)) {
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
  }
  if (isTimeOver()) console.log('\nThe time was over before every browser test had begun.');
  if (skips.length > 0) console.log('\nSkipped:');
  for (const test of skips) console.log(`  – ${test}`);
  if (unsteady.length > 0) console.log('\nPassed only when tried once more:');
  for (const test of unsteady) console.log(`  ⚠ ${test}`);
  if (total.failures.length > 0) console.log('\nFailed:');
  for (const failure of total.failures) console.log(`  ✖ ${failure}`);
  console.log(`\n${sentence(total)}`);
}

/**
 * @param {FileTime[]} times
 */
function slowest(times) {
  return times.toSorted((one, other) => other.ms - one.ms).slice(0, slowestShown);
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

/** @typedef {{ files: import('./test-runs/count-reporter.mjs').CountsByFile, failures: string[], failedFiles: string[], skips: string[] }} UnitReport */

/**
 * @param {string} countsFile
 * @returns {Promise<Counts>}
 */
async function unitTests(countsFile) {
  const first = await runUnitTests(countsFile, []);
  if (part === 'gate' || first.report.failedFiles.length === 0 || isTimeOver())
    return unitCounts(first.report, first.code);
  console.log('\n── Once more, what failed ──');
  const again = await runUnitTests(countsFile, first.report.failedFiles);
  const unsteady = first.report.failures.filter((each) => !again.report.failures.includes(each));
  const files = { ...withoutGroups(first.report.files), ...again.report.files };
  return {
    ...unitCounts({ ...again.report, files }, again.code),
    unsteady,
    skips: first.report.skips,
  };
}

/**
 * The test counts of the single test files, without those of groups. If the process of a group
 * crashed, its unfinished files have run again one by one.
 * @param {UnitReport['files']} files
 */
function withoutGroups(files) {
  const entries = Object.entries(files);
  return Object.fromEntries(entries.filter(([file]) => filesOfGroup(file) === undefined));
}

/**
 * @param {UnitReport} report
 * @param {number} code
 * @returns {Counts}
 */
function unitCounts({ files, failures, skips }, code) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of Object.values(files)) {
    counts.passed += passed;
    counts.failed += failed;
    counts.skipped += skipped;
  }
  const times = Object.entries(files).map(([file, { ms }]) => ({ file: relative(root, file), ms }));
  return withExitCode({ ...counts, failures, skips, times }, code);
}

/**
 * @param {string} countsFile
 * @param {string[]} files all, when none is named
 */
async function runUnitTests(countsFile, files) {
  const args = [join(root, 'scripts/unit-tests.ts'), '--counts', countsFile, ...files];
  const { code } = await run(pinnedNode, args, { env: toolEnvironment(partEnvironment()) });
  return { code, report: /** @type {UnitReport} */ (readJson(countsFile, code)) };
}

/**
 * Runs component and browser tests in one Playwright run, so that component tests use the
 * processors while the last browser tests end.
 * @param {string} reportFile
 * @returns {Promise<Counts>}
 */
async function browserTests(reportFile) {
  const code = await runBrowserTests(['--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    ...partEnvironment(),
  });
  return withExitCode(countPlaywright(/** @type {Report} */ (readJson(reportFile, code))), code);
}

/** @returns {Record<string, string>} */
function partEnvironment() {
  return part === undefined ? {} : { [partVariable]: part };
}

/** @typedef {{ status: string, results: { duration: number }[] }} Tried */
/** @typedef {{ title: string, file: string, ok: boolean, tests: Tried[] }} Spec */
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
    times: timesOf(suites),
  };
}

/**
 * @param {Suite[]} suites
 * @returns {FileTime[]}
 */
function timesOf(suites) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { file, tests } of specsOf(suites)) {
    const ms = tests.flatMap(({ results }) => results).map(({ duration }) => duration);
    const path = `e2e/src/${file}`;
    times.set(
      path,
      ms.reduce((sum, each) => sum + each, times.get(path) ?? 0),
    );
  }
  return [...times].map(([file, ms]) => ({ file, ms }));
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
 * Adds a failure if the runner failed without a failed test, for example in a hook or by a crash.
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
    throw new Error(`The runner ended with exit code ${code} and reported no results.`, { cause });
  }
}

/**
 * @param {unknown} error
 */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
