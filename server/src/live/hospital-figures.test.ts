/**
 * Tests that the figures of a hospital's lines are computed once and sent to all of the hospital's
 * screens [STAFF-2, PAT-7, QST-12].
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveEvent } from '@baari/contract/events.ts';
import type { HospitalFigures } from '@baari/contract/queue/hospital-figures.ts';
import type { PoolClient } from 'pg';
import { findDoctor, listDoctorLines } from '../doctors/doctors.store.ts';
import { doctorView, lineFiguresView } from '../doctors/doctors.view.ts';
import { listEntriesOfDoctor } from '../queue/queue.store.ts';
import { staffEntryViews } from '../queue/queue.view.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { openStream, type TestFrame, type TestStream } from '../testing/test-stream.ts';
import { makeFigures } from './hospital-figures.ts';

let app: TestApp;
/** A second server process of the same installation. */
let second: TestApp;
let town: Town;
let patients: TestPerson[];
const open: TestStream[] = [];

before(async () => {
  app = await makeTestApp({ isListening: true });
  second = await makeTestApp({ isListening: true, beside: app });
  town = await makeTown(app);
  await app.owner.query('update hospital set operating_hours = $1', [JSON.stringify(alwaysOpen)]);
  patients = await makePatients(app, 5);
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

async function listen(
  caller: TestPerson,
  at: TestApp = app,
  lastEventId?: string,
): Promise<TestStream> {
  const stream = await openStream(at, caller, { lastEventId });
  open.push(stream);
  await stream.find(({ event }) => event.type === 'connected');
  return stream;
}

function figuresIn({ event }: TestFrame): HospitalFigures | undefined {
  return event.type === 'hospital_figures' ? event.data : undefined;
}

/** Waits for the figures that show this many waiting patients in the doctor's line. */
async function figuresOf(
  stream: TestStream,
  doctorId: string,
  waiting: number,
): Promise<HospitalFigures> {
  const isSought = (frame: TestFrame) =>
    figuresIn(frame)?.lines.some(
      ({ doctor, waits }) => doctor.id === doctorId && waits?.length === waiting,
    ) === true;
  const found = figuresIn(await stream.find(isSought));
  assert.ok(found !== undefined);
  return found;
}

async function wait(person: TestPerson | undefined, doctorId = town.doctorId): Promise<string> {
  assert.ok(person !== undefined);
  const { queue } = await get(app, person, 'requestPlace', { body: { doctorId } });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  return queue.id;
}

test('a hospital’s patient counts and changed lines are sent only to its own screens, from either server process [STAFF-2, PAT-7, EV-11, INV-8]', async () => {
  const screens = [
    await listen(town.receptionist),
    await listen(town.admin),
    await listen(town.doctor, second),
  ];
  const [first, ...others] = patients.slice(0, 3);
  const strangers = [await listen(town.otherAdmin), await listen(patients[4] ?? town.otherAdmin)];
  await wait(first);
  for (const person of others) await wait(person);
  await get(app, requester(), 'requestPlace', { body: { doctorId: town.colleagueId } });
  for (const screen of screens) {
    const { hospitalId, lines } = await figuresOf(screen, town.doctorId, 3);
    assert.equal(hospitalId, town.hospitalId);
    const line = lines.find(({ doctor }) => doctor.id === town.doctorId);
    assert.equal(line?.doctor.currentQueue, 3);
    const last = await screen.find((frame) => {
      const published = figuresIn(frame)?.counts;
      return published?.pending === 1 && published.waiting === 3;
    });
    const { counts, dayEndsAt } = await get(app, town.admin, 'getDayCounts', {
      id: town.hospitalId,
    });
    assert.deepEqual(figuresIn(last)?.counts, counts);
    assert.equal(figuresIn(last)?.dayEndsAt, dayEndsAt);
    assert.equal(last.id, undefined, 'derived: a resuming reader must not continue from it');
    const text = screen.frames.filter((frame) => figuresIn(frame)).map(({ raw }) => raw);
    assert.doesNotMatch(text.join(''), new RegExp(`${first?.name}|${first?.userId}`, 'u'));
  }
  for (const stranger of strangers) assert.ok(!stranger.frames.some((frame) => figuresIn(frame)));
});

function requester(): TestPerson {
  const person = patients[3];
  assert.ok(person !== undefined);
  return person;
}

test('the waits that live updates show for a line equal those of its patients, and a doctor’s live data equals the public data [QST-12, INV-16]', async () => {
  const [inside, away, ...behind] = patients;
  const called = await wait(inside);
  const missing = await wait(away);
  for (const person of behind) await wait(person);
  await get(app, town.doctor, 'startConsultation', { id: called });
  await get(app, town.receptionist, 'holdEntry', { id: missing });
  const now = app.clock.now();
  const [row] = await listDoctorLines(app.db, { ids: [town.doctorId] }, 1, now);
  assert.ok(row !== undefined);
  const line = lineFiguresView(row, now, true);
  const listed = staffEntryViews(await listEntriesOfDoctor(app.db, town.doctorId, undefined), now);
  const waiting = listed.filter(({ status }) => status === 'waiting');
  assert.equal(waiting.length, 4);
  assert.ok(waiting.some(({ hold }) => hold !== null));
  assert.deepEqual(
    line.waits,
    waiting.map(({ estimatedWaitTime, waitRange, call }) => ({
      estimatedWaitTime,
      waitRange,
      call,
    })),
  );
  for (const entry of waiting) {
    assert.deepEqual(entry.line, line.doctor.line);
    assert.equal(entry.queueVersion, line.queueVersion);
  }
  const doctor = await findDoctor(app.db, town.doctorId, now);
  assert.deepEqual(line.doctor, doctor && doctorView(doctor, now));
});

test('many changes of a hospital’s counts within a second are sent together, and cost the database the same for one screen and for ten', async () => {
  const one = await readsOfBurst([town.receptionist]);
  const ten = await readsOfBurst(
    [town.receptionist, town.admin, town.doctor, town.colleague].flatMap((person) => [
      person,
      person,
      person,
    ]),
  );
  for (const { frames, most } of [one, ten]) {
    assert.ok(frames >= 1 && frames <= most, `${frames} frames, at most ${most}`);
  }
  for (const { reads, frames } of [one, ten]) assert.ok(reads <= frames + 1, `${reads} reads`);
});

/** How often lines were read during a burst of changes, and how many messages each screen got. */
async function readsOfBurst(
  people: readonly TestPerson[],
): Promise<{ reads: number; frames: number; most: number }> {
  await app.owner.query('delete from queue_entry');
  const screens: TestStream[] = [];
  for (const person of people) screens.push(await listen(person));
  const counted = countLineReads();
  const began = performance.now();
  for (const person of patients) await wait(person);
  for (const screen of screens) await figuresOf(screen, town.doctorId, patients.length);
  const most = 2 + Math.floor((performance.now() - began) / 1000);
  const [frames = 0] = screens.map(
    (each) => each.frames.filter((frame) => figuresIn(frame)).length,
  );
  for (const screen of screens) screen.cut();
  await sleep(1200);
  return { reads: counted.stop(), frames, most };
}

function countLineReads(): { stop: () => number } {
  let reads = 0;
  const originals = new Map<PoolClient, PoolClient['query']>();
  function listenTo(client: PoolClient): void {
    if (originals.has(client)) return;
    const query = client.query;
    originals.set(client, query);
    Object.assign(client, {
      query: (...given: unknown[]) => {
        if (JSON.stringify(given[0]).includes('"presence"')) reads += 1;
        return Reflect.apply(query, client, given) as unknown;
      },
    });
  }
  for (const pool of app.db.pools) pool.on('acquire', listenTo);
  return {
    stop() {
      for (const pool of app.db.pools) pool.off('acquire', listenTo);
      for (const [client, query] of originals) Object.assign(client, { query });
      return reads;
    },
  };
}

test('a screen that reconnects gets the patient counts it missed, and the server reads no counts while no screen is connected [INV-6]', async () => {
  const before = await listen(town.receptionist);
  const place = before.frames.at(0)?.id;
  before.cut();
  const counted = countLineReads();
  await wait(patients[0]);
  await wait(patients[1]);
  await sleep(100);
  assert.equal(counted.stop(), 0, 'nobody watched');
  for (const from of [app, second]) {
    const back = await listen(town.receptionist, from, place);
    await back.find(({ event }) => event.type === 'queue_joined');
    await figuresOf(back, town.doctorId, 2);
  }
});

test('if the server fails to read a hospital’s patient counts, the server reads the counts again, and no change is lost', async () => {
  await wait(patients[0]);
  const published: string[] = [];
  const failures: unknown[] = [];
  let isAway = true;
  const db = new Proxy(app.db, {
    get(target, name) {
      if (name === 'many' && isAway) return () => Promise.reject(new Error('away'));
      return Reflect.get(target, name, target) as unknown;
    },
  });
  const figures = makeFigures({
    db,
    clock: app.clock,
    send: (_, frames) => published.push(frames),
    onError: (error) => failures.push(error),
  });
  figures.note(town.hospitalId, town.doctorId);
  while (failures.length === 0) await sleep(5);
  isAway = false;
  while (published.length === 0) await sleep(20);
  assert.match(published.join(''), new RegExp(town.doctorId, 'u'));
  figures.forget(town.hospitalId);
});

test('a change of a long line is sent to screens at once, and the new waits of its patients every five seconds [QST-12]', async () => {
  await app.owner.query(
    `insert into patient (name) select 'Newcomer ' || n from generate_series(1, 120) n`,
  );
  await app.owner.query(
    `insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
      approved_at, order_key)
    select $1, doctor_id, id, 'waiting', 'low', now() - interval '20 min', now() - interval '20 min', n
    from (select id, row_number() over () as n from patient where name like 'Newcomer%') people,
      lateral (select case when n <= 60 then $2::uuid else $3::uuid end as doctor_id) line`,
    [town.hospitalId, town.doctorId, town.colleagueId],
  );
  const published: HospitalFigures[] = [];
  const figures = makeFigures({
    db: app.db,
    clock: app.clock,
    send: (_, frames) => published.push(dataOf(frames)),
    onError: (error) => assert.fail(String(error)),
  });
  const publishedLines = () => published.flatMap(({ lines }) => lines);
  const withWaits = (doctorId: string) =>
    publishedLines().filter(({ doctor, waits }) => doctor.id === doctorId && waits !== null);
  figures.note(town.hospitalId, town.doctorId);
  while (published.length === 0) await sleep(20);
  assert.equal(withWaits(town.doctorId).length, 1);
  figures.note(town.hospitalId, town.doctorId);
  while (published.length === 1) await sleep(20);
  assert.equal(publishedLines().at(-1)?.waits, null, 'published a second ago');
  app.clock.advance(6000);
  while (withWaits(town.doctorId).length === 1) await sleep(20);
  assert.equal(withWaits(town.colleagueId).length, 0);
  app.clock.advance(61_000);
  figures.note(town.hospitalId, town.doctorId);
  while (withWaits(town.colleagueId).length === 0) await sleep(20);
  figures.forget(town.hospitalId);
});

function dataOf(frames: string): HospitalFigures {
  const event = liveEvent.parse(JSON.parse(frames.trim().slice('data: '.length)));
  assert.ok(event.type === 'hospital_figures');
  return event.data;
}
