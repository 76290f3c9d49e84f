/**
 * Tests the live stream over real sockets: who gets which events, and that no event is lost [EV,
 * INV-6, INV-8].
 */
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamPath } from '@baari/contract/events.ts';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  makePatients,
  makePerson,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import {
  openStream,
  type StreamGiven,
  type TestFrame,
  type TestStream,
} from '../testing/test-stream.ts';

/** How often the test disconnects the stream. BAARI_CUTS=1000 makes a thorough run. */
const cuts = Number(process.env['BAARI_CUTS'] ?? 50);

let app: TestApp;
/** A second server process of the same installation. */
let second: TestApp;
let town: Town;
let asha: TestPerson;
let bela: TestPerson;
let chitra: TestPerson;
const open: TestStream[] = [];

before(async () => {
  app = await makeTestApp({ isListening: true });
  second = await makeTestApp({ isListening: true, beside: app });
  town = await makeTown(app);
  const [first, next, third] = await makePatients(app, 3);
  assert.ok(first !== undefined && next !== undefined && third !== undefined);
  [asha, bela, chitra] = [first, next, third];
});
after(async () => {
  await second.close();
  await app.close();
});
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut();
});

/** Opens a stream and waits for its first event. The stream is closed when the test ends. */
async function listen(
  caller: { readonly token: string },
  given: StreamGiven = {},
  at: TestApp = app,
): Promise<TestStream> {
  const stream = await openStream(at, caller, given);
  open.push(stream);
  await stream.find(isConnected);
  return stream;
}

function isConnected({ event }: TestFrame): boolean {
  return event.type === 'connected';
}

function isAbout(id: string, type: string): (frame: TestFrame) => boolean {
  return ({ event }) => event.type === type && 'id' in event.data && event.data.id === id;
}

async function join(person: TestPerson, doctorId = town.doctorId): Promise<string> {
  const body = { doctorId, symptoms: `symptoms of ${person.name}` };
  return (await get(app, person, 'requestPlace', { body })).queue.id;
}

async function wait(person: TestPerson): Promise<string> {
  const id = await join(person);
  await get(app, town.admin, 'approveRequest', { id });
  return id;
}

/** The position in line in each event that has one. */
function positions(stream: TestStream): number[] {
  return stream.frames.flatMap(({ event }) =>
    'position' in event.data ? [event.data.position] : [],
  );
}

test('each live event is sent as a line of JSON with an id, followed by a blank line [EV-1, API-16]', async () => {
  const stream = await listen(town.receptionist);
  assert.equal(stream.status, 200);
  assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8');
  assert.match(stream.headers['cache-control'] ?? '', /^no-store,/u);
  assert.equal(stream.headers['x-accel-buffering'], 'no');
  assert.equal(stream.headers['x-content-type-options'], 'nosniff');
  assert.match(stream.frames[0]?.raw ?? '', /^retry: \d+\nid: \d+-\d+\ndata: \{.*\}$/u);
  const id = await join(asha);
  const frame = await stream.find(isAbout(id, 'queue_requested'));
  assert.match(frame.raw, /^id: \d+-\d+\ndata: \{"type":"queue_requested","data":\{.*\}\}$/u);
});

