/**
 * Runs the tests of `node:test` (all, or the files and folders named) against one PostgreSQL server. Files that are
 * named run in a process each, with `--share` in a single one; otherwise most share one with others.
 *
 * `--counts <file>` also writes how the tests of each file ended, as JSON.
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
const testFolders = ['contract/src', 'server/src', 'web/src', 'bench', 'scripts'];

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
  // The tests that need them are none of the gate.
  if (part !== 'gate') await ensurePrograms(files);
  // A file of rules runs in a second without one; a file that is missed here starts its own.
  const postgres = files.some(usesDatabase) ? await startTestPostgres() : undefined;
  const groups = groupsOf(files, howFilesRun(areNamed));
  try {
    return await runNodeTests(groups, postgres?.template);
  } finally {
    removeGroups(groups);
    await postgres?.stop();
  }
}

/** Of a folder all its tests, however deep. */
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
  // The server is stopped when the tests have ended, also when they were told to end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((ended) => {
    child.once('exit', (code) => ended(code ?? 1));
  });
}

/** Whether somebody asked for more of something than `npm test` does. */
function runsAtLength(): boolean {
  const flags = ['BAARI_LONG', 'BAARI_MODEL_RUNS', 'BAARI_KILLS', 'BAARI_CUTS', 'BAARI_CLOCK_RUNS'];
  return flags.some((flag) => process.env[flag] !== undefined);
}

function options(): string[] {
  const chosen = [
    // Two more than processors: tests wait for databases, for messages and for what ends.
    `--test-concurrency=${Math.max(2, availableParallelism()) + 2}`,
    // Of a whole file: what is run at length has an hour.
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
