/**
 * Tests moves between doctors' lines through the API: order, token, notifications, and race
 * conditions [DAY-3].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { beginDays } from '../../doctors/presence/begin-days.ts';
import { endBreaks } from '../../doctors/presence/end-breaks.ts';
import { dayAt } from '../../schedule/calendar.rules.ts';
import { fillTables } from '../../testing/measuring/fill-tables.ts';
import { givenSettings } from '../../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { openStream } from '../../testing/test-stream.ts';
import { listToMove } from './transfer.store.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, 5);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
  await app.db.run(sql`
    update doctor set status = 'Available', break_until = null, deactivated_at = null
    where hospital_id = ${town.hospitalId}`);
});

function person(index: number): TestPerson {
  const found = patients[index];
  assert.ok(found !== undefined);
  return found;
}

/** Puts a patient in the doctor's line. The patient joins a minute after the previous patient. */
async function wait(index: number, doctorId: string): Promise<string> {
  app.clock.advance(60_000);
  const { queue } = await get(app, person(index), 'requestPlace', { body: { doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  return queue.id;
}

async function lineOf(doctorId: string): Promise<string[]> {
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: doctorId });
  const waiting = queue.filter(({ status }) => status === 'waiting');
  assert.deepEqual(
    waiting.map(({ position }) => position),
    waiting.map((_, index) => index + 1),
  );
  return waiting.map(({ id }) => id);
}

/** Gives the doctor hours on every day, whose beginning sets the status Available. */
async function workAllDay(): Promise<void> {
  const day = { hours: [{ from: '00:00', to: '23:59' }], breaks: [] };
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const week = Object.fromEntries(names.map((name) => [name, day]));
  await get(app, town.doctor, 'saveSchedule', { id: town.doctorId, body: { week } });
  const settings = { ...givenSettings(), defaultStatus: 'Available' };
  await get(app, town.doctor, 'saveDoctorSettings', { body: settings });
}

function moveTo(id: string, doctorId?: string) {
  return call(app, town.receptionist, 'transferEntry', { id, body: { doctorId } });
}

test('a patient moved to another doctor keeps arrival time and token and is notified live, and both lines keep places 1…n [DAY-3, INV-14]', async () => {
  const first = await wait(0, town.doctorId);
  const moved = await wait(1, town.doctorId);
  const early = await wait(2, town.colleagueId);
  await app.db.run(sql`
    update queue_entry set joined_at = joined_at - interval '1 hour' where id = ${early}`);
  const late = await wait(3, town.colleagueId);
  const token = (await get(app, person(1), 'getEntry', { id: moved })).queue.token;
  const streams = [await openStream(app, person(1)), await openStream(app, person(3))] as const;
  for (const stream of streams) await stream.find(({ event }) => event.type === 'connected');
  assert.equal((await moveTo(moved, town.colleagueId)).status, 200);
  assert.deepEqual(await lineOf(town.doctorId), [first]);
  assert.deepEqual(await lineOf(town.colleagueId), [early, moved, late]);
  const own = (await get(app, person(1), 'getEntry', { id: moved })).queue;
  assert.deepEqual([own.position, own.token, own.doctor.id], [2, token, town.colleagueId]);
  assert.equal(own.moved?.fromId, town.doctorId);
  const published = await streams[0].find(({ event }) => event.type === 'queue_joined');
  assert.ok(published.event.type === 'queue_joined' && published.event.data.moved !== null);
  // An event about an earlier position may arrive first.
  await streams[1].find(
    ({ event }) => event.type === 'position_changed' && event.data.position === 3,
  );
  for (const stream of streams) stream.cut();
  const next = await wait(4, town.doctorId);
  const payload = (await get(app, person(4), 'getEntry', { id: next })).queue.token;
  assert.notEqual(payload, token, 'the number of one who was moved is not given out again');
  const trail = await app.db.many<{ entry_id: string }>(sql`
    select entry_id from audit where action = 'move to another doctor' and outcome = 'ok'`);
  assert.deepEqual(trail, [{ entry_id: moved }]);
});

test('the first free other doctor of the department takes over, and never an Offline doctor [DAY-3]', async () => {
  const id = await wait(0, town.doctorId);
  assertRefused(await moveTo(id, town.doctorId), 'already_there');
  assertRefused(await moveTo(id, town.otherDoctorId), 'not_found');
  await get(app, town.admin, 'setDoctorStatus', {
    id: town.colleagueId,
    body: { status: 'offline' },
  });
  assertRefused(await moveTo(id, town.colleagueId), 'doctor_not_available');
  assertRefused(await moveTo(id), 'no_free_doctor');
  await get(app, town.admin, 'setDoctorStatus', {
    id: town.colleagueId,
    body: { status: 'available' },
  });
  assert.equal((await moveTo(id)).status, 200);
  assert.deepEqual(await lineOf(town.colleagueId), [id]);
  assertRefused(await call(app, town.otherAdmin, 'transferEntry', { id, body: {} }), 'not_found');
});

test('a patient who is with the doctor cannot be moved to another doctor, and a moved request still needs approval [DAY-3, QST-10]', async () => {
  const inside = await wait(0, town.doctorId);
  await get(app, town.doctor, 'startConsultation', { id: inside });
  assertRefused(await moveTo(inside, town.colleagueId), 'illegal_transition');
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, person(1), 'requestPlace', { body });
  assert.equal((await moveTo(queue.id, town.colleagueId)).status, 200);
  const { pendingQueues } = await get(app, town.admin, 'listPending', { id: town.hospitalId });
  const asked = pendingQueues.find(({ id }) => id === queue.id);
  assert.deepEqual([asked?.status, asked?.doctor.id], ['pending_approval', town.colleagueId]);
});