test('staff receive live events for requests, approvals, joining patients, notes, moves, called patients and ended visits [EV-2…7]', async () => {
  const stream = await listen(town.receptionist);
  const [first, next] = [await wait(asha), await wait(bela)];
  await get(app, town.receptionist, 'noteEntry', { id: next, body: { notes: 'X-ray' } });
  await get(app, town.receptionist, 'moveEntryUp', { id: next });
  await get(app, town.doctor, 'startConsultation', { id: next });
  await get(app, town.doctor, 'completeConsultation', { id: next });
  await get(app, town.receptionist, 'removeEntry', { id: first });
  const third = await join(chitra);
  await get(app, town.admin, 'rejectRequest', { id: third, body: { reason: 'No time.' } });
  await stream.find(isAbout(third, 'queue_rejected'));
  const published = stream.frames
    .filter(isLogged)
    .map(({ event }) => [event.type, 'status' in event.data ? event.data.status : '']);
  assert.deepEqual(published, [
    ['queue_requested', 'pending_approval'],
    ['queue_approved', 'waiting'],
    ['queue_joined', 'waiting'],
    ['queue_requested', 'pending_approval'],
    ['queue_approved', 'waiting'],
    ['queue_joined', 'waiting'],
    ['queue_updated', 'waiting'],
    ['position_changed', 'waiting'],
    ['queue_updated', 'in_progress'],
    ['queue_updated', 'completed'],
    ['queue_left', 'cancelled'],
    ['queue_requested', 'pending_approval'],
    ['queue_rejected', 'rejected'],
  ]);
});

test('a patient receives only live events about their own places in line, without the staff’s notes [EV-11, SEC-5]', async () => {
  const stream = await listen(asha);
  const own = await wait(asha);
  const other = await wait(bela);
  await get(app, town.doctor, 'noteEntry', { id: own, body: { notes: 'suspected fraud' } });
  await get(app, town.doctor, 'noteEntry', { id: other, body: { notes: 'another note' } });
  await get(app, town.doctor, 'removeEntry', { id: other });
  await get(app, town.doctor, 'removeEntry', { id: own });
  await stream.find(isAbout(own, 'queue_left'));
  const raw = stream.frames.map((frame) => frame.raw).join('\n');
  for (const secret of [other, bela.userId, bela.name, 'fraud', 'another note']) {
    assert.ok(!raw.includes(secret), secret);
  }
  assert.ok(raw.includes(own));
});

test('staff receive live events only of their own hospital [EV-11, ROLE-7]', async () => {
  const [here, elsewhere] = await Promise.all([listen(town.admin), listen(town.otherAdmin)]);
  const id = await join(asha);
  const theirs = await join(bela, town.otherDoctorId);
  await here.find(isAbout(id, 'queue_requested'));
  await elsewhere.find(isAbout(theirs, 'queue_requested'));
  await sleep(100);
  assert.ok(!here.frames.some(isAbout(theirs, 'queue_requested')));
  assert.ok(!elsewhere.frames.some(isAbout(id, 'queue_requested')));
});

test('patients further back receive their new places when another patient is called, moved or leaves [EV-7, PAT-12]', async () => {
  const [first, next, last] = [await wait(asha), await wait(bela), await wait(chitra)];
  const [ofBela, ofChitra] = await Promise.all([listen(bela), listen(chitra)]);
  await ofChitra.find(({ event }) => 'position' in event.data && event.data.position === 3);
  await get(app, town.doctor, 'startConsultation', { id: first });
  await ofBela.find(({ event }) => 'position' in event.data && event.data.position === 1);
  await ofChitra.find(({ event }) => 'position' in event.data && event.data.position === 2);
  await get(app, town.receptionist, 'moveEntryUp', { id: last });
  await ofChitra.find(({ event }) => 'position' in event.data && event.data.position === 1);
  await until(() => positions(ofBela).at(-1) === 2);
  await call(app, chitra, 'leaveQueue', { id: last });
  await until(() => positions(ofBela).at(-1) === 1);
  // The event of Chitra's own request may come first. At that time she had no position in line.
  const published = positions(ofChitra).filter((place) => place > 0);
  const places = published.filter((place, n) => place !== published[n - 1]);
  assert.deepEqual(places.slice(0, 3), [3, 2, 1]);
  assert.ok(ofBela.frames.every(({ raw }) => !raw.includes(last) && !raw.includes(first)));
  assert.ok(ofBela.frames.some(isAbout(next, 'position_changed')));
});

