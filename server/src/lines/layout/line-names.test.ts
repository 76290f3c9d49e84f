/** Tests that patients read the names of lines and counters in their own language [LINE-1]. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@baari/contract/languages.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { listOutboxMessages } from '../../platform/messages/outbox.store.ts';
import { notifyOfQueue } from '../../notifications/notify-of-queue.ts';
import { publicUrl } from '../../testing/identity-app.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../../testing/test-stops.ts';
import { openStream } from '../../testing/test-stream.ts';

const hindi = { 'accept-language': 'hi' };
const names = { hi: 'प्रयोगशाला', ur: 'لیبارٹری' };
const pointNames = { hi: 'काउंटर 1' };

let app: TestApp;
let town: Town;
let patient: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Verma' });
});
after(() => app.close());
beforeEach(() => clearLines(app));

/** The body that saves a line unchanged, except for the given fields. */
function whole(line: SharedLine, given: object = {}): object {
  const { name, department, room, order, returnsEvery, asksFromHome, next } = line;
  return { name, department, room, order, returnsEvery, asksFromHome, next, ...given };
}

/**
 * A laboratory line with one counter. Line and counter have Hindi names, and the line accepts
 * requests from home.
 */
async function makeLaboratory(): Promise<SharedLine> {
  const made = await makeLine(app, town.admin, { name: 'Laboratory' });
  const [point] = made.points;
  assert.ok(point !== undefined);
  const body = whole(made, { names, asksFromHome: true });
  await get(app, town.admin, 'editLine', { id: made.id, body });
  const renamed = { name: 'Counter 1', names: pointNames };
  const { line } = await get(app, town.admin, 'renamePoint', { id: point.id, body: renamed });
  return line;
}

async function waitsIn(line: SharedLine): Promise<string> {
  const asked = await get(app, patient, 'requestPlace', { body: { doctorId: line.id } });
  await get(app, town.receptionist, 'approveRequest', { id: asked.queue.id });
  return asked.queue.id;
}

test('patients read the translated names of a line and its counter if there are any, and staff read the original names [LINE-1, LINE-2]', async () => {
  const line = await makeLaboratory();
  const { queue: asked } = await get(app, patient, 'requestPlace', {
    body: { doctorId: line.id },
    headers: { ...hindi, 'idempotency-key': 'asks-once' },
  });
  assert.equal(asked.doctor.name, 'प्रयोगशाला', 'the answer to the request');
  const { queue: again } = await get(app, patient, 'requestPlace', {
    body: { doctorId: line.id },
    headers: { ...hindi, 'idempotency-key': 'asks-once' },
  });
  assert.equal(again.doctor.name, 'प्रयोगशाला', 'the same once more');
  const { queue: approved } = await get(app, town.receptionist, 'approveRequest', {
    id: asked.id,
    headers: hindi,
  });
  assert.equal(approved.doctor.name, 'Laboratory', 'the desk');
  await get(app, town.receptionist, 'callNext', { id: line.points[0]?.id ?? '' });
  const read = async (language: Language) => {
    const { queues } = await get(app, patient, 'listOpenEntries', {
      headers: { 'accept-language': language },
    });
    const { doctor, point } = queues[0] ?? assert.fail('no entry');
    return [doctor.name, doctor.room, point?.name];
  };
  assert.deepEqual(await read('hi'), ['प्रयोगशाला', 'काउंटर 1', 'काउंटर 1']);
  assert.deepEqual(await read('ur'), ['لیبارٹری', 'Counter 1', 'Counter 1']);
  assert.deepEqual(await read('ta'), ['Laboratory', 'Counter 1', 'Counter 1']);
  const { journey } = await get(app, patient, 'getJourney', { id: asked.id, headers: hindi });
  assert.deepEqual(
    journey.stops.map(({ name, room }) => [name, room]),
    [['प्रयोगशाला', 'काउंटर 1']],
  );
  const desk = await get(app, town.receptionist, 'getJourney', { id: asked.id, headers: hindi });
  assert.equal(desk.journey.stops[0]?.name, 'Laboratory');
  const id = line.points[0]?.id ?? '';
  await get(app, town.receptionist, 'finishAtPoint', { id, body: { as: 'completed' } });
  const { queues } = await get(app, patient, 'listHistory', { headers: hindi });
  assert.equal(queues[0]?.doctor.name, 'प्रयोगशाला', 'past visits');
});

test('a patient’s live events name the line in the page’s language, and the desk’s events use the original name [LINE-1, EV-11]', async () => {
  const line = await makeLaboratory();
  const streams = {
    hi: await openStream(app, patient, { language: 'hi' }),
    en: await openStream(app, patient, { language: 'en' }),
    desk: await openStream(app, town.receptionist, { language: 'hi' }),
  };
  try {
    const place = streams.hi.frames[0]?.id;
    await waitsIn(line);
    const nameIn = async (stream: (typeof streams)['hi']) => {
      const { event } = await stream.find((frame) => frame.event.type === 'queue_joined');
      assert.ok(event.type === 'queue_joined');
      return event.data.doctor.name;
    };
    const patientName = async (stream: (typeof streams)['hi']) => {
      const { event } = await stream.find((frame) => frame.event.type === 'queue_approved');
      assert.ok(event.type === 'queue_approved');
      return event.data.doctor.name;
    };
    assert.equal(await patientName(streams.hi), 'प्रयोगशाला');
    assert.equal(await patientName(streams.en), 'Laboratory');
    assert.equal(await nameIn(streams.desk), 'Laboratory');
    assert.doesNotMatch(streams.desk.frames.map(({ raw }) => raw).join(''), /lineNames/u);
    const back = await openStream(app, patient, { language: 'hi', lastEventId: place });
    assert.equal(await patientName(back), 'प्रयोगशाला');
    back.cut();
  } finally {
    for (const stream of Object.values(streams)) stream.cut();
  }
});