test('a missed call does not follow a patient to the new doctor, so a moved patient is not on hold any more [DAY-3]', async () => {
  const held = await wait(0, town.doctorId);
  const next = await wait(1, town.doctorId);
  await get(app, town.doctor, 'holdEntry', { id: held });
  assert.equal((await moveTo(held, town.colleagueId)).status, 200);
  const { queue } = await get(app, person(0), 'getEntry', { id: held });
  assert.deepEqual([queue.hold, queue.position], [null, 1]);
  assert.deepEqual(await lineOf(town.doctorId), [next]);
});

test('when staff move a patient while the patient is called, cancelled or moved again, only one action succeeds and no patient is lost [DAY-3, INV-14]', async () => {
  for (let round = 0; round < 6; round += 1) {
    await app.owner.query('delete from queue_entry');
    const one = await wait(0, town.doctorId);
    const two = await wait(1, town.doctorId);
    const three = await wait(2, town.doctorId);
    const answers = await Promise.all([
      moveTo(one, town.colleagueId),
      call(app, town.doctor, 'startConsultation', { id: one }),
      moveTo(two, town.colleagueId),
      call(app, person(1), 'leaveQueue', { id: two }),
      moveTo(three, town.colleagueId),
      call(app, town.admin, 'transferEntry', { id: three, body: { doctorId: town.colleagueId } }),
    ]);
    for (const [index, { status }] of answers.entries()) {
      // Once the patient has moved, the former doctor may no longer call the patient, and gets 403.
      const isLate = index === 1 && status === 403;
      assert.ok(isLate || status === 200 || status === 409, `${index}: ${status}`);
    }
    const lines = [...(await lineOf(town.doctorId)), ...(await lineOf(town.colleagueId))];
    assert.equal(new Set(lines).size, lines.length);
    const moves = answers.slice(4).filter(({ status }) => status === 200);
    assert.equal(moves.length, 1, 'of two moves one wins');
    const rows = await app.db.many<{ id: string; status: string; doctor_id: string }>(sql`
      select id, status, doctor_id from queue_entry`);
    assert.equal(rows.length, 3);
    const left = rows.find(({ id }) => id === two);
    assert.equal(left?.status === 'cancelled', answers[3]?.status === 200);
    for (const { id, status } of rows) {
      assert.equal(
        lines.includes(id),
        status === 'waiting',
        `an entry with the status ${status} is in one line or in none`,
      );
    }
  }
});