test('a patient who views a hospital’s page receives its doctors’ status and no other patient’s place [DST-1]', async () => {
  const stream = await listen(asha, { hospitalId: town.hospitalId });
  await wait(bela);
  await get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body: { status: 'busy' } });
  await stream.find(isAbout(town.doctorId, 'doctor_updated'));
  await get(app, town.doctor, 'setDoctorStatus', {
    id: town.doctorId,
    body: { status: 'available' },
  });
  assert.deepEqual(
    [...new Set(stream.frames.map(({ event }) => event.type))],
    ['connected', 'doctor_updated'],
  );
});

test('a mother receives the places of all people of her account, also of two in one line, and of no other patient [EV-7, EV-11, PROF-1]', async () => {
  const body = { name: 'Riya', relation: 'child' } as const;
  const { person: riya } = await get(app, asha, 'addPerson', { body });
  const first = await wait(bela);
  const own = await wait(asha);
  const asked = await get(app, asha, 'requestPlace', {
    body: { doctorId: town.doctorId, patientId: riya.id },
  });
  const ofRiya = asked.queue.id;
  const stream = await listen(asha);
  const stranger = await listen(chitra);
  await get(app, town.admin, 'approveRequest', { id: ofRiya });
  await stream.find(isAbout(ofRiya, 'queue_approved'));
  // In the line, the mother is behind Bela, and Riya is behind her mother. When Bela is called in,
  // both move up.
  await get(app, town.admin, 'startConsultation', { id: first });
  await stream.find(isAbout(own, 'position_changed'));
  await stream.find(isAbout(ofRiya, 'position_changed'));
  // The mother leaves; the stream still follows Riya's position in the same line.
  await get(app, asha, 'leaveQueue', { id: own });
  await stream.find(
    ({ event }) =>
      event.type === 'position_changed' && event.data.id === ofRiya && event.data.position === 1,
  );
  assert.ok(!stream.frames.some(isAbout(first, 'queue_updated')));
  assert.deepEqual(
    stranger.frames.filter((frame) => !isConnected(frame)),
    [],
  );
});

test('a patient viewing a hospital receives line lengths without personal data, at most one update a second [PAT-6, PAT-7, EV-11]', async () => {
  const watcher = await listen(chitra, { hospitalId: town.hospitalId });
  const elsewhere = await listen(bela, { hospitalId: town.otherHospitalId });
  // Two tabs that show different hospitals share one stream. One of the ids is invalid.
  const both = await listen(asha, { hospitalId: [town.otherHospitalId, 'x', town.hospitalId] });
  const patients = await makePatients(app, 8);
  const began = performance.now();
  for (const person of patients) await wait(person);
  await watcher.find(
    ({ event }) => event.type === 'doctor_updated' && event.data.currentQueue === patients.length,
  );
  await both.find(({ event }) => event.type === 'doctor_updated' && event.data.currentQueue > 0);
  const published = watcher.frames.filter(({ event }) => event.type === 'doctor_updated');
  // One update may come at once, and one more for each second since the first change, however slow
  // the machine is.
  const most = 2 + Math.floor((performance.now() - began) / 1000);
  assert.ok(published.length <= most, `${published.length} frames`);
  const text = watcher.frames.map(({ raw }) => raw).join('');
  assert.doesNotMatch(text, /symptoms of|Person \d/u);
  assert.ok(!elsewhere.frames.some(({ event }) => event.type === 'doctor_updated'));
});