test('a line’s name in the ticket, the message and the public list is in the reader’s language [LINE-1, LINE-6, ARR-4, PAT-11]', async () => {
  const line = await makeLaboratory();
  const id = await waitsIn(line);
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id });
  const { pathname } = new URL(ticket.url);
  const page = async (language: string) =>
    (await app.send({ method: 'GET', url: `${pathname}?lang=${language}` })).text;
  assert.match(await page('hi'), /प्रयोगशाला/u);
  assert.match(await page('en'), /Laboratory/u);
  await get(app, patient, 'keepOwnLanguage', { body: { language: 'hi', isFirst: false } });
  await get(app, town.receptionist, 'callNext', { id: line.points[0]?.id ?? '' });
  await notifyOfQueue({ db: app.db, clock: app.clock, publicUrl, canSendSms: true }, line.id);
  const isMailed = async () => {
    const mails = await listOutboxMessages(app.db, 100);
    return mails.some(({ plain }) => plain.includes('प्रयोगशाला, काउंटर 1'));
  };
  for (let tries = 0; tries < 100 && !(await isMailed()); tries += 1) await sleep(50);
  assert.ok(await isMailed(), 'no mail names the line in Hindi');
  const listed = async (language: Language) => {
    const { lines } = await get(app, patient, 'listHomeLines', {
      id: town.hospitalId,
      headers: { 'accept-language': language },
    });
    return lines.map(({ name }) => name);
  };
  assert.deepEqual(await listed('hi'), ['प्रयोगशाला']);
  assert.deepEqual(await listed('bn'), ['Laboratory']);
});

test('translated names follow the same rules as original names, and are unique in each language [LINE-1, SEC-20]', async () => {
  const line = await makeLaboratory();
  const other = await makeLine(app, town.admin, { name: 'Blood tests', points: 2 });
  const edit = (given: object) =>
    call(app, town.admin, 'editLine', { id: other.id, body: whole(other, given) });
  assertRefused(await edit({ names: { hi: 'बाएँ\u202eदाएँ' } }), 'invalid_request');
  assertRefused(await edit({ names: { hi: ' ' } }), 'invalid_request');
  assertRefused(await edit({ names: { xx: 'Labo' } }), 'invalid_request');
  assertRefused(await edit({ names: { hi: 'प्रयोगशाला' } }), 'line_exists');
  // The existing laboratory has no Tamil name, so Tamil readers see its plain name. The new Tamil
  // name would be the same.
  assertRefused(await edit({ names: { ta: 'laboratory' } }), 'line_exists');
  const body = { lines: [{ name: 'Scan', kind: 'imaging', names: { ur: names.ur } }] };
  assertRefused(await call(app, town.admin, 'addLines', { body }), 'line_exists');
  const [first, second] = other.points;
  const rename = (given: object) =>
    call(app, town.admin, 'renamePoint', { id: second?.id ?? '', body: given });
  const taken = { name: 'Counter 2', names: { hi: first?.name } };
  assertRefused(await rename(taken), 'point_exists');
  assert.equal((await edit({ names: { hi: 'ख़ून की जाँच' } })).status, 200);
  const [known] = (await get(app, town.admin, 'listLines', { query: { search: 'Labo' } })).lines;
  assert.deepEqual(known?.names, names);
  assert.deepEqual(known.points[0]?.names, line.points[0]?.names);
});

test('saving translated names of a line does not overwrite a colleague’s newer names, and keeps names in other languages [LINE-1]', async () => {
  const line = await makeLaboratory();
  const seen = { ...whole(line), names: {} };
  const late = whole(line, { names: { hi: 'जाँच' }, seen });
  assertRefused(
    await call(app, town.admin, 'editLine', { id: line.id, body: late }),
    'changed_meanwhile',
  );
  const id = line.points[0]?.id ?? '';
  const renamed = { name: 'Counter 1', names: {}, seen: { name: 'Counter 1', names: {} } };
  assertRefused(
    await call(app, town.admin, 'renamePoint', { id, body: renamed }),
    'changed_meanwhile',
  );
  const saved = await get(app, town.admin, 'editLine', { id: line.id, body: whole(line) });
  assert.deepEqual(saved.line.names, names);
  const { line: kept } = await get(app, town.admin, 'renamePoint', {
    id,
    body: { name: 'Counter 9' },
  });
  assert.deepEqual(kept.points[0]?.names, pointNames);
  await addTo(app, town.receptionist, line.id);
});
