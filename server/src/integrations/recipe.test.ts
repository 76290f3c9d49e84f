/** Tests that the code of docs/api.md does what the page says. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installClient, machineEnvironment } from '../testing/stand-ins/installed-client.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown } from '../testing/test-people.ts';
import { makeTestFolder } from '../testing/test-postgres.ts';
import { makeWebhook, receiverSettings, until } from '../testing/stand-ins/webhook-receiver.ts';
import { freePort } from '../testing/processes/free-port.ts';

let app: TestApp;
before(async () => {
  app = await makeTestApp({ isListening: true, settings: receiverSettings });
});
after(() => app.close());

/** The programs of the page, in its order. */
const programs = [...readPage().matchAll(/```js\n(?<code>[\s\S]*?)```/gu)].map(
  ({ groups }) => groups?.['code'] ?? '',
);

function readPage(): string {
  return readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
}

test('the code of docs/api.md completes the visit of a patient who waits behind another, with a key for the queue alone [API-28]', async () => {
  const town = await makeTown(app);
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const body = { doctorId: town.doctorId };
    const { queue } = await get(app, await makePerson(app), 'requestPlace', { body });
    await get(app, town.admin, 'approveRequest', { id: queue.id });
    ids.push(queue.id);
  }
  const [, second = ''] = ids;
  const { queue: waiting } = await get(app, town.admin, 'getEntry', { id: second });
  assert.equal(waiting.position, 2);
  const body = { name: 'HIS bridge', scopes: ['queue:read', 'queue:act'] };
  const { key } = await get(app, town.admin, 'makeApiKey', { body });
  const file = join(makeTestFolder(), 'complete.mjs');
  await writeFile(file, programs[0] ?? '');
  const given = [file, app.origin(), key, town.doctorId, waiting.token ?? ''];
  await promisify(execFile)(process.execPath, given);
  const { queue } = await get(app, town.admin, 'getEntry', { id: second });
  assert.equal(queue.status, 'completed');
});

test('the code of docs/api.md tells the hospital’s system of each approval once, also after a break, and completes the visit from there [API-31, API-29]', async (t) => {
  const town = await makeTown(app);
  const scopes = ['queue:read', 'queue:act', 'events:read'];
  const { key } = await get(app, town.admin, 'makeApiKey', { body: { name: 'HIS', scopes } });
  const told: string[] = [];
  const system = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => told.push(text));
    request.on('end', () => response.end());
  });
  const [address, port] = [await listen(system), await freePort()];
  t.after(() => system.close());
  const folder = await installClient();
  const file = join(folder, 'tell.mjs');
  const cursor = join(folder, 'cursor');
  await writeFile(file, programs[1] ?? '');
  // The program saves no cursor before the first event, so it begins where this test begins.
  const { next } = await get(app, town.admin, 'listEvents');
  await writeFile(cursor, next);
  const ids: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    const given = [file, app.origin(), key, cursor, `http://127.0.0.1:${address}/`, String(port)];
    const before = readFileSync(cursor, 'utf8');
    const { queue } = await get(app, await makePerson(app), 'requestPlace', {
      body: { doctorId: town.doctorId },
    });
    ids.push(queue.id);
    await get(app, town.admin, 'approveRequest', { id: queue.id });
    const child = spawn('node', given, { env: machineEnvironment, stdio: 'inherit' });
    await until(() => told.length > run && readFileSync(cursor, 'utf8') !== before, 'the approval');
    const complete = () => fetch(`http://127.0.0.1:${port}/${queue.id}`, { method: 'POST' });
    assert.equal((await complete()).status, 200);
    const again = await complete();
    assert.match(`${again.status} ${await again.text()}`, /^409 illegal_transition/u);
    // The events of the completion are read too, before the program ends.
    await sleep(500);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(
      (await get(app, town.admin, 'getEntry', { id: queue.id })).queue.status,
      'completed',
    );
  }
  assert.deepEqual(
    told.map((text) => ids.findIndex((id) => text.includes(id))),
    [0, 1],
  );
});

test('the receiver of docs/api.md checks the signature of each event, and prints the events of a visit [API-30]', async () => {
  const town = await makeTown(app);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { id: webhookId, secret } = await makeWebhook(app, town.admin, url);
  // A file beside this test finds the package that the page names.
  const file = fileURLToPath(new URL(`receiver-${port}.mjs`, import.meta.url));
  await writeFile(file, programs[2] ?? '');
  const child = spawn(process.execPath, [file, String(port), secret]);
  try {
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
    });
    const isUp = async () => {
      const { attempt } = await get(app, town.admin, 'testWebhook', { id: webhookId });
      return attempt.outcome === 'delivered' || attempt.status === 400;
    };
    await until(isUp, 'the receiver listens');
    const forged = await fetch(url, { method: 'POST', body: '{}' });
    assert.equal(forged.status, 400);
    text = '';
    const { queue } = await get(app, await makePerson(app), 'requestPlace', {
      body: { doctorId: town.doctorId },
    });
    await get(app, town.admin, 'approveRequest', { id: queue.id });
    const { token } = (await get(app, town.admin, 'getEntry', { id: queue.id })).queue;
    await until(() => text.split('\n').length > 2, 'two events');
    assert.equal(text, `place.requested null pending_approval\nplace.approved ${token} waiting\n`);
  } finally {
    child.kill('SIGKILL');
    await rm(file);
  }
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
