/**
 * Tests of patients with a booked time in the line, through the API: position, undo, leaving, and
 * the limit of bookings.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { maxOpenBookings } from '@baari/contract/constants.ts';
import sql from 'sql-template-tag';
import { dayAt } from '../schedule/calendar.rules.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen, givenHospitalProfile, givenPerson } from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
  verifyPhone,
} from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  patients = await makePatients(app, 6);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment');
  await app.owner.query('delete from queue_entry');
  await app.db.run(sql`update doctor set status = 'Available'`);
  await app.db.run(sql`update hospital set check_in_minutes = 60`);
});

function person(index: number): TestPerson {
  const found = patients[index];
  assert.ok(found !== undefined);
  return found;
}

function inDays(days: number): string {
  return Temporal.PlainDate.from(dayAt(app.clock.now(), 'Asia/Kolkata')).add({ days }).toString();
}

function wish(days = 2, time = '10:00', doctorId = town.doctorId) {
  return { doctorId, date: inDays(days), time };
}

/** Makes a booking that begins in `minutes` minutes, always on the current day. */
async function booked(who: TestPerson, minutes: number, doctorId = town.doctorId) {
  // Each patient first books a different day, so that no two bookings collide. The start is then
  // changed in the database.
  const index = patients.indexOf(who);
  const { appointment } = await get(app, who, 'bookAppointment', {
    body: wish(2 + index, '10:00', doctorId),
  });
  const startsAt = new Date(app.clock.now().getTime() + minutes * 60_000);
  await app.db.run(sql`
    update appointment set date = ${inDays(0)}, time = ${`0${index}:00`}, starts_at = ${startsAt}
    where id = ${appointment.id}`);
  return appointment.id;
}

async function wait(who: TestPerson): Promise<string> {
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, who, 'requestPlace', { body });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  return queue.id;
}

async function lineNames(): Promise<string[]> {
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  const waiting = queue.filter(({ status }) => status === 'waiting');
  assert.deepEqual(
    waiting.map(({ position }) => position),
    waiting.map((_, index) => index + 1),
  );
  return waiting.map(({ patient }) => patient.name);
}

test('a punctual patient with an appointment goes next, and the patients who move back read why [APPT-1, INV-12, QST-11]', async () => {
  const passed = await wait(person(0));
  await wait(person(1));
  const id = await booked(person(2), -5);
  const { queue } = await get(app, person(2), 'checkIn', { id });
  assert.equal(queue.position, 1);
  assert.deepEqual(await lineNames(), [person(2).name, person(0).name, person(1).name]);
  assert.equal(queue.booking?.id, id);
  assert.equal(queue.booking?.dueAt, queue.booking?.startsAt);
  const { queue: theirs } = await get(app, person(0), 'getEntry', { id: passed });
  assert.deepEqual(
    theirs.placeChanges.map(({ from, to, reason, own }) => [from, to, reason, own]),
    [[1, 2, 'appointment', false]],
  );
  const read = await get(app, town.receptionist, 'getDoctorQueue', { id: town.doctorId });
  const first = read.queue.find(({ id: entry }) => entry === queue.id);
  assert.equal(first?.dueAt, queue.booking?.dueAt);
});

test('an earlier appointment goes before a later one that arrived first, and an urgent patient goes before both [APPT-1, INV-12]', async () => {
  const urgent = await wait(person(0));
  const body = { urgency: 'high', reason: 'Chest pain.' };
  await get(app, town.receptionist, 'judgeUrgency', { id: urgent, body });
  await wait(person(1));
  const later = await booked(person(2), 8);
  const sooner = await booked(person(3), -8);
  await get(app, person(2), 'checkIn', { id: later });
  await get(app, town.receptionist, 'checkInForPatient', { id: sooner });
  const names = await lineNames();
  assert.equal(names[0], person(0).name);
  assert.ok(names.indexOf(person(3).name) < names.indexOf(person(2).name), names.join(' '));
});

test('a patient who arrives late for an appointment is due later by the length of the delay, and sees the new time [APPT-1]', async () => {
  const id = await booked(person(0), -40);
  const { queue } = await get(app, person(0), 'checkIn', { id });
  const { startsAt = '', dueAt = '' } = queue.booking ?? {};
  const minutes = (Date.parse(dueAt) - Date.parse(startsAt)) / 60_000;
  assert.ok(minutes >= 80 && minutes < 82, String(minutes));
});

