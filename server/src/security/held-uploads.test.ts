/** Tests uploads that never end; the bytes of each upload stay in memory [SEC-11, SEC-16]. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenReport } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { pngOf } from '../testing/test-pictures.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;

before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao' });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
});
after(() => app.close());

async function writeReport(): Promise<string> {
  const body = givenReport(patient.userId, town.doctorId);
  return (await get(app, town.receptionist, 'createReport', { body })).report.id;
}

/** Begins to send a file of nine million bytes, and stops in the middle. */
async function begin(id: string, { token }: TestPerson) {
  const { hostname, port } = new URL(app.origin());
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  // Ignored: the server may close the connection of a refused upload while the test writes.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `PUT /api/hospital/reports/${id}/file HTTP/1.1\r\nhost: baari.test\r\nauthorization: Bearer ${token}\r\ncontent-type: image/png\r\ncontent-length: 9000000\r\n\r\n`,
  );
  socket.write(Buffer.alloc(100_000));
  return { heard: () => heard, end: () => socket.destroy() };
}

async function upload(id: string, { token }: TestPerson): Promise<number> {
  const answer = await fetch(`${app.origin()}/api/hospital/reports/${id}/file`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(pngOf(2, 2)),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, 'it did not happen in time');
    await sleep(20);
  }
}

test('one person can upload at most four files at once, blocks nobody else, and can upload again afterwards [SEC-11, SEC-16]', async () => {
  const id = await writeReport();
  const held = await Promise.all(Array.from({ length: 20 }, () => begin(id, town.receptionist)));
  await until(() => held.filter(({ heard }) => heard() !== '').length >= 16);
  const answered = held.map(({ heard }) => heard()).filter((heard) => heard !== '');
  assert.equal(answered.length, 16);
  for (const heard of answered) {
    assert.match(heard, /^HTTP\/1.1 429 /u);
    assert.match(heard, /^retry-after: \d+\r$/imu);
    assert.match(heard, /"too_many_requests"/u);
  }
  assert.equal(await upload(await writeReport(), town.admin), 200);
  assert.equal(await upload(id, town.receptionist), 429);
  for (const { end } of held) end();
  await until(async () => (await upload(id, town.receptionist)) === 200);
});
