/**
 * Tests timetables of shared lines through the API: the times offered, who may book, and check-in
 * to the line.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import sql from 'sql-template-tag';
import { listOutboxMessages, type OutboxMessage } from '../platform/messages/outbox.store.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  assertRefused,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { alwaysOpen, givenPerson, givenProfile, givenSession } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';

const everyDay = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** A session from nine to twelve every day, with a slot for two people every quarter of an hour. */
const mornings: TimetableSession = { ...givenSession(), weekdays: [...everyDay] };

/** A session every day between two times, for patients without a booked time. */
function walkIn(from: string, to: string) {
  return {
    kind: 'open' as const,
    weekdays: [...everyDay],
    date: null,
    from,
    to,
    validFrom: null,
    validUntil: null,
  };
}

let app: TestApp;
let town: Town;
let patients: TestPerson[];
let line: SharedLine;

before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  patients = await makePatients(app, 12);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment');
  await clearLines(app);
  line = await makeLine(app, town.admin, { name: 'X-ray', kind: 'imaging' });
});

function person(index: number): TestPerson {
  const found = patients[index];
  assert.ok(found !== undefined);
  return found;
}

function inDays(days: number): string {
  return Temporal.PlainDate.from(dayAt(app.clock.now(), 'Asia/Kolkata')).add({ days }).toString();
}

async function save(sessions: readonly TimetableSession[]): Promise<void> {
  await get(app, town.admin, 'saveTimetable', { id: line.id, body: { sessions: [...sessions] } });
}

/** Saves the line's names and whether patients request places in it from home. */
async function edit(given: { asksFromHome?: boolean; names?: Record<string, string> }) {
  const { name, department, room, order, returnsEvery, next } = line;
  const facts = { name, department, room, order, returnsEvery, next };
  const { line: edited } = await get(app, town.admin, 'editLine', {
    id: line.id,
    body: { ...facts, ...given },
  });
  return edited;
}

function wish(days = 2, time = '09:00') {
  return { doctorId: line.id, date: inDays(days), time };
}

function bookAtDesk(who: TestPerson | string, body = wish()) {
  const patient =
    typeof who === 'string'
      ? { kind: 'new', name: who, phone: '' }
      : { kind: 'known', id: who.userId };
  return call(app, town.receptionist, 'bookForPatient', { body: { ...body, patient } });
}

async function bookedAtDesk(name: string, body = wish()): Promise<string> {
  const patient = { kind: 'new', name, phone: '' } as const;
  const { appointment } = await get(app, town.receptionist, 'bookForPatient', {
    body: { ...body, patient },
  });
  return appointment.id;
}

function slots(days = 2) {
  return get(app, undefined, 'getDoctorSlots', { id: line.id, query: { date: inDays(days) } });
}

/**
 * Moves a booking to so many minutes from now, with today's date, without changing other bookings
 * of that day.
 */
async function isDueIn(id: string, minutes: number, time = '00:00'): Promise<void> {
  const startsAt = new Date(app.clock.now().getTime() + minutes * 60_000);
  await app.db.run(sql`
    update appointment set date = ${inDays(0)}, time = ${time}, starts_at = ${startsAt}
    where id = ${id}`);
}

async function lineNames(): Promise<string[]> {
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: line.id });
  return queue.filter(({ status }) => status === 'waiting').map(({ patient }) => patient.name);
}

async function mailTo(recipient: string, subject: RegExp): Promise<OutboxMessage> {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = (await listOutboxMessages(app.db, 50)).find(
      (one) => one.recipient === recipient && subject.test(one.subject),
    );
    if (found !== undefined) return found;
    app.app.lookForJobs();
    await sleep(20);
  }
  throw new Error(`No mail ${subject} came.`);
}

