import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type SentWithPage, sentWithPageId } from '@baari/contract/sent-with-page.ts';
import sql from 'sql-template-tag';
import { ok } from '../platform/result.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson } from '../testing/test-people.ts';
import { makeTestPages } from '../testing/test-pages.ts';
import { openStream } from '../testing/test-stream.ts';
import { type Asks, askAhead } from './sent-with-page.ts';

const opened = new AsyncDisposableStack();
let world: TestApp;
const desk = '/staff/queue/:hospitalId';
before(async () => {
  const page = { path: desk, asks: ['/api/hospitals/:hospitalId/queues/pending'] };
  const { folder } = opened.use(await makeTestPages([page]));
  world = await makeTestApp({ isListening: true, webFolder: folder });
  opened.defer(() => world.close());
});
after(() => opened.disposeAsync());

const asks = ['/api/queues/open', '/api/hospitals'];
const opening = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

function cookieOf(person: TestPerson | undefined): Record<string, string> {
  if (person === undefined) return {};
  return { cookie: `baari.session_token=${encodeURIComponent(person.session)}` };
}

function open(
  person: TestPerson | undefined,
  headers: Record<string, string> = opening,
  wanted: Partial<Asks> = {},
) {
  const cookie = cookieOf(person);
  const request = { headers: { ...headers, ...cookie }, ip: '203.0.113.9', server: world.app.http };
  return askAhead(request, () => undefined, {
    asks,
    named: {},
    place: () => '7-1',
    language: 'en',
    ...wanted,
  });
}

test('a patient’s page arrives with the signed-in user and the answers to the API calls that the page needs [AUTH-1, PAT-2]', async () => {
  const patient = await makePerson(world, { name: 'Asha Verma' });
  const sent = await open(patient);
  assert.equal(sent?.user?.name, 'Asha Verma');
  assert.deepEqual(Object.keys(sent.answers), asks);
  assert.deepEqual(sent.answers['/api/queues/open'], { queues: [] });
});

test('a page includes no data that its reader may not read [SEC-3]', async () => {
  const { receptionist } = await makeTown(world);
  const sent = await open(receptionist);
  assert.equal(sent?.user?.role, 'receptionist');
  assert.equal(sent.answers['/api/queues/open'], undefined);
});

test('a page opened after signing out contains no data of the former user [AUTH-2, SEC-6]', async () => {
  const patient = await makePerson(world);
  await world.db.run(sql`delete from identity.session where user_id = ${patient.userId}`);
  assert.deepEqual(await open(patient), { user: null, answers: {} });
});

test('a page without a session says that nobody is signed in, and a program that opens it gets no data [AUTH-1]', async () => {
  const patient = await makePerson(world);
  assert.deepEqual(await open(undefined), { user: null, answers: {} });
  assert.equal(await open(patient, {}), undefined);
  assert.equal(await open(patient, { ...opening, 'sec-purpose': 'prefetch;prerender' }), undefined);
  assert.equal(await open(patient, { ...opening, 'sec-fetch-dest': 'iframe' }), undefined);
});

test('if the database fails, a page is sent at once without data [INV-5]', async () => {
  const patient = await makePerson(world);
  await world.db.transaction(async (tx) => {
    await tx.run(sql`lock table identity.session in access exclusive mode`);
    assert.equal(await open(patient), undefined);
    return ok(undefined);
  });
  assert.equal((await open(patient))?.user?.id, patient.userId);
});

test('a page for staff contains only the data for its own web address and from the staff member’s own hospital [AUTH-1, SEC-3]', async () => {
  const town = await makeTown(world);
  const pending = '/api/hospitals/:hospitalId/queues/pending';
  const counts = '/api/hospitals/:ownHospital/queues/counts';
  const wanted = [pending, counts];
  const named = { hospitalId: town.hospitalId };
  const own = await open(town.receptionist, opening, { asks: wanted, named });
  assert.deepEqual(Object.keys(own?.answers ?? {}), [
    pending.replace(':hospitalId', town.hospitalId),
    counts.replace(':ownHospital', town.hospitalId),
  ]);
  const others = await open(town.otherAdmin, opening, { asks: [pending], named });
  assert.deepEqual(others?.answers, {});
  const wild = { hospitalId: '../../people' };
  const refused = await open(town.receptionist, opening, { asks: [pending], named: wild });
  assert.deepEqual(refused?.answers, {});
  const patient = await makePerson(world);
  assert.deepEqual((await open(patient, opening, { asks: [counts] }))?.answers, {});
});

test('a page contains its position in the stream of live events, and the server reads this position before any other data [EV-9, INV-6]', async () => {
  const town = await makeTown(world);
  const patient = await makePerson(world);
  assert.equal((await open(patient))?.place, '7-1');
  assert.equal((await open(undefined))?.place, undefined);

  const { queue } = await get(world, patient, 'requestPlace', {
    body: { doctorId: town.doctorId },
  });
  const opened = await world.app.http.inject({
    method: 'GET',
    url: desk.replace(':hospitalId', town.hospitalId),
    headers: { ...opening, ...cookieOf(town.receptionist), accept: 'text/html' },
  });
  const [, text = ''] =
    new RegExp(`id="${sentWithPageId}">(.*?)</script>`, 'u').exec(opened.body) ?? [];
  // oxlint-disable-next-line no-unsafe-type-assertion -- what the server wrote there
  const page = JSON.parse(text) as SentWithPage;
  assert.match(JSON.stringify(page.answers), new RegExp(queue.id, 'u'));
  await get(world, town.receptionist, 'approveRequest', { id: queue.id });
  const stream = await openStream(world, town.receptionist, { lastEventId: page.place });
  const { event } = await stream.find(({ event: { type } }) => type === 'queue_approved');
  assert.equal(event.type === 'queue_approved' && event.data.id, queue.id);
  assert.equal(
    stream.frames.some(({ event: { type } }) => type === 'reset'),
    false,
  );
  stream.cut();
});
