/**
 * Runs the tests of `node:test` (all, or the named files and folders) against one PostgreSQL
 * server. Each named file runs in its own process; with `--share`, all named files run in one
 * process. Without names, most files share processes.
 *
 * `--counts <file>` also writes the results of each file as JSON.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PostgresAddress } from '../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { startTestPostgres } from '../server/src/testing/test-postgres.ts';
import { hasTestsOf, longWord, partAsked } from './test-runs/parts.mjs';
import { ensureTextsAreMade } from './texts/make-texts.mjs';
import { groupsOf, removeGroups } from './test-runs/test-groups.ts';
import { ensurePrograms } from './test-runs/test-programs.ts';

const part = partAsked();
const testFolders = ['contract/src', 'server/src', 'web/src', 'web/build', 'bench', 'scripts'];

const { values, positionals } = parseArgs({
  options: {
    counts: { type: 'string' },
    only: { type: 'string' },
    share: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

process.exitCode = await main();

async function main(): Promise<number> {
  const areNamed = positionals.length > 0;
  const named = (areNamed ? positionals : testFolders).map(testsIn);
  const files = [...new Set(globSync(named))]
    .filter((file) => hasTestsOf(readFileSync(file, 'utf8'), part))
    .toSorted();
  if (files.length === 0) {
    console.error('No test files found.');
    return 1;
  }
  await ensureTextsAreMade();
  // Debian programs are needed only by tests that `npm test` does not run.
  if (part !== 'gate') await ensurePrograms(files);
  // If no test file uses a database, no database is started, so that tests of pure logic run in a
  // second. A test that this check does not recognise starts its own database.
  const postgres = files.some(usesDatabase) ? await startTestPostgres() : undefined;
  const groups = groupsOf(files, howFilesRun(areNamed));
  try {
    return await runNodeTests(groups, postgres?.template);
  } finally {
    removeGroups(groups);
    await postgres?.stop();
  }
}

/** The test files at a path. For a folder, all test files below the folder. */
function testsIn(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? join(path, '**/*.test.ts')
    : path;
}

function howFilesRun(areNamed: boolean): 'grouped' | 'alone' | 'together' {
  if (!areNamed) return 'grouped';
  return values.share ? 'together' : 'alone';
}

function usesDatabase(file: string): boolean {
  return readFileSync(file, 'utf8').includes('/testing/');
}

function runNodeTests(files: string[], postgres: PostgresAddress | undefined): Promise<number> {
  const child = spawn(process.execPath, ['--test', ...options(), ...files], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...(postgres === undefined ? {} : { BAARI_TEST_POSTGRES: JSON.stringify(postgres) }),
    },
  });
  // Ends the tests when this process is interrupted, so that the database server is stopped after
  // them.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((ended) => {
    child.once('exit', (code) => ended(code ?? 1));
  });
}

/** Whether an environment variable asks for longer runs than `npm test`. */
function runsAtLength(): boolean {
  const flags = ['BAARI_LONG', 'BAARI_MODEL_RUNS', 'BAARI_KILLS', 'BAARI_CUTS', 'BAARI_CLOCK_RUNS'];
  return flags.some((flag) => process.env[flag] !== undefined);
}

function options(): string[] {
  const chosen = [
    // Two more test processes than processors run at once, because tests wait for databases,
    // messages and ends of processes.
    `--test-concurrency=${Math.max(2, availableParallelism()) + 2}`,
    // The limit of a whole file; long runs get an hour.
    `--test-timeout=${runsAtLength() ? 3_600_000 : 900_000}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
  ];
  if (values.counts !== undefined) {
    chosen.push(`--test-reporter=${new URL('test-runs/count-reporter.mjs', import.meta.url).href}`);
    chosen.push(`--test-reporter-destination=${values.counts}`);
  }
  if (part === 'gate') chosen.push(`--test-skip-pattern=${longWord}`);
  if (part === 'rest') chosen.push(`--test-name-pattern=${longWord}`);
  if (values.only !== undefined) chosen.push(`--test-name-pattern=${values.only}`);
  return chosen;
}