test('a shared line offers no times until its timetable is saved, and offers none again after the timetable is removed [APPT-1, LINE-6]', async () => {
  assert.deepEqual((await slots()).slots, []);
  assertRefused(await bookAtDesk('Asha'), 'slot_not_offered');
  const { timetable } = await get(app, town.receptionist, 'getTimetable', { id: line.id });
  assert.deepEqual(timetable.sessions, []);
  await save([mornings]);
  const offered = await slots();
  assert.deepEqual(
    [offered.slots.length, offered.slots[0]?.time, offered.slots[0]?.places],
    [12, '09:00', 2],
  );
  const { lines } = await get(app, town.receptionist, 'listLines');
  assert.equal(lines.find(({ id }) => id === line.id)?.takesBookings, true);
  await save([mornings, { ...walkIn('10:00', '11:00'), kind: 'closed' }]);
  assert.equal((await slots()).slots.length, 8);
  await save([]);
  assert.deepEqual((await slots()).slots, []);
});

test('only the hospital’s administrators plan a shared line, and each invalid value is refused, naming its field [ROLE-7, LINE-6]', async () => {
  const body = { sessions: [mornings] };
  const before = await digestOf(app.db);
  for (const name of ['getTimetable', 'getTimetableMonth'] as const) {
    assertRefused(await call(app, town.otherAdmin, name, { id: line.id }), 'not_found');
  }
  for (const name of ['saveTimetable', 'previewTimetable'] as const) {
    assertRefused(await call(app, town.otherAdmin, name, { id: line.id, body }), 'not_found');
    assertRefused(await call(app, town.doctor, name, { id: line.id, body }), 'forbidden');
    assertRefused(await call(app, town.receptionist, name, { id: line.id, body }), 'forbidden');
    const wrong = { sessions: [{ ...mornings, places: 51 }] };
    const answer = await call(app, town.admin, name, { id: line.id, body: wrong });
    assertRefused(answer, 'invalid_request');
    assert.match(answer.text, /"param":"sessions\.0\.places"/u);
  }
  assert.equal(await digestOf(app.db), before);
  await save([mornings]);
  const seen = { sessions: [] };
  const late = await call(app, town.admin, 'saveTimetable', {
    id: line.id,
    body: { ...body, seen },
  });
  assertRefused(late, 'changed_meanwhile');
});

test('the desk books patients for the laboratory, at each time at most as many as it has places, and the month overview shows the booking [APPT-1, LINE-6]', async () => {
  await save([mornings]);
  const first = await bookAtDesk('Asha');
  assert.equal(first.status, 201, first.text);
  const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments', {
    query: { date: inDays(2) },
  });
  assert.deepEqual(
    appointments.map(({ doctor, time, isOutsideHours }) => [
      doctor.id,
      doctor.name,
      doctor.service,
      time,
      isOutsideHours,
    ]),
    [[line.id, 'X-ray', 'imaging', '09:00', false]],
  );
  const all = await Promise.all(['B', 'C', 'D', 'E'].map((name) => bookAtDesk(name)));
  assert.equal(all.filter(({ status }) => status === 201).length, 1);
  for (const answer of all.filter(({ status }) => status !== 201))
    assertRefused(answer, 'slot_taken');
  const { slots: offered } = await slots();
  assert.deepEqual([offered[0]?.free, offered[0]?.isFree, offered[1]?.free], [0, false, 2]);
  const month = await get(app, town.receptionist, 'getTimetableMonth', {
    id: line.id,
    query: { date: inDays(2) },
  });
  const day = month.days.find(({ date }) => date === inDays(2));
  assert.deepEqual(day, { date: inDays(2), isOff: false, places: 24, free: 22, booked: 2 });
});

test('the list of a day’s appointments continues on its next page after a booking of a shared line [APPT-1, LINE-6]', async () => {
  await save([mornings]);
  await get(app, person(11), 'bookAppointment', {
    body: { doctorId: town.doctorId, date: inDays(2), time: '15:00' },
  });
  await bookedAtDesk('Asha');
  await bookedAtDesk('Bina', wish(2, '09:15'));
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const query = { date: inDays(2), limit: 1, ...(after === undefined ? {} : { after }) };
    const page = await get(app, town.receptionist, 'listHospitalAppointments', { query });
    seen.push(...page.appointments.map(({ patient }) => patient.name));
    after = page.next ?? undefined;
  } while (after !== undefined);
  assert.equal(seen.length, 3);
  assert.equal(new Set(seen).size, 3);
});

