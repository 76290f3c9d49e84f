/**
 * Tests which libraries a start of the server loads. Each library costs memory while the server
 * runs, and time at every start.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { makeTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { startProcess } from './testing/processes/test-process.ts';

/**
 * The most library files that a start may load, somewhat more than today. Before raising this
 * number, consider lazily().
 */
const atMost = 500;
/** Libraries that are loaded only with the first call, message or document that needs them. */
const onlyWhenNeeded = [
  '@better-auth/core',
  '@better-auth/passkey',
  '@simplewebauthn/server',
  'kysely',
  'nodemailer',
  'web-push',
];
const counter = new URL('testing/measuring/count-modules.ts', import.meta.url).href;

const modules = z.record(z.string(), z.number());

let database: TestDatabase;
let folder: string;

before(async () => {
  database = await makeTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'baari-modules-'));
});
after(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Starts and stops a server, and returns how many files of each package it loaded. */
async function loadedByAStart(): Promise<Map<string, number>> {
  const file = join(folder, 'counts.json');
  const server = await startProcess(database, {
    options: ['--import', counter],
    settings: { BAARI_MODULE_COUNTS: file },
  });
  assert.equal(await server.end('SIGTERM'), 0);
  return new Map(Object.entries(modules.parse(JSON.parse(await readFile(file, 'utf8')))));
}

test('at its start the server loads no library that only some API calls need [WORK-1]', async () => {
  // The very first start makes the web push key; later starts find the key in the database.
  await loadedByAStart();
  const counts = await loadedByAStart();
  assert.ok((counts.get('fastify') ?? 0) > 0, 'the loaded files were counted');
  assert.deepEqual(
    onlyWhenNeeded.filter((name) => counts.has(name)),
    [],
  );
  const libraries = [...counts].filter(([name]) => name !== '');
  const total = libraries.reduce((sum, [, count]) => sum + count, 0);
  assert.ok(
    total <= atMost,
    `${total} files: ${libraries.map((each) => each.join(' ')).join(', ')}`,
  );
});

test('the compile cache of one start is kept for the next start, also when the server is killed [KEEP-1] @long', async () => {
  const cache = join(folder, 'compiled');
  const server = await startProcess(database, { settings: { NODE_COMPILE_CACHE: cache } });
  assert.equal(await server.end('SIGKILL'), null);
  const [made = ''] = await readdir(cache);
  const kept = await readdir(join(cache, made));
  assert.ok(kept.length > 100, `${kept.length} files were kept`);
});