test('patients can check in by phone from the time that the hospital set, and at the desk or the entrance all day [APPT-1, HPROF-1]', async () => {
  const id = await booked(person(0), 90);
  const { upcoming } = await get(app, person(0), 'listAppointments');
  const [seen] = upcoming;
  assert.ok(seen !== undefined);
  assert.equal((Date.parse(seen.startsAt) - Date.parse(seen.checkInFrom)) / 60_000, 60);
  assertRefused(await call(app, person(0), 'checkIn', { id }), 'too_early_to_check_in');
  const profile = { ...givenHospitalProfile(), operating_hours: alwaysOpen };
  const save = (checkInMinutes: number) =>
    call(app, town.admin, 'saveOwnHospital', { body: { ...profile, checkInMinutes } });
  assertRefused(await save(721), 'invalid_request');
  assert.equal((await save(120)).status, 200);
  await get(app, person(0), 'checkIn', { id });
  assert.equal((await save(0)).status, 200);
  const early = await booked(person(1), 300);
  assertRefused(await call(app, person(1), 'checkIn', { id: early }), 'too_early_to_check_in');
  await get(app, town.receptionist, 'checkInForPatient', { id: early });
  assert.equal((await save(60)).status, 200);
});

test('undoing a check-in removes the patient from the line and the history, and the patient can check in again later [APPT-1, INV-5]', async () => {
  const id = await booked(person(0), 20);
  assertRefused(await call(app, person(0), 'takeBackCheckIn', { id }), 'not_checked_in');
  const { queue } = await get(app, person(0), 'checkIn', { id });
  assertRefused(await call(app, person(1), 'takeBackCheckIn', { id }), 'not_found');
  const back = await get(app, person(0), 'takeBackCheckIn', { id });
  assert.deepEqual([back.appointment.status, back.queue.status], ['booked', 'cancelled']);
  assert.equal(back.queue.checkedInAt, null);
  assert.deepEqual(await lineNames(), []);
  assert.deepEqual((await get(app, person(0), 'listHistory')).queues, []);
  assert.equal((await get(app, person(0), 'listAppointments')).upcoming[0]?.id, id);
  const events = await app.db.many<{ type: string }>(sql`
    select type from event where entry_id = ${queue.id} order by id`);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['queue_joined', 'queue_left'],
  );
  const again = await get(app, person(0), 'checkIn', { id });
  assert.notEqual(again.queue.id, queue.id);
  await get(app, town.doctor, 'startConsultation', { id: again.queue.id });
  assertRefused(await call(app, person(0), 'takeBackCheckIn', { id }), 'illegal_transition');
});

test('when many people undo one check-in at once, one succeeds [APPT-1, INV-5]', async () => {
  const id = await booked(person(0), 20);
  await get(app, person(0), 'checkIn', { id });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call(app, person(0), 'takeBackCheckIn', { id })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assertRefused(answer, 'not_checked_in');
  }
});

test('a patient who leaves the line after checking in cancels the appointment and frees its time [APPT-1, QST-7]', async () => {
  const id = await booked(person(0), 20);
  const { queue } = await get(app, person(0), 'checkIn', { id });
  await get(app, person(0), 'leaveQueue', { id: queue.id });
  const { upcoming, past } = await get(app, person(0), 'listAppointments');
  assert.deepEqual(
    [upcoming.length, past[0]?.status, past[0]?.cancelledBy],
    [0, 'cancelled', 'patient'],
  );
  const taken = await app.db.many(sql`select from appointment where status <> 'cancelled'`);
  assert.equal(taken.length, 0);
});

test('an account cannot book two doctors at the same time, whichever people of the account the bookings are for [APPT-1]', async () => {
  const { person: child } = await get(app, person(0), 'addPerson', { body: givenPerson() });
  const other = wish(2, '10:00', town.colleagueId);
  await get(app, person(0), 'bookAppointment', { body: wish() });
  for (const body of [other, { ...other, patientId: child.id }]) {
    assertRefused(await call(app, person(0), 'bookAppointment', { body }), 'booked_at_that_time');
  }
  const elsewhere = await get(app, person(0), 'bookAppointment', {
    body: { ...other, time: '11:00' },
  });
  const { id } = elsewhere.appointment;
  const to = { date: inDays(2), time: '10:00' };
  assertRefused(
    await call(app, person(0), 'rescheduleAppointment', { id, body: to }),
    'booked_at_that_time',
  );
  assertRefused(
    await call(app, town.receptionist, 'moveForPatient', { id, body: to }),
    'booked_at_that_time',
  );
  await get(app, person(0), 'rescheduleAppointment', { id, body: { ...to, time: '14:00' } });
});