test('patients book a visit to a shared line from home only if the hospital allows it, for themselves or for people of their account [LINE-6, APPT-1, PROF-1]', async () => {
  await save([mornings]);
  const body = wish();
  assertRefused(await call(app, person(0), 'bookAppointment', { body }), 'not_found');
  await edit({ asksFromHome: true });
  const { lines } = await get(app, undefined, 'listHomeLines', { id: town.hospitalId });
  assert.equal(lines[0]?.takesBookings, true);
  const own = await get(app, person(0), 'bookAppointment', { body });
  assert.equal(own.appointment.doctor.service, 'imaging');
  assertRefused(
    await call(app, person(0), 'bookAppointment', { body: wish(2, '09:15') }),
    'already_booked',
  );
  const { person: child } = await get(app, person(1), 'addPerson', { body: givenPerson('Riya') });
  const forChild = { ...wish(2, '09:15'), patientId: child.id };
  const booked = await get(app, person(1), 'bookAppointment', { body: forChild });
  assert.equal(booked.appointment.patient.name, 'Riya');
  const elsewhere = { doctorId: town.doctorId, date: inDays(2), time: '09:00' };
  assertRefused(
    await call(app, person(0), 'bookAppointment', { body: elsewhere }),
    'booked_at_that_time',
  );
  await app.db.run(sql`update hospital set standing = 'hidden' where id = ${town.hospitalId}`);
  assertRefused(await call(app, person(2), 'bookAppointment', { body }), 'not_found');
  await app.db.run(sql`update hospital set standing = 'unconfirmed' where id = ${town.hospitalId}`);
  const { data } = await get(app, person(0), 'exportOwnData');
  assert.match(JSON.stringify(data['appointments']), /"doctor":"X-ray"/u);
});

test('patients see the next free time of a shared line that they can book, beside those of the doctors [LINE-6, PAT-8]', async () => {
  const shown = async () =>
    (await get(app, undefined, 'listNextSlots', { id: town.hospitalId })).nextLineSlots;
  await save([{ ...mornings, places: 1 }]);
  assert.deepEqual(await shown(), [], 'patients cannot book it yet');
  await edit({ asksFromHome: true });
  const [first] = await shown();
  assert.equal(first?.lineId, line.id);
  const { date, time } = first;
  await get(app, person(0), 'bookAppointment', { body: { doctorId: line.id, date, time } });
  const [after] = await shown();
  assert.ok(after !== undefined && after.startsAt > first.startsAt);
  await get(app, town.admin, 'setLineOpen', { id: line.id, body: { isOpen: false } });
  assert.deepEqual(await shown(), []);
});

test('patients cannot book or move bookings in a closed shared line, and the desk still can [LINE-6, APPT-1]', async () => {
  await save([mornings]);
  await edit({ asksFromHome: true });
  const { appointment } = await get(app, person(0), 'bookAppointment', { body: wish() });
  await get(app, town.admin, 'setLineOpen', { id: line.id, body: { isOpen: false } });
  const { lines } = await get(app, undefined, 'listHomeLines', { id: town.hospitalId });
  assert.equal(lines[0]?.takesBookings, false);
  assertRefused(await call(app, person(1), 'bookAppointment', { body: wish() }), 'line_closed');
  const move = { id: appointment.id, body: { date: inDays(3), time: '10:00' } };
  assertRefused(await call(app, person(0), 'rescheduleAppointment', move), 'line_closed');
  assert.equal((await bookAtDesk('Asha', wish(2, '10:00'))).status, 201);
  const moved = await get(app, town.receptionist, 'moveForPatient', move);
  assert.deepEqual([moved.appointment.date, moved.appointment.time], [inDays(3), '10:00']);
  await isDueIn(appointment.id, 5);
  assertRefused(await call(app, person(0), 'checkIn', { id: appointment.id }), 'line_closed');
  const cancelled = await get(app, person(0), 'cancelAppointment', { id: appointment.id });
  assert.equal(cancelled.appointment.status, 'cancelled');
});

