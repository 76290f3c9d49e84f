/** Tests that the code of docs/fhir-live-queue.md does what the page says. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type Town } from '../testing/test-people.ts';
import { servedNames, servedTypes } from './search/served-types.rules.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
});
after(() => app.close());

const page = readFileSync(new URL('../../../docs/fhir-live-queue.md', import.meta.url), 'utf8');
const programs = [...page.matchAll(/```js\n(?<code>[\s\S]*?)```/gu)].map(
  ({ groups }) => groups?.['code'] ?? '',
);

/** Runs a program of the page beside this file, where it finds the packages of the server. */
async function run(program: string, given: readonly string[]): Promise<string> {
  const file = join(import.meta.dirname, `recipe-${process.pid}.mjs`);
  await writeFile(file, program);
  try {
    return (await promisify(execFile)(process.execPath, [file, ...given])).stdout.trim();
  } finally {
    await rm(file);
  }
}

test('the code of docs/fhir-live-queue.md gets a token with a public key, and reads the place of a patient with it [API-35, API-36]', async () => {
  const { queue } = await get(app, await makePerson(app), 'requestPlace', {
    body: { doctorId: town.doctorId },
  });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  const waiting = await get(app, town.receptionist, 'getEntry', { id: queue.id });
  const { apiKey } = await get(app, town.admin, 'makeApiKey', {
    body: { name: 'HIS', scopes: ['queue:read'] },
  });
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const publicKeys = JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid: 'one' });
  const set = await get(app, town.admin, 'setKeyClient', { id: apiKey.id, body: { publicKeys } });
  const file = join(import.meta.dirname, `recipe-${process.pid}.pem`);
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const [read = '', prove = ''] = programs;
  try {
    const given = [app.origin(), set.apiKey.client?.id ?? '', 'one', file];
    // The test's server listens at another address than its public one.
    const publicUrl = "'http://localhost:3999/fhir/token'";
    const token = await run(
      prove.replace('.setAudience(url)', `.setAudience(${publicUrl})`),
      given,
    );
    const found = await run(read, [app.origin(), token, waiting.queue.token ?? '']);
    assert.equal(found, `${queue.id} 1`);
  } finally {
    await rm(file);
  }
});

test('the page names every resource type with the scope that its key needs [API-35]', () => {
  for (const name of servedNames) {
    const rows = page.split('\n').filter((row) => row.includes(name) && row.startsWith('|'));
    assert.ok(
      rows.some((row) => row.includes(servedTypes[name].scope)),
      name,
    );
  }
});