test('all patients of a doctor can be moved to another doctor at once, in order of arrival, and moved back [DAY-3]', async () => {
  const ids = [await wait(0, town.doctorId), await wait(1, town.doctorId)];
  const body = { doctorId: town.doctorId };
  const asked = (await get(app, person(2), 'requestPlace', { body })).queue.id;
  const done = await get(app, town.receptionist, 'transferLine', {
    id: town.doctorId,
    body: { doctorId: town.colleagueId },
  });
  assert.deepEqual([done.moved, done.to.id], [3, town.colleagueId]);
  assert.deepEqual(await lineOf(town.colleagueId), ids);
  assert.deepEqual(await lineOf(town.doctorId), []);
  await get(app, town.receptionist, 'transferLine', {
    id: town.colleagueId,
    body: { doctorId: town.doctorId },
  });
  assert.deepEqual(await lineOf(town.doctorId), ids);
  const { queue } = await get(app, person(2), 'getEntry', { id: asked });
  assert.equal(queue.status, 'pending_approval');
});

test('when a doctor leaves, staff decide in one step whether the waiting patients stay, move to a colleague or lose their places [DAY-2]', async () => {
  const offline = (patientsAnswer?: object) =>
    call(app, town.doctor, 'setDoctorStatus', {
      id: town.doctorId,
      body: { status: 'offline', patients: patientsAnswer },
    });
  const kept = await wait(0, town.doctorId);
  assert.equal((await offline()).status, 200);
  assert.deepEqual(await lineOf(town.doctorId), [kept], 'without an answer they stay in line');
  const own = (await get(app, person(0), 'getEntry', { id: kept })).queue;
  assert.equal(own.doctor.status, 'Offline');
  await app.db.run(sql`update doctor set status = 'Available' where id = ${town.doctorId}`);
  assert.equal((await offline({ what: 'move', doctorId: town.colleagueId })).status, 200);
  assert.deepEqual(await lineOf(town.colleagueId), [kept]);

  await app.db.run(sql`update doctor set status = 'Available' where id = ${town.doctorId}`);
  const closed = await wait(1, town.doctorId);
  await app.db.run(sql`update doctor set status = 'Offline' where id = ${town.colleagueId}`);
  assertRefused(await offline({ what: 'move' }), 'no_free_doctor');
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.equal(doctor.status, 'Available', 'a refusal changes nothing');
  assert.equal((await offline({ what: 'close', word: 'I am ill.' })).status, 200);
  const { queue } = await get(app, person(1), 'getEntry', { id: closed });
  assert.deepEqual(queue.closed, { reason: 'doctor_left', word: 'I am ill.' });
});

test('the reception records that a doctor does not come today and moves the waiting patients; the hours that begin later do not make the doctor Available [DAY-2, DOC-3, ROLE-4]', async () => {
  await workAllDay();
  const begin = async () => {
    await beginDays(app.db, app.clock);
    return (await get(app, undefined, 'getDoctor', { id: town.doctorId })).doctor.status;
  };
  await app.db.run(sql`update doctor set day_begun = null where id = ${town.doctorId}`);
  const waiting = await wait(0, town.doctorId);
  const body = (status: string) => ({
    status,
    isAllDay: true,
    patients: { what: 'move', doctorId: town.colleagueId },
  });
  const set = (status: string) =>
    call(app, town.receptionist, 'setDoctorStatus', { id: town.doctorId, body: body(status) });
  assertRefused(await set('available'), 'forbidden');
  assertRefused(await set('busy'), 'forbidden');
  assert.deepEqual(await lineOf(town.doctorId), [waiting], 'a refusal moves nobody');
  assert.equal((await set('offline')).status, 200);
  assert.deepEqual(await lineOf(town.colleagueId), [waiting]);

  assert.equal(await begin(), 'Offline');
  await app.db.run(sql`update doctor set day_begun = null where id = ${town.doctorId}`);
  assert.equal(await begin(), 'Available', 'as on any other day');
});

test('when a doctor is deactivated, the administrator decides what happens to waiting patients, and a patient still with the doctor prevents deactivation [DAY-2, ADM-2]', async () => {
  const inside = await wait(0, town.doctorId);
  await get(app, town.admin, 'startConsultation', { id: inside });
  const waiting = await wait(1, town.doctorId);
  const leave = () =>
    call(app, town.admin, 'deactivateDoctor', {
      id: town.doctorId,
      body: { keepAppointments: true, patients: { what: 'move', doctorId: town.colleagueId } },
    });
  assertRefused(await leave(), 'doctor_has_patients');
  assert.deepEqual(await lineOf(town.doctorId), [waiting], 'a refusal moves nobody');
  await get(app, town.admin, 'completeConsultation', { id: inside, body: {} });
  assert.equal((await leave()).status, 200);
  assert.deepEqual(await lineOf(town.colleagueId), [waiting]);
  const body = { doctorId: town.doctorId };
  assert.equal((await call(app, person(2), 'requestPlace', { body })).status, 404);
});

