/**
 * Tests doctors' breaks with an announced end through the API: who is notified, and how a break
 * ends.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import sql from 'sql-template-tag';
import { timeAt } from '../schedule/calendar.rules.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { endBreaks } from './presence/end-breaks.ts';

const minuteMs = 60_000;

let app: TestApp;
let town: Town;
let patient: TestPerson;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
  await app.db.run(sql`
    update doctor set status = 'Available', break_until = null where id = ${town.doctorId}`);
});

function inMinutes(minutes: number): string {
  return new Date(app.clock.now().getTime() + minutes * minuteMs).toISOString();
}

async function goOnBreak(breakUntil = inMinutes(30)): Promise<string> {
  const body = { status: 'busy', breakUntil };
  await get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body });
  return breakUntil;
}

async function seen(): Promise<Pick<Doctor, 'status' | 'breakUntil'>> {
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  return { status: doctor.status, breakUntil: doctor.breakUntil };
}

async function countEvents(): Promise<number> {
  const row = await app.db.one<{ count: number }>(sql`
    select count(*) as count from event where doctor_id = ${town.doctorId}`);
  return row.count;
}

async function waitingEntry(): Promise<string> {
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  return queue.id;
}

test('anyone sees when a doctor’s break ends, and nobody can join during the break [DOC-2, DST-1]', async () => {
  const until = await goOnBreak();
  assert.deepEqual(await seen(), { status: 'Busy', breakUntil: until });
  const refused = await call(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  assertRefused(refused, 'doctor_not_available');
});

test('a waiting patient sees the break as the reason of a longer wait [DOC-2, PAT-11]', async () => {
  await waitingEntry();
  const until = await goOnBreak();
  const { queue } = await get(app, patient, 'getCurrentEntry');
  assert.equal(queue.doctor.breakUntil, until);
});

test('a break ends automatically once at its planned time, even if two server processes run [DOC-2]', async () => {
  await goOnBreak(inMinutes(15));
  const before = await countEvents();
  await endBreaks(app.db, app.clock);
  assert.equal((await seen()).status, 'Busy');
  app.clock.advance(15 * minuteMs);
  await Promise.all([endBreaks(app.db, app.clock), endBreaks(app.db, app.clock)]);
  assert.deepEqual(await seen(), { status: 'Available', breakUntil: null });
  assert.equal(await countEvents(), before + 1);
});

test('a doctor can end a break early, extend it, or leave its end open [DOC-2]', async () => {
  await goOnBreak(inMinutes(15));
  const later = await goOnBreak(inMinutes(60));
  assert.equal((await seen()).breakUntil, later);
  const id = town.doctorId;
  await get(app, town.doctor, 'setDoctorStatus', { id, body: { status: 'offline' } });
  assert.deepEqual(await seen(), { status: 'Offline', breakUntil: null });
  await get(app, town.admin, 'setDoctorStatus', { id, body: { status: 'available' } });
  assert.deepEqual(await seen(), { status: 'Available', breakUntil: null });
});

test('calling a patient in ends a doctor’s break, but a doctor who is Busy without an end time stays Busy [DOC-2, QST-4]', async () => {
  const id = await waitingEntry();
  await goOnBreak();
  await get(app, town.doctor, 'startConsultation', { id });
  assert.deepEqual(await seen(), { status: 'Available', breakUntil: null });
  await get(app, town.doctor, 'completeConsultation', { id, body: {} });
  const second = await waitingEntry();
  await get(app, town.doctor, 'setDoctorStatus', {
    id: town.doctorId,
    body: { status: 'busy' },
  });
  await get(app, town.doctor, 'startConsultation', { id: second });
  assert.equal((await seen()).status, 'Busy');
});

test('the end of a doctor’s break is computed by the server’s clock and not by the device’s clock [DOC-2]', async () => {
  const take = (body: object) =>
    get(app, town.doctor, 'setDoctorStatus', {
      id: town.doctorId,
      body: { status: 'busy', ...body },
    });
  const earliest = inMinutes(15);
  const counted = (await take({ breakMinutes: 15 })).doctor.breakUntil ?? '';
  assert.ok(earliest <= counted && counted <= inMinutes(15), counted);
  const end = Math.floor(Date.parse(inMinutes(40)) / minuteMs) * minuteMs;
  const shown = await take({ breakClock: timeAt(new Date(end), 'Asia/Kolkata') });
  assert.equal(shown.doctor.timeZone, 'Asia/Kolkata');
  assert.equal(shown.doctor.breakUntil, new Date(end).toISOString());
  for (const body of [
    { breakMinutes: 0 },
    { breakMinutes: 24 * 60 + 1 },
    { breakClock: '24:10' },
  ]) {
    const wish = { status: 'busy', ...body };
    const answer = await call(app, town.doctor, 'setDoctorStatus', {
      id: town.doctorId,
      body: wish,
    });
    assertRefused(answer, 'invalid_request', JSON.stringify(body));
  }
});

test('a doctor’s break is refused if its end is past, invalid or more than a day away, or if the doctor is Available [DOC-2, VAL-6]', async () => {
  const wrong = [
    { status: 'busy', breakUntil: inMinutes(-1) },
    { status: 'busy', breakUntil: inMinutes(24 * 60 + 1) },
    { status: 'available', breakUntil: inMinutes(15) },
    { status: 'busy', breakUntil: 'half past two' },
    { status: 'busy', breakUntil: '2026-02-30T10:00:00Z' },
  ];
  const before = await countEvents();
  for (const body of wrong) {
    const answer = await call(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body });
    assertRefused(answer, 'invalid_request', JSON.stringify(body));
    assert.match(answer.text, /breakUntil/u);
  }
  assert.deepEqual(await seen(), { status: 'Available', breakUntil: null });
  assert.equal(await countEvents(), before);
});