test('a page that reconnects gets the missed live events once and in order, however often its connection breaks [INV-6] @long', {
  timeout: 3_600_000,
}, async (t) => {
  const patients = await makePatients(app, 6);
  let busy = true;
  let loggedAtCut = 0;
  async function work(person: TestPerson): Promise<void> {
    while (busy) {
      // A reader that missed more events than the limit would correctly be told to reload.
      while (busy && logged() - loggedAtCut > 60) await sleep(5);
      const id = await join(person);
      await get(app, town.admin, 'approveRequest', { id });
      await get(app, town.doctor, 'noteEntry', { id, body: { notes: 'X-ray' } });
      await get(app, person, 'leaveQueue', { id });
    }
  }
  const reference = await listen(town.admin);
  const logged = () => reference.frames.filter(isLogged).length;
  const working = Promise.all(patients.map(work));
  const heard: TestFrame[] = [];
  const ownHeard: TestFrame[] = [];
  let lastId = reference.frames[0]?.id;
  let ownLastId = lastId;
  const [patient] = patients;
  assert.ok(patient !== undefined);
  // On a busy machine few events happen between two disconnections, so the test continues until
  // there are enough.
  let opened = 0;
  for (; opened < cuts || (logged() <= 100 && opened < cuts + 500); opened += 2) {
    const cut = opened / 2;
    const from = cut % 2 === 0 ? app : second;
    const [stream, own] = await Promise.all([
      openStream(from, town.receptionist, { lastEventId: lastId }),
      openStream(from, patient, { lastEventId: ownLastId }),
    ]);
    // The stream is disconnected at different moments: before the first byte, within an event, or
    // after hundreds of events.
    await sleep((cut * 37) % 120);
    stream.cut();
    own.cut();
    heard.push(...whole(stream));
    ownHeard.push(...whole(own));
    lastId = stream.lastId();
    ownLastId = own.lastId();
    loggedAtCut = logged();
  }
  busy = false;
  await working;
  const finish = await listen(town.receptionist, { lastEventId: lastId });
  const ownFinish = await listen(patient, { lastEventId: ownLastId });
  // The last request of each patient marks the end of the events that the streams must have sent.
  const ownEnd = await join(patient);
  const end = await join(asha);
  await ownFinish.find(isAbout(ownEnd, 'queue_requested'));
  await reference.find(isAbout(end, 'queue_requested'));
  await finish.find(isAbout(end, 'queue_requested'));
  heard.push(...finish.frames);
  ownHeard.push(...ownFinish.frames);
  const expected = reference.frames.filter(isLogged);
  assert.ok(expected.length > 100, `only ${expected.length} events`);
  assert.deepEqual(heard.filter(isLogged).map(asLine), expected.map(asLine));
  // Computed events, such as a position in line, may be repeated. Events of the event log may not.
  const ownTypes = new Set(['queue_requested', 'queue_approved', 'queue_updated', 'queue_left']);
  const isOwn = ({ event }: TestFrame) => ownTypes.has(event.type);
  const ownExpected = expected.filter(
    (frame) =>
      isOwn(frame) &&
      'patient' in frame.event.data &&
      frame.event.data.patient.id === patient.userId,
  );
  assert.deepEqual(ownHeard.filter(isOwn).map(asLine), ownExpected.map(asLine));
  t.diagnostic(
    `${opened} cuts: ${expected.length} events to the staff and ${ownExpected.length} to the patient, none lost, none twice`,
  );
});

test('staff who lose the connection between the two events of an approval get only the second one when they reconnect [INV-6, EV-3, EV-5]', async () => {
  const stream = await listen(town.receptionist);
  const id = await wait(asha);
  const joined = await stream.find(isAbout(id, 'queue_joined'));
  const approved = await stream.find(isAbout(id, 'queue_approved'));
  assert.equal(approved.id, `${joined.id}.1`, 'one event, of which this is the first part');
  await get(app, town.receptionist, 'noteEntry', { id, body: { notes: 'X-ray' } });
  const heardAfter = async (lastEventId: string | undefined) => {
    const back = await listen(town.receptionist, { lastEventId });
    await back.find(isAbout(id, 'queue_updated'));
    return back.frames.filter(isLogged).map(({ event }) => event.type);
  };
  assert.deepEqual(await heardAfter(approved.id), ['queue_joined', 'queue_updated']);
  assert.deepEqual(await heardAfter(joined.id), ['queue_updated']);
});