test('the desk cannot see a patient’s bookings at another hospital [APPT-1, ROLE-7]', async () => {
  await get(app, person(0), 'bookAppointment', { body: wish() });
  await get(app, person(0), 'bookAppointment', { body: wish(5, '09:00', town.otherDoctorId) });
  const body = {
    ...wish(2, '10:00', town.otherDoctorId),
    patient: { kind: 'known', id: person(0).userId },
  };
  assert.equal((await call(app, town.otherAdmin, 'bookForPatient', { body })).status, 201);
});

test('when a patient books eight doctors for one time at once, one booking is made [APPT-1]', async () => {
  const doctors = await Promise.all(
    Array.from({ length: 8 }, () => makeDoctor(app, town.hospitalId)),
  );
  const answers = await Promise.all(
    doctors.map((doctorId) =>
      call(app, person(0), 'bookAppointment', { body: wish(2, '10:00', doctorId) }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assertRefused(answer, 'booked_at_that_time');
  }
});

test('an account holds at most five open bookings, even when it makes eight bookings at once [APPT-1]', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      call(app, person(0), 'bookAppointment', { body: wish(2 + index) }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, maxOpenBookings);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assertRefused(answer, 'too_many_bookings');
  }
  const { upcoming } = await get(app, person(0), 'listAppointments');
  assert.ok(upcoming[0] !== undefined);
  await get(app, person(0), 'cancelAppointment', { id: upcoming[0].id });
  await get(app, person(0), 'bookAppointment', { body: wish(20) });
});

test('a second booking needs a verified contact, joining a line needs none, and staff see unverified contacts [APPT-1, ADM-6]', async () => {
  const stranger = await makePerson(app, { isVerified: false });
  await get(app, stranger, 'bookAppointment', { body: wish() });
  const second = { body: wish(3) };
  assertRefused(await call(app, stranger, 'bookAppointment', second), 'contact_unproved');
  await get(app, stranger, 'requestPlace', { body: { doctorId: town.doctorId } });
  const isProved = async () => {
    const { pendingQueues } = await get(app, town.receptionist, 'listPending', {
      id: town.hospitalId,
    });
    const query = { date: inDays(2) };
    const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments', {
      query,
    });
    return [pendingQueues[0]?.patient.isContactProved, appointments[0]?.patient.isContactProved];
  };
  assert.deepEqual(await isProved(), [false, false]);
  await app.db.run(sql`
    update identity."user" set email_verified = true where id = ${stranger.userId}`);
  assert.deepEqual(await isProved(), [true, true]);
  await get(app, stranger, 'bookAppointment', second);
});

test('a phone that was typed but not verified does not count as verified, and staff see it marked everywhere [SEC-9, ADM-6]', async () => {
  const patient = await makePerson(app, { isVerified: false });
  const phone = '+919876500011';
  await get(app, patient, 'bookAppointment', { body: wish() });
  await app.db.run(sql`update patient set phone = ${phone} where id = ${patient.userId}`);
  const second = { body: wish(3) };
  assertRefused(await call(app, patient, 'bookAppointment', second), 'contact_unproved');
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const marks = async () => {
    const { pendingQueues } = await get(app, town.receptionist, 'listPending', {
      id: town.hospitalId,
    });
    const query = { date: inDays(2) };
    const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments', {
      query,
    });
    const body = { search: '98765000' };
    const { patients } = await get(app, town.receptionist, 'findKnownPatients', { body });
    const own = [pendingQueues[0]?.patient, appointments[0]?.patient, patients[0]];
    assert.deepEqual(
      own.map((one) => one?.phone),
      [phone, phone, phone],
    );
    return own.map((one) => one?.isPhoneProved);
  };
  await app.db.run(sql`
    update identity."user" set email_verified = true where id = ${patient.userId}`);
  assert.deepEqual(await marks(), [false, false, false], 'a confirmed email says nothing of it');
  await verifyPhone(app, patient, phone);
  assert.deepEqual(await marks(), [true, true, true]);
  await app.db.run(sql`
    update identity."user" set phone_number = '+919876500012' where id = ${patient.userId}`);
  assert.deepEqual(await marks(), [false, false, false], 'another number was confirmed');
});