test('any number of patients waiting for a doctor are all moved [DAY-3]', async () => {
  const writer = await app.owner.connect();
  try {
    const filled = { hospitalId: town.hospitalId, accountId: person(0).userId };
    const many = { visits: 0, pending: 300, waiting: 250, doctors: 1 };
    const [doctorId = ''] = await fillTables(writer, filled, many);
    assert.equal((await listToMove(app.db, doctorId)).length, 550);
  } finally {
    writer.release();
  }
});

test('removing a doctor from the team requires a decision about the waiting patients, and without one the doctor stays [DAY-2, JOINH-2]', async () => {
  town = await makeTown(app);
  const remove = (patients?: object) =>
    call(app, town.admin, 'removeMember', { id: town.doctor.userId, body: { patients } });
  const waiting = await wait(0, town.doctorId);
  await app.db.run(sql`update doctor set status = 'Offline' where id = ${town.colleagueId}`);
  assertRefused(await remove({ what: 'move', doctorId: town.colleagueId }), 'doctor_not_available');
  assert.equal((await get(app, town.doctor, 'getCurrentUser')).user.role, 'doctor');
  assert.deepEqual(await lineOf(town.doctorId), [waiting]);
  await app.db.run(sql`update doctor set status = 'Available' where id = ${town.colleagueId}`);
  assert.equal((await remove({ what: 'move' })).status, 200);
  assert.deepEqual(await lineOf(town.colleagueId), [waiting]);
  assertRefused(await call(app, town.doctor, 'getCurrentUser'), 'session_ended');

  town = await makeTown(app);
  await app.owner.query('delete from queue_entry');
  const closed = await wait(1, town.doctorId);
  assert.equal((await remove({ what: 'close', word: 'Dr. Rao has left us.' })).status, 200);
  const { queue } = await get(app, person(1), 'getEntry', { id: closed });
  assert.deepEqual(queue.closed, { reason: 'doctor_left', word: 'Dr. Rao has left us.' });

  town = await makeTown(app);
  const kept = await wait(2, town.doctorId);
  assert.equal((await remove()).status, 200);
  assert.deepEqual(await lineOf(town.doctorId), [kept], 'the desk goes on with the line');
});

test('a doctor removed from the team accepts no patients on later days, until staff set the doctor Available [DAY-2, JOINH-2, DOC-3]', async () => {
  town = await makeTown(app);
  const id = town.doctorId;
  await workAllDay();
  await get(app, town.admin, 'removeMember', { id: town.doctor.userId, body: {} });
  const seen = async () => {
    const { doctor } = await get(app, undefined, 'getDoctor', { id });
    return [doctor.status, doctor.breakUntil];
  };
  await beginDays(app.db, app.clock);
  assert.deepEqual(await seen(), ['Offline', null], 'a day’s beginning says nothing');

  const today = dayAt(app.clock.now(), 'Asia/Kolkata');
  await get(app, town.admin, 'addDayOff', { id, body: { firstDay: today, lastDay: today } });
  await endBreaks(app.db, app.clock);
  assert.deepEqual(await seen(), ['Offline', null], 'nor is there a day off to come back from');
  const asked = await call(app, person(0), 'requestPlace', { body: { doctorId: id } });
  assertRefused(asked, 'doctor_not_available');

  await get(app, town.admin, 'setDoctorStatus', { id, body: { status: 'available' } });
  await get(app, person(0), 'requestPlace', { body: { doctorId: id } });
  await app.db.run(sql`update doctor set status = 'Busy', day_begun = null where id = ${id}`);
  await app.db.run(sql`delete from day_off where doctor_id = ${id}`);
  await beginDays(app.db, app.clock);
  assert.deepEqual(await seen(), ['Available', null], 'then their days begin again');
});