/**
 * Returns the complete events of a disconnected stream, up to the last event with an id. These
 * events count as received.
 */
function whole(stream: TestStream): TestFrame[] {
  const last = stream.frames.findLastIndex(({ id }) => id !== undefined);
  return stream.frames.slice(0, last + 1);
}

/** Event types that are not in the event log: events about the connection, and computed figures. */
const notLogged = new Set(['connected', 'error', 'disconnected', 'hospital_figures']);

function isLogged({ event }: TestFrame): boolean {
  return !notLogged.has(event.type);
}

function asLine({ event }: TestFrame): string {
  const { data } = event;
  const about = 'queueVersion' in data ? `${data.id} ${data.status} ${data.queueVersion}` : '';
  return `${event.type} ${about}`;
}

test('a page that reconnects with the event id of another hospital, or an unknown or old id, is asked to reload its data [INV-6]', async () => {
  await app.owner.query(
    `update event_horizon set (transaction_id, id) =
       (select transaction_id, id from event order by transaction_id desc, id desc limit 1)`,
  );
  const ahead = `${'9'.repeat(18)}-1`;
  for (const lastEventId of ['nonsense', '1-1', '0-0', '09-1', ahead, `${'9'.repeat(30)}-1`]) {
    const stream = await listen(town.admin, { lastEventId });
    await stream.find(({ event }) => event.type === 'reset');
    // After the event that tells the client to reload, the stream continues with new events.
    const id = await join(asha);
    await stream.find(isAbout(id, 'queue_requested'));
    await call(app, asha, 'leaveQueue', { id });
  }
});

test('the server reads live events in the order of their database transactions, also when the transaction number gets one more digit [INV-6]', async () => {
  const stream = await listen(town.admin);
  const id = await wait(asha);
  await get(app, town.admin, 'noteEntry', { id, body: { notes: 'kept in the log' } });
  await stream.find(isAbout(id, 'queue_updated'));
  // Simulates an event with a much lower transaction number. As text, '9' sorts after '10'.
  const { rows } = await app.db.pool.query<{ digits: number }>(
    'select length(max(transaction_id::text)) as digits from event',
  );
  const digits = rows[0]?.digits ?? 0;
  const nines = '9'.repeat(digits - 1);
  await app.owner.query(
    `update event set transaction_id = $1::xid8 where entry_id = $2 and type = 'queue_requested'`,
    [nines, id],
  );
  await app.db.pool.query(`update event_horizon set (transaction_id, id) = ('0'::xid8, 0)`);
  const cursor = `${nines.slice(0, -1)}8-1`;
  await app.db.pool.query('delete from event where entry_id is distinct from $1', [id]);
  const back = await listen(town.admin, { lastEventId: cursor });
  await back.find(isAbout(id, 'queue_updated'));
  assert.deepEqual(
    back.frames.filter(isLogged).map(({ event }) => event.type),
    ['queue_requested', 'queue_approved', 'queue_joined', 'queue_updated'],
  );
});

test('while the server cannot read the log of live events, a page that reconnects is not asked to reload its data [INV-6]', async () => {
  const role = `"${app.connection.user}"`;
  const id = await wait(asha);
  await app.owner.query(
    `revoke select on event from ${role}; grant select (id) on event to ${role}`,
  );
  let lastEventId: string | undefined;
  try {
    await get(app, town.admin, 'noteEntry', { id, body: { notes: 'X-ray' } });
    lastEventId = await placeThatIsRead();
    const stream = await openStream(second, town.admin, { lastEventId });
    open.push(stream);
    await stream.ended(20_000);
    assert.deepEqual(
      stream.frames.map(({ event }) => event.type),
      ['error', 'disconnected'],
    );
    assert.equal(stream.lastId(), lastEventId, 'it comes back for what it has not heard');
  } finally {
    await app.owner.query(
      `revoke select (id) on event from ${role}; grant select on event to ${role}`,
    );
  }
  const back = await listen(town.admin, { lastEventId }, second);
  await get(app, town.admin, 'removeEntry', { id });
  await back.find(isAbout(id, 'queue_left'));
  assert.deepEqual(
    back.frames.filter(isLogged).map(({ event }) => event.type),
    ['queue_left'],
  );
});

