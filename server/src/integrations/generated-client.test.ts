/**
 * Tests that a client generated from Baari's API document by an outside generator
 * (openapi-typescript) compiles, and completes a visit with an API key.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown } from '../testing/test-people.ts';
import { makeTestFolder } from '../testing/test-postgres.ts';

const runProgram = promisify(execFile);
const resolve = createRequire(import.meta.url).resolve.bind(createRequire(import.meta.url));

let app: TestApp;
before(async () => {
  app = await makeTestApp({ isListening: true });
});
after(() => app.close());

/** A program of a hospital's engineer. It calls the API only through the generated types. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './baari.ts';

const [baseUrl = '', key = '', lineId = '', token = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });

const { data: line } = await api.GET('/hospital/doctors/{id}/queue', {
  params: { path: { id: lineId } },
});
const place = line?.queue.find((each) => each.token === token);
if (place === undefined) throw new Error('Nobody has this token.');
const called = await api.POST('/queues/{id}/start', { params: { path: { id: place.id } } });
if (called.data?.queue.status !== 'in_progress') throw new Error(JSON.stringify(called.error));
const done = await api.POST('/queues/{id}/complete', {
  params: { path: { id: place.id } },
  body: {},
});
console.log(done.data?.queue.status);
`;

test('a client that an outside generator makes from the API document compiles, and completes a visit with a key [API-28] @long', async () => {
  const town = await makeTown(app);
  const { queue } = await get(app, await makePerson(app), 'requestPlace', {
    body: { doctorId: town.doctorId },
  });
  const approved = await get(app, town.admin, 'approveRequest', { id: queue.id });
  const body = { name: 'Generated', scopes: ['queue:read', 'queue:act'] };
  const { key } = await get(app, town.admin, 'makeApiKey', { body });

  const folder = makeTestFolder();
  const generator = join(dirname(resolve('openapi-typescript/package.json')), 'bin/cli.js');
  const document = `${app.origin()}/api/v1/openapi.json`;
  const at = { cwd: folder };
  await runProgram(process.execPath, [generator, document, '-o', 'baari.ts'], at);
  assert.match(readFileSync(join(folder, 'baari.ts'), 'utf8'), /export interface paths/u);

  await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  await writeFile(join(folder, 'complete.ts'), program);
  await symlink(
    join(dirname(resolve('openapi-fetch/package.json')), '..'),
    join(folder, 'node_modules'),
  );
  const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
  const target = ['--target', 'esnext', '--module', 'nodenext', '--types', 'node', 'complete.ts'];
  await runProgram(process.execPath, [compiler, ...options, ...target], at);

  const base = `${app.origin()}/api/v1`;
  const given = ['complete.ts', base, key, town.doctorId, approved.queue.token ?? ''];
  const { stdout } = await runProgram(process.execPath, given, at);
  assert.equal(stdout.trim(), 'completed');
});
