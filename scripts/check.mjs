/**
 * `npm run check` checks types, formatting, lint, imports between parts, and unused code. It prints
 * one line for each check, and the check's output if it fails.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureTextsAreMade } from './texts/make-texts.mjs';
import { has, inModules, pinnedNode, root, run, toolEnvironment } from './project.mjs';

/** @typedef {{ name: string, args: string[], isEmptySuccess?: RegExp }} Check */
/** @typedef {{ name: string, isFine: boolean, output: string, seconds: string }} Outcome */

const atOnce = 2;
/**
 * Environment of the compiler and the linter, which are written in Go. Each gets one thread,
 * because two checks run at once and each thread of the compiler repeats work of the others.
 * Collecting garbage less often costs memory and saves a quarter of the time (docs/decisions/044).
 */
const ofGo = { GOMAXPROCS: '1', GOGC: '400' };
const sourceFolders = ['contract', 'packages', 'server', 'web', 'e2e', 'bench', 'scripts'];

/** @type {Check[]} */
const checks = [
  lint(),
  {
    name: 'regular expressions that text cannot stall (recheck)',
    args: ['scripts/checks/expressions.ts'],
  },
  types('contract', 'contract/tsconfig.json'),
  types('contract without Node and browser', 'contract/tsconfig.src.json'),
  types('client', 'packages/client/tsconfig.json'),
  types('server', 'server/tsconfig.json'),
  types('pure decisions without Node and browser', 'server/tsconfig.pure.json'),
  types('web', 'web/tsconfig.json'),
  types('web without Node', 'web/tsconfig.src.json'),
  types('e2e', 'e2e/tsconfig.json'),
  types('scripts and bench', 'tsconfig.json'),
  {
    name: 'formatting (biome)',
    args: [inModules('@biomejs/biome/bin/biome'), 'format', '--error-on-warnings'],
  },
  {
    name: 'who imports whom (dependency-cruiser)',
    args: [
      inModules('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err-long',
      ...sourceFolders.filter(has),
    ],
    // The checking tool also succeeds if it found no modules at all, which counts as a failure
    // here.
    isEmptySuccess: /\b0 modules/u,
  },
  {
    name: 'packages locked for every platform',
    args: ['scripts/checks/locked-packages.mjs'],
  },
  {
    name: 'requirements and their tests',
    args: ['scripts/checks/requirements.ts', '--check'],
  },
  {
    name: 'what docs/security names',
    args: ['scripts/checks/security-page.ts'],
  },
  {
    name: 'pages of help',
    args: ['scripts/checks/help-pages.ts'],
  },
  {
    name: 'dead code (knip)',
    args: [inModules('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
  },
];

/** @returns {Check} */
function lint() {
  return {
    name: 'lint (oxlint)',
    args: [inModules('oxlint/bin/oxlint'), '--type-aware', '--threads=1'],
  };
}

/**
 * @param {string} what
 * @param {string} config
 * @returns {Check}
 */
function types(what, config) {
  // The compiler keeps its results here, so that it checks only what changed.
  const known = join(root, '.cache/types', `${config.replaceAll('/', '-')}.tsbuildinfo`);
  const incremental = ['--incremental', '--tsBuildInfoFile', known];
  const args = [inModules('typescript/bin/tsc'), '-p', config, '--singleThreaded', ...incremental];
  return { name: `types: ${what}`, args };
}

/**
 * Runs every check, a few at a time, and prints each outcome.
 * @returns {Promise<Outcome[]>}
 */
export async function runChecks() {
  const waiting = [...checks];
  // Generated code comes first, because the type check needs it.
  const outcomes = [await checkTexts()];
  if (outcomes.some(({ isFine }) => !isFine)) return outcomes;
  await run(pinnedNode, [join(root, 'scripts/client-calls.ts')]);
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await runCheck(next);
      outcomes.push(outcome);
      print(outcome);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** @param {Outcome} outcome */
function print({ name, isFine, output, seconds }) {
  console.log(`${isFine ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (!isFine) console.log(output.trimEnd());
}

/** @returns {Promise<Outcome>} */
async function checkTexts() {
  const start = performance.now();
  const output = await ensureTextsAreMade().then(
    () => '',
    (error) => (error instanceof Error ? error.message : String(error)),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const outcome = { name: 'texts in every language', isFine: output === '', output, seconds };
  print(outcome);
  return outcome;
}

/**
 * @param {Check} check
 * @returns {Promise<Outcome>}
 */
async function runCheck({ name, args, isEmptySuccess }) {
  const start = performance.now();
  const { code, output } = await run(pinnedNode, args, {
    env: toolEnvironment(ofGo),
    isQuiet: true,
  });
  const isFine = code === 0 && !isEmptySuccess?.test(output);
  return { name, isFine, output, seconds: ((performance.now() - start) / 1000).toFixed(1) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const outcomes = await runChecks();
  const failed = outcomes.filter((outcome) => !outcome.isFine);
  const verdict = failed.length === 0 ? 'all fine' : `${failed.length} failed`;
  console.log(`${outcomes.length} checks, ${verdict}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