/**
 * The newest position of the event log. The function waits until no open transaction of this server
 * delays the log.
 */
async function placeThatIsRead(): Promise<string> {
  for (;;) {
    const { rows } = await app.owner.query<{ place: string; isHeldBack: boolean }>(
      `select transaction_id || '-' || id as place,
         transaction_id >= pg_snapshot_xmin(pg_current_snapshot()) as "isHeldBack"
       from event order by transaction_id desc, id desc limit 1`,
    );
    const [newest] = rows;
    assert.ok(newest);
    if (!newest.isHeldBack) return newest.place;
    await sleep(10);
  }
}

/** The longest note, in letters of three bytes: about 6 kB. */
const longNote = 'क'.repeat(2000);

/** Changes the note of an entry many times at once, so that large events are sent. */
async function annotate(id: string, times: number): Promise<void> {
  const calls = Array.from({ length: times }, () =>
    get(app, town.admin, 'noteEntry', { id, body: { notes: longNote } }),
  );
  await Promise.all(calls);
}

test('a page that missed more live events than the limit is asked to reload its data and stays connected [INV-6] @long', async () => {
  const stream = await listen(town.admin);
  const lastEventId = stream.lastId();
  stream.cut();
  const other = await listen(town.receptionist);
  const id = await wait(asha);
  for (let round = 0; round < 4; round += 1) await annotate(id, 40);
  // Wait until the stream has received the events that were not yet in the log when it opened.
  const isNote = isAbout(id, 'queue_updated');
  await other.find(() => other.frames.filter(isNote).length === 160);
  const back = await listen(town.admin, { lastEventId });
  await back.find(({ event }) => event.type === 'reset');
  await get(app, town.admin, 'removeEntry', { id });
  await back.find(isAbout(id, 'queue_left'));
});

test('a page that keeps reading gets every event of a large burst of changes [EV-1, INV-6]', async () => {
  const stream = await listen(town.admin);
  const id = await wait(asha);
  // An open transaction delays the events of the log. All of them then come at once.
  const client = await app.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    // These events stay well below the buffer limit, however large an entry becomes.
    await annotate(id, 50);
    await annotate(id, 50);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await get(app, town.admin, 'removeEntry', { id });
  await stream.find(isAbout(id, 'queue_left'));
  assert.equal(stream.frames.filter(isAbout(id, 'queue_updated')).length, 100);
});

test('a change in one server process reaches the live streams of another server process [INV-8]', async () => {
  const [here, there] = await Promise.all([
    listen(town.admin, {}, app),
    listen(town.receptionist, {}, second),
  ]);
  for (const [from, to] of [
    [app, there],
    [second, here],
  ] as const) {
    for (let round = 0; round < 5; round += 1) {
      const body = { doctorId: town.doctorId };
      const { queue } = await get(from, asha, 'requestPlace', { body });
      await to.find(isAbout(queue.id, 'queue_requested'));
      await get(from, asha, 'leaveQueue', { id: queue.id });
    }
  }
  const { queue } = await get(second, asha, 'requestPlace', { body: { doctorId: town.doctorId } });
  const read = await get(app, town.admin, 'getEntry', { id: queue.id });
  assert.ok('lastChange' in read.queue);
  const { notes, dueAt, delay, visitKind, needsInterpreter, notReachedAt, lastChange } = read.queue;
  const seen = { ...queue.patient, isContactProved: true, isPhoneProved: true };
  const forStaff = {
    notes,
    dueAt,
    delay,
    visitKind,
    needsInterpreter,
    notReachedAt,
    lastChange,
    patient: seen,
  };
  assert.deepEqual(read.queue, { ...queue, ...forStaff });
});