test('a patient who checks in gets a place in the shared line by the booked time, and undoing the check-in keeps the booking [APPT-1, INV-12, LINE-6]', async () => {
  await save([mornings]);
  await edit({ asksFromHome: true });
  const first = await addTo(app, town.receptionist, line.id);
  await addTo(app, town.receptionist, line.id);
  const { appointment } = await get(app, person(0), 'bookAppointment', { body: wish() });
  await isDueIn(appointment.id, -5);
  const { queue } = await get(app, person(0), 'checkIn', { id: appointment.id });
  assert.deepEqual([queue.position, queue.doctor.service], [1, 'imaging']);
  assert.equal(queue.booking?.id, appointment.id);
  assert.equal((await lineNames())[0], person(0).name);
  const back = await get(app, person(0), 'takeBackCheckIn', { id: appointment.id });
  assert.equal(back.appointment.status, 'booked');
  assert.equal((await lineNames())[0], first.patient.name);
  const again = await get(app, town.receptionist, 'checkInForPatient', { id: appointment.id });
  assert.equal(again.queue.position, 1);
  const [point] = line.points;
  const called = await get(app, town.receptionist, 'callNext', { id: point?.id ?? '' });
  assert.equal(called.queue.id, again.queue.id);
  const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments');
  assert.equal(appointments[0]?.status, 'checked_in');
});

test('the door and the kiosk check in a patient who has booked the laboratory [ARR-5, LINE-6]', async () => {
  await save([mornings]);
  await edit({ asksFromHome: true, names: { hi: 'एक्स-रे' } });
  const renewed = await get(app, town.admin, 'renewDoorCode');
  const code = new URL(renewed.door.url).searchParams.get('code') ?? '';
  const atDoor = await get(app, person(0), 'bookAppointment', { body: wish() });
  await isDueIn(atDoor.appointment.id, 200);
  const door = await app.send({
    method: 'POST',
    url: `/api/hospitals/${town.hospitalId}/arrivals`,
    token: person(0).token,
    headers: { 'accept-language': 'hi' },
    body: { code },
  });
  assert.match(door.text, /"queues":\[\{.*"name":"एक्स-रे".*"refused":\[\]/u);
  const body = { kind: 'kiosk', name: 'Entrance' };
  const { url } = await get(app, town.admin, 'makeScreen', { body });
  const key = new URL(url).hash.slice(1);
  const patient = { kind: 'new', name: 'Bina', phone: '+919845000777' } as const;
  const { appointment } = await get(app, town.receptionist, 'bookForPatient', {
    body: { ...wish(2, '09:15'), patient },
  });
  await isDueIn(appointment.id, 30, '00:15');
  const { arrival } = await get(app, undefined, 'checkInAtKiosk', {
    body: { key, answer: '0777' },
  });
  assert.equal(arrival.isAgain, false);
  assert.deepEqual((await lineNames()).toSorted(), ['Bina', person(0).name].toSorted());
});

test('in the list, the mail and the calendar file, patients read a shared line’s name in their own language, without “Dr.” [APPT-1, LINE-6]', async () => {
  await save([mornings]);
  await edit({ asksFromHome: true, names: { te: 'ఎక్స్-రే' } });
  const given = givenProfile();
  const preferences = { ...given.preferences, language: 'te' as const };
  await get(app, person(2), 'saveProfile', {
    body: { ...given, name: person(2).name, preferences },
  });
  await get(app, person(2), 'bookAppointment', { body: wish() });
  const mail = await mailTo(person(2).email, /ఎక్స్-రే/u);
  assert.doesNotMatch(mail.subject, /గారి/u);
  assert.doesNotMatch(mail.plain, /X-ray/u);
  assert.match(mail.attachment?.content.replaceAll('\r\n ', '') ?? '', /SUMMARY:.*ఎక్స్-రే/u);
  const listed = await app.send({
    method: 'GET',
    url: '/api/appointments',
    token: person(2).token,
    headers: { 'accept-language': 'te' },
  });
  assert.match(listed.text, /ఎక్స్-రే/u);
  await get(app, person(3), 'bookAppointment', { body: wish() });
  const english = await mailTo(person(3).email, /X-ray/u);
  assert.equal(english.subject, 'Appointment booked: X-ray');
  const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments', {
    query: { date: inDays(2) },
  });
  assert.deepEqual(new Set(appointments.map(({ doctor }) => doctor.name)), new Set(['X-ray']));
});

