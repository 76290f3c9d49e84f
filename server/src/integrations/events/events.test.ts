/** Tests of the events that a hospital's own systems follow with a cursor. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicEventTypes } from '@baari/contract/keys/public-events.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeDoctor, makePerson, makeTown, type Town } from '../../testing/test-people.ts';
import { copyChanges } from './event-relay.ts';
import { pruneOldEvents } from './prune-events.ts';
import {
  askEvents,
  copyAll,
  eventsAfter,
  makeKey,
  pageOf,
  type TestKey,
} from '../../testing/stand-ins/own-system.ts';
import { pollsPerCaller } from './waiting-polls.ts';

let app: TestApp;
let town: Town;
let key: TestKey;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  key = await makeKey(app, town.admin);
});
after(() => app.close());

async function request(doctorId = town.doctorId): Promise<string> {
  const { queue } = await get(app, await makePerson(app), 'requestPlace', { body: { doctorId } });
  return queue.id;
}

async function countOf(hospitalId: string): Promise<number> {
  const { count } = await app.db.one<{ count: number }>(sql`
    select (select count(*) from public_event where hospital_id = ${hospitalId})
      + (select count(*) from outgoing_change where hospital_id = ${hospitalId}) as count`);
  return count;
}

test('a hospital’s system begins at the present, and after a break it continues with the next event [API-29]', async () => {
  await request();
  await copyAll(app);
  const start = await pageOf(app, key);
  assert.deepEqual(start.events, []);
  const ids = [await request(), await request()];
  for (const id of ids) await get(app, town.admin, 'approveRequest', { id, body: {} });
  await copyAll(app);
  const first = await pageOf(app, key, { after: start.next, limit: '3' });
  const rest = await pageOf(app, key, { after: first.next });
  const all = [...first.events, ...rest.events];
  assert.deepEqual(
    all.map(({ type, data }) => [type, data.subject.id]),
    [
      ['place.requested', ids[0]],
      ['place.requested', ids[1]],
      ['place.approved', ids[0]],
      ['place.approved', ids[1]],
    ],
  );
  const [, , approved] = all;
  assert.match(approved?.id ?? '', /^evt_a_\d+$/u);
  assert.match(approved?.data.token ?? '', /^[A-Z]+-\d+$/u);
  const { status, hospital, line, subject } = approved?.data ?? assert.fail();
  assert.deepEqual([status, hospital, line], ['waiting', town.hospitalId, town.doctorId]);
  assert.ok(subject.version > (all[0]?.data.subject.version ?? Infinity));
  // A repeated question has the same answer: the reader may break at any time.
  assert.deepEqual(await pageOf(app, key, { after: first.next }), rest);
  const chosen = await pageOf(app, key, { after: start.next, types: 'place.approved,alert.seen' });
  assert.deepEqual(
    chosen.events.map(({ data }) => data.subject.id),
    ids,
  );
  assert.equal(chosen.next, rest.next);
});

test('a key without the scope, a wrong cursor, an unknown type and a version that does not exist are refused [API-29]', async () => {
  const other = await makeKey(app, town.admin, ['queue:read']);
  assertRefused(await askEvents(app, other), 'not_in_scope');
  for (const query of [
    { after: 'x' },
    { after: 'c!' },
    { types: 'place.eaten' },
    { version: '2020-01-01' },
    { limit: '201' },
    { limit: '0' },
    { wait: '26' },
  ]) {
    assertRefused(await askEvents(app, key, query), 'invalid_request');
  }
  // As after a restored backup: the reader must read the present state.
  assertRefused(await askEvents(app, key, { after: 'czzzzzzz' }), 'events_gone');
});

test('a hospital’s system reads no events of another hospital and none from before its key was made [API-29, ROLE-7]', async () => {
  const theirs = await makePerson(app);
  const body = { doctorId: town.otherDoctorId };
  await get(app, theirs, 'requestPlace', { body });
  await call(app, town.otherAdmin, 'setDoctorStatus', {
    id: town.otherDoctorId,
    body: { status: 'busy' },
  });
  await call(app, town.otherAdmin, 'setDoctorStatus', {
    id: town.otherDoctorId,
    body: { status: 'available' },
  });
  await copyAll(app);
  assert.equal(await countOf(town.otherHospitalId), 0);
  const begin = (await pageOf(app, key)).next;
  const otherKey = await makeKey(app, town.otherAdmin);
  await copyAll(app);
  assert.equal(await countOf(town.otherHospitalId), 0);
  const id = await request(town.otherDoctorId);
  const mine = await request();
  const { events: ours } = await eventsAfter(app, key, begin);
  assert.deepEqual(
    ours.map(({ data }) => data.subject.id),
    [mine],
  );
  const { events } = await eventsAfter(app, otherKey, begin);
  assert.deepEqual(
    events.map(({ data }) => data.subject.id),
    [id],
  );
  await get(app, town.otherAdmin, 'revokeApiKey', { id: otherKey.id });
  await request(town.otherDoctorId);
  await copyAll(app);
  assert.equal(await countOf(town.otherHospitalId), 1);
});

test('a call that waits gets a new event within a second, whichever server process answers the call [API-29]', async () => {
  const second = await makeTestApp({ beside: app });
  try {
    await copyAll(app);
    const { next } = await pageOf(app, key);
    for (const through of [app, second]) {
      const waiting = askEvents(through, key, {
        after: next,
        wait: '20',
        types: 'place.requested',
      });
      await sleep(300);
      const id = await request();
      const begun = performance.now();
      const answer = await waiting;
      assert.ok(performance.now() - begun < 1000, `${performance.now() - begun} ms`);
      assert.ok(answer.text.includes(through === app ? id : '"place.requested"'), answer.text);
    }
    const { next: later } = await pageOf(app, key);
    const waiting = askEvents(second, key, { after: later, wait: '20', types: 'doctor.away' });
    await sleep(300);
    const id = await makeDoctor(app, town.hospitalId);
    await call(app, town.admin, 'setDoctorStatus', { id, body: { status: 'busy' } });
    const begun = performance.now();
    assert.ok((await waiting).text.includes(id));
    assert.ok(performance.now() - begun < 1000);
  } finally {
    await second.close();
  }
});

test('a call that waits without an event ends after the time it asked for, and one key may have only a few such calls [API-29]', async () => {
  const own = await makeKey(app, town.admin);
  await copyAll(app);
  const { next } = await pageOf(app, own);
  const query = { after: next, wait: '1', types: 'alert.seen' };
  const begun = performance.now();
  const waiting = Array.from({ length: pollsPerCaller }, () => askEvents(app, own, query));
  await sleep(300);
  const refused = await askEvents(app, own, query);
  assertRefused(refused, 'too_many_requests');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  for (const answer of await Promise.all(waiting)) {
    assert.equal(answer.status, 200);
    assert.match(answer.text, /"events":\[\]/u);
  }
  const took = performance.now() - begun;
  assert.ok(took >= 990 && took < 3000, `${took} ms`);
  assert.equal((await askEvents(app, own, { ...query, wait: '0' })).status, 200);
});

test('a call that waits is answered when the server stops, and refused when its key is revoked [API-29, SEC-17]', async () => {
  const own = await makeKey(app, town.admin);
  const second = await makeTestApp({ beside: app, isListening: true });
  await copyAll(app);
  const { next } = await pageOf(app, own);
  const query = { after: next, wait: '25', types: 'alert.seen' };
  const stopped = askEvents(second, own, query);
  await sleep(300);
  const begun = performance.now();
  await Promise.all([second.close(), stopped]);
  assert.equal((await stopped).status, 200);
  assert.ok(performance.now() - begun < 5000);
  const revoked = askEvents(app, own, { ...query, types: 'place.requested' });
  await sleep(300);
  await get(app, town.admin, 'revokeApiKey', { id: own.id });
  await request();
  assertRefused(await revoked, 'key_not_valid');
});

test('no event appears later at a place that the hospital’s system has already read [API-29, INV-6]', async () => {
  await copyAll(app);
  const { next } = await pageOf(app, key);
  const older = new pg.Client(app.connection);
  await older.connect();
  try {
    await older.query('begin');
    await older.query(
      `insert into outgoing_change (hospital_id, type, subject_id, status, at)
        values ($1, 'line.opened', gen_random_uuid(), 'open', $2)`,
      [town.hospitalId, app.clock.now()],
    );
    const id = await request();
    while (await copyChanges(app.db, app.clock));
    assert.deepEqual((await pageOf(app, key, { after: next })).events, []);
    await older.query('commit');
    const { events } = await eventsAfter(app, key, next);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['line.opened', 'place.requested'],
    );
    assert.equal(events[1]?.data.subject.id, id);
  } finally {
    await older.end();
  }
});

test('the table of events holds no name, phone, email or words of a patient [API-29, SEC-18]', async () => {
  const patient = await makePerson(app, { phone: '+919811224455' });
  const body = { doctorId: town.doctorId, symptoms: 'chest pain' };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  await get(app, town.admin, 'approveRequest', { id: queue.id, body: {} });
  await get(app, town.admin, 'noteEntry', { id: queue.id, body: { notes: 'fears needles' } });
  await copyAll(app);
  const { name } = (await get(app, town.admin, 'getEntry', { id: queue.id })).queue.patient;
  const rows = await app.db.many<{ text: string }>(sql`
    select p::text as text from public_event p where p.subject_id = ${queue.id}`);
  assert.equal(rows.length, 3);
  for (const { text } of rows) {
    for (const secret of [name, patient.email, patient.userId, '9811224455', 'chest', 'needles']) {
      assert.ok(!text.includes(secret), text);
    }
  }
});

test('events are deleted after 30 days, an older cursor is refused, and a system that kept asking continues [API-29]', async () => {
  const begin = (await pageOf(app, key)).next;
  await request();
  await copyAll(app);
  const { next } = await eventsAfter(app, key, begin);
  const later = { now: () => new Date(app.clock.now().getTime() + 31 * 86_400_000) };
  await pruneOldEvents(app.db, {
    now: () => new Date(app.clock.now().getTime() + 29 * 86_400_000),
  });
  assert.equal((await pageOf(app, key, { after: begin })).events.length, 1);
  await pruneOldEvents(app.db, later);
  const gone = await askEvents(app, key, { after: begin });
  assertRefused(gone, 'events_gone');
  assert.match(gone.text, /Events are kept from \d{4}-\d\d-\d\dT/u);
  assert.deepEqual((await pageOf(app, key, { after: next })).events, []);
  assert.equal(await countOf(town.hospitalId), 0);
  const id = await request();
  const { events } = await eventsAfter(app, key, next);
  assert.deepEqual(
    events.map(({ data }) => data.subject.id),
    [id],
  );
});

test('the schema of each event’s content is served under its date, without a key [API-29]', async () => {
  const answer = await app.send({ method: 'GET', url: '/api/v1/events/schema/2026-12-01' });
  assert.equal(answer.status, 200);
  const { $defs } = z
    .object({ $defs: z.record(z.string(), z.object({ type: z.string() })) })
    .parse(answer.body);
  assert.deepEqual(Object.keys($defs).toSorted(), [...publicEventTypes].toSorted());
  const unknown = await app.send({ method: 'GET', url: '/api/v1/events/schema/2020-01-01' });
  assert.equal(unknown.status, 404);
});

test('while no hospital has a key, the server looks for events with one statement and reads none [API-29]', async () => {
  const own = await makeTestApp();
  try {
    const other = await makeTown(own);
    const { queue } = await get(own, await makePerson(own), 'requestPlace', {
      body: { doctorId: other.doctorId },
    });
    await get(own, other.admin, 'approveRequest', { id: queue.id, body: {} });
    await sleep(200);
    const { text } = await own.db.one<{ text: string }>(
      sql`select r::text as text from event_relay r`,
    );
    assert.equal(text, '(t,0,0,0,0)');
  } finally {
    await own.close();
  }
});