test('the stream of live events is refused without a session [API-16, EV-11]', async () => {
  for (const caller of [undefined, { token: 'forged' }]) {
    const stream = await openStream(app, caller);
    assert.equal(stream.status, 401);
    stream.cut();
  }
  const head = await fetch(`${app.origin()}/api${streamPath}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${town.admin.token}` },
    signal: AbortSignal.timeout(2000),
  });
  assert.equal(head.status, 405, 'a HEAD request would hold a stream that nobody reads');
});

test('a user’s live stream ends within ten seconds after sign-out or the loss of the role [EV-11, SEC-6]', async () => {
  const person = await makePerson(app, {
    works: { as: 'receptionist', hospitalId: town.hospitalId },
  });
  const another = await signIn(app, person.email);
  const [signedOut, roleLost] = await Promise.all([listen(person), listen(another)]);
  await app.send({
    method: 'POST',
    url: '/api/identity/sign-out',
    token: person.session,
    body: {},
  });
  await signedOut.ended(10_000);
  const last = signedOut.frames.at(-1)?.event;
  assert.deepEqual(last, { type: 'disconnected', data: { reason: 'session_ended' } });
  assert.ok(!roleLost.frames.some(({ event }) => event.type === 'disconnected'));
  await app.db.pool.query('delete from membership where user_id = $1', [person.userId]);
  await roleLost.ended(10_000);
});

test('one person may have at most twenty open live streams [SEC-10]', async () => {
  const person = await makePerson(app);
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(person)));
  const refused = await openStream(app, person);
  assert.equal(refused.status, 429);
  refused.cut();
  streams[0]?.cut();
  await until(async () => {
    const again = await openStream(app, person);
    again.cut();
    return again.status === 200;
  });
});

test('when one person opens forty streams at the same moment, twenty are accepted [SEC-10]', async () => {
  const locker = await app.owner.connect();
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  app.app.http.server.on('request', count);
  try {
    // The lock on the audit table blocks all the requests until every request has arrived.
    await locker.query('begin; lock table audit in exclusive mode');
    const opening = Array.from({ length: 40 }, () => openStream(app, town.receptionist));
    await until(async () => asked === 40);
    await locker.query('commit');
    const streams = await Promise.all(opening);
    const statuses = streams.map(({ status }) => status).toSorted((a, b) => a - b);
    for (const stream of streams) stream.cut();
    const expected = Array.from({ length: 40 }, (_, index) => (index < 20 ? 200 : 429));
    assert.deepEqual(statuses, expected);
  } finally {
    app.app.http.server.off('request', count);
    locker.release(true);
  }
});

test('a page that stops reading the live stream is disconnected, and all other pages receive every event [KEEP-4] @long', async () => {
  const healthy = await listen(town.admin);
  const accepted: net.Socket[] = [];
  app.app.http.server.on('connection', (socket) => accepted.push(socket));
  const stalled = net.connect({ port: Number(new URL(app.origin()).port), host: '127.0.0.1' });
  stalled.on('error', () => undefined);
  stalled.write(
    `GET /api${streamPath} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${town.receptionist.token}\r\n\r\n`,
  );
  await new Promise((resolve) => {
    stalled.once('readable', resolve);
  });
  const ours = accepted.find(({ remotePort }) => remotePort === stalled.localPort);
  assert.ok(ours !== undefined && !ours.destroyed);
  // This client does not read its stream. First the kernel's buffers fill, then the server's
  // buffer.
  const id = await wait(asha);
  let sent = 0;
  let mostHeld = 0;
  const isNote = isAbout(id, 'queue_updated');
  while (!ours.destroyed && sent < 3000) {
    await annotate(id, 25);
    sent += 25;
    mostHeld = Math.max(mostHeld, ours.writableLength);
    // The other client keeps reading its stream, however long the machine paused.
    await until(() => healthy.frames.filter(isNote).length === sent);
  }
  assert.ok(ours.destroyed, `${sent} changes, ${mostHeld} bytes held`);
  assert.ok(mostHeld < 1_100_000, `${mostHeld} bytes held`);
  stalled.destroy();
  await get(app, town.admin, 'removeEntry', { id });
  await healthy.find(isAbout(id, 'queue_left'));
  assert.equal(healthy.frames.filter(isAbout(id, 'queue_updated')).length, sent);
});