test('bookings that no longer fit a changed timetable stay and are listed, and a line with bookings cannot be removed [APPT-1, LINE-1, LINE-6]', async () => {
  await save([mornings]);
  const id = await bookedAtDesk('Asha', wish(2, '11:45'));
  const shorter = { ...mornings, to: '11:00' };
  const preview = await get(app, town.admin, 'previewTimetable', {
    id: line.id,
    body: { sessions: [shorter] },
  });
  assert.deepEqual(
    preview.outside.map((row) => row.id),
    [id],
  );
  const empty = await get(app, town.admin, 'previewTimetable', {
    id: line.id,
    body: { sessions: [] },
  });
  assert.equal(empty.outside.length, 1);
  assert.equal(
    empty.days.every(({ places }) => places === 0),
    true,
  );
  await save([shorter]);
  const { appointments } = await get(app, town.receptionist, 'listOutsideHours');
  assert.deepEqual(
    appointments.map((row) => [row.id, row.isOutsideHours, row.doctor.name]),
    [[id, true, 'X-ray']],
  );
  const before = await digestOf(app.db);
  assertRefused(
    await call(app, town.admin, 'removeLine', { id: line.id }),
    'line_has_appointments',
  );
  assert.equal(await digestOf(app.db), before);
  await get(app, town.receptionist, 'cancelForPatient', { id, body: {} });
  await get(app, town.admin, 'removeLine', { id: line.id });
  assertRefused(await call(app, town.admin, 'getTimetable', { id: line.id }), 'not_found');
  assertRefused(await bookAtDesk('Bina'), 'not_found');
  const { appointments: kept } = await get(app, town.receptionist, 'listHospitalAppointments', {
    query: { date: inDays(2) },
  });
  assert.deepEqual(
    kept.map((row) => [row.status, row.doctor.name]),
    [['cancelled', 'X-ray']],
  );
});

test('a shared line with walk-in sessions accepts requests from home only during these sessions, and the desk adds people at any time [LINE-6]', async () => {
  await edit({ asksFromHome: true });
  const zone = zoneWhereItIs(10, app.clock.now());
  await app.db.run(sql`update hospital set time_zone = ${zone} where id = ${town.hospitalId}`);
  const ask = () => call(app, person(4), 'requestPlace', { body: { doctorId: line.id } });
  await save([walkIn('12:00', '14:00')]);
  const before = await digestOf(app.db);
  assertRefused(await ask(), 'line_closed');
  assert.equal(await digestOf(app.db), before);
  const shown = async () =>
    (await get(app, undefined, 'listHomeLines', { id: town.hospitalId })).lines[0];
  const closed = await shown();
  assert.deepEqual(
    [closed?.status, closed?.openHours],
    ['Offline', [{ from: '12:00', to: '14:00' }]],
  );
  assert.equal(closed?.waitIfJoinedNow, null);
  await addTo(app, town.receptionist, line.id);
  await save([walkIn('08:00', '14:00'), { ...walkIn('09:30', '11:30'), kind: 'closed' }]);
  assertRefused(await ask(), 'line_closed');
  await save([walkIn('08:00', '14:00')]);
  assert.equal((await shown())?.status, 'Available');
  assert.equal((await ask()).status, 201);
  await app.db.run(
    sql`update hospital set time_zone = 'Asia/Kolkata' where id = ${town.hospitalId}`,
  );
});

test('saving a shared line’s timetable and booking a patient in this line are recorded, and staff screens show both changes [SEC-13, LINE-6]', async () => {
  await save([mornings]);
  const told = await app.db.many(sql`
    select doctor_id from event where type = 'line_updated' order by id desc limit 1`);
  assert.equal(told[0]?.['doctor_id'], line.id);
  await bookedAtDesk('Asha');
  const rows = await app.db.many(sql`
    select action, outcome, details from audit order by id desc limit 2`);
  const [booked, saved] = rows;
  assert.deepEqual(booked?.['action'], 'book appointment');
  assert.deepEqual(saved, { action: 'save timetable', outcome: 'ok', details: null });
});
