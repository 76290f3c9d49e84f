/** The live stream over real sockets: who gets which events, and no event is lost [EV, INV-6, INV-8]. */
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

/** How often the stream is cut; BAARI_CUTS=1000 is a thorough run. */
const cuts = Number(process.env['BAARI_CUTS'] ?? 50);

let app: TestApp;
/** Another process of the same installation. */
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

/** Opens a stream, past its first frame; the end of the test closes it. */
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

/** The position in each frame about the patient's own place. */
function positions(stream: TestStream): number[] {
  return stream.frames.flatMap(({ event }) =>
    'position' in event.data ? [event.data.position] : [],
  );
}

test('each event of the stream is a data line of JSON with an id, ended by a blank line [EV-1, API-16]', async () => {
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

test('staff receive events for a request, an approval, joining, notes, moves, the call and the end [EV-2…7]', async () => {
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

test('a patient receives only events of their own entries, without the staff’s notes [EV-11, SEC-5]', async () => {
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

test('staff receive only events of their own hospital [EV-11, ROLE-7]', async () => {
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
  // Her own request may have been sent before the stream opened, when she had no place yet.
  const published = positions(ofChitra).filter((place) => place > 0);
  const places = published.filter((place, n) => place !== published[n - 1]);
  assert.deepEqual(places.slice(0, 3), [3, 2, 1]);
  assert.ok(ofBela.frames.every(({ raw }) => !raw.includes(last) && !raw.includes(first)));
  assert.ok(ofBela.frames.some(isAbout(next, 'position_changed')));
});

test('a patient viewing a hospital receives its doctors’ status and no other patient’s entry [DST-1]', async () => {
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

test('a mother receives the places of each of her people, also of two in one line, and of no other patient [EV-7, EV-11, PROF-1]', async () => {
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
  // The mother stands behind Bela, and Riya behind her mother: both move up.
  await get(app, town.admin, 'startConsultation', { id: first });
  await stream.find(isAbout(own, 'position_changed'));
  await stream.find(isAbout(ofRiya, 'position_changed'));
  // The mother leaves; Riya's place in the same line is still followed.
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
  // Two tabs with different hospitals share the stream, and one id is invalid.
  const both = await listen(asha, { hospitalId: [town.otherHospitalId, 'x', town.hospitalId] });
  const patients = await makePatients(app, 8);
  const began = performance.now();
  for (const person of patients) await wait(person);
  await watcher.find(
    ({ event }) => event.type === 'doctor_updated' && event.data.currentQueue === patients.length,
  );
  await both.find(({ event }) => event.type === 'doctor_updated' && event.data.currentQueue > 0);
  const published = watcher.frames.filter(({ event }) => event.type === 'doctor_updated');
  // One update at once, and one for each elapsed second, however slow the machine is.
  const most = 2 + Math.floor((performance.now() - began) / 1000);
  assert.ok(published.length <= most, `${published.length} frames`);
  const text = watcher.frames.map(({ raw }) => raw).join('');
  assert.doesNotMatch(text, /symptoms of|Person \d/u);
  assert.ok(!elsewhere.frames.some(({ event }) => event.type === 'doctor_updated'));
});

test('a reader that resumes with Last-Event-ID gets the remaining events once and in order, however often disconnected [INV-6] @long', {
  timeout: 3_600_000,
}, async (t) => {
  const patients = await makePatients(app, 6);
  let busy = true;
  let loggedAtCut = 0;
  async function work(person: TestPerson): Promise<void> {
    while (busy) {
      // A reader that missed more than the limit would rightly get a reset.
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
  // On a busy machine little happens between two cuts.
  let opened = 0;
  for (; opened < cuts || (logged() <= 100 && opened < cuts + 500); opened += 2) {
    const cut = opened / 2;
    const from = cut % 2 === 0 ? app : second;
    const [stream, own] = await Promise.all([
      openStream(from, town.receptionist, { lastEventId: lastId }),
      openStream(from, patient, { lastEventId: ownLastId }),
    ]);
    // The stream is cut at any moment: before the first byte, within a frame, or after hundreds of frames.
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
  // One last request of each patient marks the end of what the streams must have sent.
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
  // Derived events, such as a place, may be repeated; logged ones may not.
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

test('staff disconnected between the two frames of an approval get only the second frame [INV-6, EV-3, EV-5]', async () => {
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

/** The complete frames of a cut stream up to the last id; these count as received. */
function whole(stream: TestStream): TestFrame[] {
  const last = stream.frames.findLastIndex(({ id }) => id !== undefined);
  return stream.frames.slice(0, last + 1);
}

/** Frames of the connection itself, and derived figures. */
const notLogged = new Set(['connected', 'error', 'disconnected', 'hospital_figures']);

function isLogged({ event }: TestFrame): boolean {
  return !notLogged.has(event.type);
}

function asLine({ event }: TestFrame): string {
  const { data } = event;
  const about = 'queueVersion' in data ? `${data.id} ${data.status} ${data.queueVersion}` : '';
  return `${event.type} ${about}`;
}

test('an unknown id, an old id and an id from another log cause a reset [INV-6]', async () => {
  await app.owner.query(
    `update event_horizon set (transaction_id, id) =
       (select transaction_id, id from event order by transaction_id desc, id desc limit 1)`,
  );
  const ahead = `${'9'.repeat(18)}-1`;
  for (const lastEventId of ['nonsense', '1-1', '0-0', '09-1', ahead, `${'9'.repeat(30)}-1`]) {
    const stream = await listen(town.admin, { lastEventId });
    await stream.find(({ event }) => event.type === 'reset');
    // The stream resumes after this id.
    const id = await join(asha);
    await stream.find(isAbout(id, 'queue_requested'));
    await call(app, asha, 'leaveQueue', { id });
  }
});

test('the event log is read in transaction order, also where the number gains a digit [INV-6]', async () => {
  const stream = await listen(town.admin);
  const id = await wait(asha);
  await get(app, town.admin, 'noteEntry', { id, body: { notes: 'kept in the log' } });
  await stream.find(isAbout(id, 'queue_updated'));
  // Simulates a much lower transaction number: as text, '9' sorts after '10'.
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

test('a reader from a process that has read further gets no reset while the log cannot be read [INV-6]', async () => {
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

/** The newest position of the log once no transaction of this server holds it back. */
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

/** Changes a large entry many times at once. */
async function annotate(id: string, times: number): Promise<void> {
  const calls = Array.from({ length: times }, () =>
    get(app, town.admin, 'noteEntry', { id, body: { notes: longNote } }),
  );
  await Promise.all(calls);
}

test('a reader that missed more events than the limit gets a reset and stays connected [INV-6] @long', async () => {
  const stream = await listen(town.admin);
  const lastEventId = stream.lastId();
  stream.cut();
  const other = await listen(town.receptionist);
  const id = await wait(asha);
  for (let round = 0; round < 4; round += 1) await annotate(id, 40);
  // Events that were not yet in the log at the reconnect arrive live.
  const isNote = isAbout(id, 'queue_updated');
  await other.find(() => other.frames.filter(isNote).length === 160);
  const back = await listen(town.admin, { lastEventId });
  await back.find(({ event }) => event.type === 'reset');
  await get(app, town.admin, 'removeEntry', { id });
  await back.find(isAbout(id, 'queue_left'));
});

test('a burst of changes reaches a reader that keeps reading [EV-1, INV-6]', async () => {
  const stream = await listen(town.admin);
  const id = await wait(asha);
  // An open transaction holds the events back, then all come at once.
  const client = await app.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    // Well below the buffer limit, however large an entry becomes.
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

test('a change in one server process reaches the streams of the other [INV-8]', async () => {
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
  const { notes, dueAt, delay, visitKind, needsInterpreter, lastChange } = read.queue;
  const seen = { ...queue.patient, isContactProved: true, isPhoneProved: true };
  const forStaff = {
    notes,
    dueAt,
    delay,
    visitKind,
    needsInterpreter,
    lastChange,
    patient: seen,
  };
  assert.deepEqual(read.queue, { ...queue, ...forStaff });
});

test('the stream is refused without a session [API-16, EV-11]', async () => {
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

test('the stream ends within ten seconds after sign-out or the loss of the role [EV-11, SEC-6]', async () => {
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

test('one person may hold at most twenty streams [SEC-10]', async () => {
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
    // The lock makes all of them wait until every request has arrived.
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

test('a reader that stops reading is disconnected, and the others receive every event [KEEP-4] @long', async () => {
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
  // Nobody reads: the kernel's buffers fill, then ours.
  const id = await wait(asha);
  let sent = 0;
  let mostHeld = 0;
  const isNote = isAbout(id, 'queue_updated');
  while (!ours.destroyed && sent < 3000) {
    await annotate(id, 25);
    sent += 25;
    mostHeld = Math.max(mostHeld, ours.writableLength);
    // The other client keeps reading, however long the machine paused.
    await until(() => healthy.frames.filter(isNote).length === sent);
  }
  assert.ok(ours.destroyed, `${sent} changes, ${mostHeld} bytes held`);
  assert.ok(mostHeld < 1_100_000, `${mostHeld} bytes held`);
  stalled.destroy();
  await get(app, town.admin, 'removeEntry', { id });
  await healthy.find(isAbout(id, 'queue_left'));
  assert.equal(healthy.frames.filter(isAbout(id, 'queue_updated')).length, sent);
});

/** Waits for this many audit rows of live reads; returns the patients' names, in order. */
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

test('staff’s live reading of a patient is audited once for each session and visit, and not for each event [SEC-13]', async () => {
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

test('on shutdown every stream gets a request to reconnect, and shutdown waits for no stream [EV-8]', async () => {
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

// Runs last: it moves the clock to the end of the hour of all tokens.
test('the stream ends when its token expires [EV-11, AUTH-3]', async () => {
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