/**
 * Waits for this many audit rows about reads over the live stream. Returns the patients' names of
 * each row, in order.
 */
async function shownLive(person: TestPerson, count: number): Promise<string[][]> {
  const read = () =>
    app.db.many<{ patient_ids: string[]; doctor_id: string }>(sql`
      select patient_ids, details ->> 'doctorId' as doctor_id from audit
      where action = 'read line live' and user_id = ${person.userId} order by id`);
  await until(async () => (await read()).flatMap((row) => row.patient_ids).length >= count);
  const rows = await read();
  assert.ok(rows.every((row) => row.doctor_id === town.doctorId));
  return rows.map((row) => row.patient_ids);
}

test('when staff see a patient by live events, the audit trail records this once for each session and visit [SEC-13]', async () => {
  const reader = await makePerson(app, {
    works: { as: 'receptionist', hospitalId: town.hospitalId },
  });
  const stream = await listen(reader);
  const id = await wait(asha);
  await annotate(id, 5);
  const isNote = isAbout(id, 'queue_updated');
  await until(() => stream.frames.filter(isNote).length === 5);
  assert.deepEqual(await shownLive(reader, 1), [[asha.userId]]);
  await annotate(id, 5);
  const other = await wait(bela);
  await stream.find(isAbout(other, 'queue_approved'));
  assert.deepEqual((await shownLive(reader, 2)).flat(), [asha.userId, bela.userId]);
  const lastEventId = stream.lastId();
  stream.cut();
  const third = await wait(chitra);
  await annotate(id, 1);
  const resumed = await listen(reader, { lastEventId });
  await resumed.find(isAbout(third, 'queue_approved'));
  assert.deepEqual((await shownLive(reader, 3)).flat(), [asha.userId, bela.userId, chitra.userId]);
  const again = { ...reader, ...(await signIn(app, reader.email)) };
  const beside = await listen(again);
  await annotate(other, 1);
  await beside.find(isAbout(other, 'queue_updated'));
  assert.deepEqual((await shownLive(reader, 4)).flat().slice(3), [bela.userId]);
});

test('when the server stops, every live stream is asked to reconnect, and the server does not wait for any stream to end [EV-8]', async () => {
  const third = await makeTestApp({ isListening: true, beside: app });
  const stream = await listen(town.admin, {}, third);
  const began = performance.now();
  await third.close();
  assert.ok(performance.now() - began < 3000);
  await stream.ended(1000);
  assert.deepEqual(stream.frames.at(-1)?.event, {
    type: 'disconnected',
    data: { reason: 'server_restarts' },
  });
});

// This test runs last, because it moves the clock past the expiry of all access tokens.
test('a user’s live stream ends when the sign-in token expires [EV-11, AUTH-3]', async () => {
  const payload = Buffer.from(asha.token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const { exp } = z.object({ exp: z.number() }).parse(JSON.parse(payload));
  app.clock.advance(exp * 1000 - app.clock.now().getTime() - 1500);
  const stream = await listen(asha);
  await stream.ended(4000);
  assert.deepEqual(stream.frames.at(-1)?.event, {
    type: 'disconnected',
    data: { reason: 'token_expired' },
  });
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('What was waited for did not come.');
    await sleep(10);
  }
}
