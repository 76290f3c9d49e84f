/** Timetables through the API: what is offered, concurrent bookings of a slot, and edits under bookings. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { appointmentTimes, type Weekday } from '@baari/contract/constants.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import sql from 'sql-template-tag';
import { dayAt, weekdayOf } from '../schedule/calendar.rules.ts';
import {
  assertRefused,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { givenSession } from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
let doctorId: string;
let today: string;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patients = await makePatients(app, 200);
  today = dayAt(app.clock.now(), 'Asia/Kolkata');
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment');
  doctorId = await makeDoctor(app, town.hospitalId);
});

/** The next such weekday, at least two days from now. */
function next(weekday: Weekday): string {
  let day = inDays(2);
  while (weekdayOf(day) !== weekday) day = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  return day;
}

function inDays(days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}

function patientAt(index: number): TestPerson {
  const person = patients[index];
  assert.ok(person !== undefined);
  return person;
}

const evening: TimetableSession = {
  ...givenSession(),
  from: '17:00',
  to: '21:00',
  slotMinutes: 10,
};

/** A morning of single slots of twenty minutes. */
const mornings: TimetableSession = {
  ...givenSession(),
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  slotMinutes: 20,
  places: 1,
};

async function save(sessions: readonly TimetableSession[]): Promise<void> {
  await get(app, town.admin, 'saveTimetable', { id: doctorId, body: { sessions: [...sessions] } });
}

function slotsOn(date: string) {
  return get(app, undefined, 'getDoctorSlots', { id: doctorId, query: { date } });
}

async function timesOn(date: string): Promise<string[]> {
  return (await slotsOn(date)).slots.map(({ time }) => time);
}

async function book(person: TestPerson, date: string, time: string): Promise<string> {
  const body = { doctorId, date, time };
  return (await get(app, person, 'bookAppointment', { body })).appointment.id;
}

function outsideHours() {
  return get(app, town.admin, 'listOutsideHours', { query: { doctorId } });
}

/** A day of the hospital’s hours: Monday to Friday from nine to five. */
async function setHours(): Promise<void> {
  const day = { open: '09:00', close: '17:00', closed: false };
  const hours = Object.fromEntries(mornings.weekdays.map((weekday) => [weekday, day]));
  await app.db.run(sql`update hospital set operating_hours = ${JSON.stringify(hours)}::jsonb`);
}

test('a doctor without a timetable has the six half-hours for one patient each, also after a timetable was removed [APPT-1, PAT-8]', async () => {
  await setHours();
  const before = await slotsOn(next('monday'));
  assert.deepEqual(
    before.slots.map(({ time, minutes, places, free, isFree }) => [
      time,
      minutes,
      places,
      free,
      isFree,
    ]),
    appointmentTimes.map((time) => [time, 30, 1, 1, true]),
  );
  assert.equal(before.nextFreeDay, null);
  const { timetable } = await get(app, town.receptionist, 'getTimetable', { id: doctorId });
  assert.deepEqual(timetable.sessions, []);
  await save([evening]);
  assert.equal((await timesOn(next('monday'))).length, 24);
  await save([]);
  assert.deepEqual(await slotsOn(next('monday')), before);
});

test('an evening doctor can be booked after the hospital’s closing time, and only then [APPT-1]', async () => {
  await setHours();
  await save([evening]);
  const date = next('monday');
  assert.deepEqual((await timesOn(date)).slice(-2), ['20:40', '20:50']);
  assert.deepEqual(await timesOn(next('sunday')), []);
  const id = await book(patientAt(0), date, '20:50');
  const { upcoming } = await get(app, patientAt(0), 'listAppointments');
  const booked = upcoming.find((each) => each.id === id);
  assert.equal(booked?.time, '20:50');
  assert.equal(booked?.isOutsideHours, false);
  for (const time of ['10:00', '20:55', '21:00']) {
    const body = { doctorId, date, time };
    assertRefused(await call(app, patientAt(1), 'bookAppointment', { body }), 'slot_not_offered');
  }
  for (const time of ['24:00', '9:00', 'evening']) {
    const body = { doctorId, date, time };
    assertRefused(await call(app, patientAt(1), 'bookAppointment', { body }), 'invalid_request');
  }
});

test('of 200 patients who book a slot of ten places at once, ten get it, each with a place of their own [APPT-1]', async () => {
  await save([{ ...evening, places: 10 }]);
  const date = next('tuesday');
  const body = { doctorId, date, time: '17:00' };
  const answers = await Promise.all(
    patients.map((person) => call(app, person, 'bookAppointment', { body })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 10);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assertRefused(answer, 'slot_taken');
  }
  const places = await app.db.many<{ place: number }>(sql`
    select place from appointment where doctor_id = ${doctorId} order by place`);
  assert.deepEqual(
    places.map(({ place }) => place),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  const { slots } = await slotsOn(date);
  assert.deepEqual(
    slots.slice(0, 2).map(({ time, places: all, free, isFree }) => [time, all, free, isFree]),
    [
      ['17:00', 10, 0, false],
      ['17:10', 10, 10, true],
    ],
  );
});

test('a cancelled place is free again and is the next one taken [APPT-1]', async () => {
  await save([evening]);
  const date = next('wednesday');
  const first = await book(patientAt(0), date, '18:00');
  await book(patientAt(1), date, '18:00');
  const full = { doctorId, date, time: '18:00' };
  assertRefused(await call(app, patientAt(2), 'bookAppointment', { body: full }), 'slot_taken');
  await get(app, patientAt(0), 'cancelAppointment', { id: first });
  const again = await book(patientAt(2), date, '18:00');
  const row = await app.db.one<{ place: number; minutes: number }>(sql`
    select place, minutes from appointment where id = ${again}`);
  assert.deepEqual({ ...row }, { place: 1, minutes: 10 });
  const moved = { id: again, body: { date, time: '19:00' } };
  await get(app, patientAt(2), 'rescheduleAppointment', moved);
  assert.deepEqual(
    (await slotsOn(date)).slots
      .filter(({ free }) => free < 2)
      .map(({ time, free }) => [time, free]),
    [
      ['18:00', 1],
      ['19:00', 1],
    ],
  );
});

test('a booking of an earlier timetable blocks the slots that it overlaps, and no place is given twice [APPT-1]', async () => {
  await setHours();
  const date = next('thursday');
  await book(patientAt(0), date, '09:00');
  await save([{ ...mornings, slotMinutes: 10 }]);
  const { slots } = await slotsOn(date);
  assert.deepEqual(
    slots.slice(0, 5).map(({ time, free }) => [time, free]),
    [
      ['09:00', 0],
      ['09:10', 0],
      ['09:20', 0],
      ['09:30', 1],
      ['09:40', 1],
    ],
  );
  const body = { doctorId, date, time: '09:10' };
  assertRefused(await call(app, patientAt(1), 'bookAppointment', { body }), 'slot_taken');
  await book(patientAt(1), date, '09:30');
  const desk = {
    ...body,
    time: '09:20',
    patient: { kind: 'new', name: 'Ravi Menon', phone: '' },
  } as const;
  assertRefused(await call(app, town.receptionist, 'bookForPatient', { body: desk }), 'slot_taken');
});

test('sessions end with their validity, and exceptions of one date take hours and add hours [APPT-1]', async () => {
  const monday = next('monday');
  const tuesday = next('tuesday');
  const once = { weekdays: [], validFrom: null, validUntil: null };
  await save([
    { ...mornings, validUntil: monday },
    { ...once, kind: 'closed', date: monday, from: '09:00', to: '10:30' },
    { ...evening, ...once, date: monday, from: '20:00', to: '20:20' },
    { ...once, kind: 'open', date: monday, from: '14:00', to: '16:00' },
  ]);
  assert.deepEqual(await timesOn(monday), ['10:40', '11:00', '11:20', '11:40', '20:00', '20:10']);
  const shown = await slotsOn(monday);
  assert.deepEqual(shown.openHours, [{ from: '14:00', to: '16:00' }]);
  if (tuesday > monday) assert.deepEqual(await timesOn(tuesday), []);
});

test('a full day names the next day with a free time, and the hospital’s list of next times skips what is full [PAT-8, APPT-1]', async () => {
  const date = inDays(2);
  const short: TimetableSession = { ...mornings, to: '09:20' };
  await save([{ ...short, validFrom: date }]);
  await book(patientAt(0), date, '09:00');
  await book(patientAt(1), inDays(3), '09:00');
  const shown = await slotsOn(date);
  assert.deepEqual(
    shown.slots.map(({ isFree }) => isFree),
    [false],
  );
  assert.equal(shown.nextFreeDay, inDays(4));
  assert.equal((await slotsOn(today)).nextFreeDay, inDays(4));
  const { nextSlots } = await get(app, undefined, 'listNextSlots', { id: town.hospitalId });
  assert.equal(nextSlots.find((slot) => slot.doctorId === doctorId)?.date, inDays(4));
});

test('a timetable edited under bookings lists those outside it and changes nothing else of them [APPT-1, DOC-1]', async () => {
  await setHours();
  const date = next('friday');
  const inside = await book(patientAt(0), date, '10:00');
  const outside = await book(patientAt(1), date, '16:00');
  const rows = () =>
    app.db.many(sql`select * from appointment where doctor_id = ${doctorId} order by id`);
  const before = await rows();
  const sessions = [{ ...mornings, slotMinutes: 15 }];
  const preview = await get(app, town.admin, 'previewTimetable', {
    id: doctorId,
    body: { sessions },
  });
  assert.deepEqual(
    preview.outside.map(({ id }) => id),
    [outside],
  );
  assert.equal(preview.hasMore, false);
  assert.equal(preview.days.length, 14);
  assert.equal(preview.days[0]?.date, today);
  assert.ok(preview.days.every(({ places, slots }) => places === 12 && slots.length === 12));
  assert.deepEqual((await outsideHours()).appointments, [], 'the preview saved nothing');
  await save(sessions);
  const listed = (await outsideHours()).appointments;
  assert.deepEqual(
    listed.map(({ id, isOutsideHours }) => [id, isOutsideHours]),
    [[outside, true]],
  );
  assert.ok(listed.every(({ id }) => id !== inside));
  assert.deepEqual(await rows(), before);
});

test('a day off takes the whole day from the timetable [DOC-1, APPT-1]', async () => {
  await save([mornings]);
  const date = inDays(3);
  const body = { firstDay: date, lastDay: date };
  await get(app, town.admin, 'addDayOff', { id: doctorId, body });
  assert.deepEqual(await timesOn(date), []);
  const { days } = await get(app, town.receptionist, 'getTimetableMonth', {
    id: doctorId,
    query: { date },
  });
  const off = days.find((day) => day.date === date);
  assert.deepEqual(off, { date, isOff: true, places: 0, free: 0, booked: 0 });
});

test('the staff see how full each day of a month is, walk-ins’ places not counted [APPT-1]', async () => {
  await save([{ ...mornings, slotMinutes: 15, places: 4, walkInPercent: 25 }]);
  const date = inDays(2);
  await book(patientAt(0), date, '09:00');
  await book(patientAt(1), date, '09:15');
  const month = await get(app, town.colleague, 'getTimetableMonth', {
    id: doctorId,
    query: { date },
  });
  const day = month.days.find((each) => each.date === date);
  assert.deepEqual(day, { date, isOff: false, places: 36, free: 34, booked: 2 });
  assert.equal(month.days[0]?.date, `${date.slice(0, 8)}01`);
  assert.equal(month.today, today);
  for (const each of month.days.filter((one) => one.date < today)) assert.equal(each.free, 0);
});

test('a timetable that contradicts itself or is out of bounds is refused with its field, and nothing changes [APPT-1]', async () => {
  await save([evening]);
  const open: TimetableSession = {
    kind: 'open',
    weekdays: ['monday'],
    date: null,
    from: '20:30',
    to: '22:00',
    validFrom: null,
    validUntil: null,
  };
  const monday = next('monday');
  const cases: readonly (readonly [string, readonly object[], string])[] = [
    ['overlap of a booked and an open session', [evening, open], 'sessions.1.from'],
    [
      'overlap with a session of one date',
      [evening, { ...evening, weekdays: [], date: monday }],
      'sessions.1.from',
    ],
    ['a slot longer than its session', [{ ...evening, from: '20:55' }], 'sessions.0.slotMinutes'],
    [
      'validity that ends before it begins',
      [{ ...evening, validFrom: inDays(3), validUntil: inDays(2) }],
      'sessions.0.validUntil',
    ],
    ['51 places', [{ ...evening, places: 51 }], 'sessions.0.places'],
    ['no places', [{ ...evening, places: 0 }], 'sessions.0.places'],
    ['slots of 4 minutes', [{ ...evening, slotMinutes: 4 }], 'sessions.0.slotMinutes'],
    ['slots of 121 minutes', [{ ...evening, slotMinutes: 121 }], 'sessions.0.slotMinutes'],
    ['a buffer of 61 minutes', [{ ...evening, bufferMinutes: 61 }], 'sessions.0.bufferMinutes'],
    ['101 percent', [{ ...evening, walkInPercent: 101 }], 'sessions.0.walkInPercent'],
    ['an end before the beginning', [{ ...evening, to: '16:00' }], 'sessions.0.to'],
    ['neither weekdays nor a date', [{ ...evening, weekdays: [] }], 'sessions.0.weekdays'],
    ['weekdays and a date', [{ ...evening, date: monday }], 'sessions.0.weekdays'],
    ['a weekday twice', [{ ...evening, weekdays: ['monday', 'monday'] }], 'sessions.0.weekdays'],
    ['41 sessions', Array.from({ length: 41 }, () => ({ ...open, kind: 'closed' })), 'sessions'],
  ];
  const before = await digestOf(app.db);
  for (const [what, sessions, param] of cases) {
    for (const name of ['saveTimetable', 'previewTimetable'] as const) {
      const answer = await call(app, town.admin, name, { id: doctorId, body: { sessions } });
      assertRefused(answer, 'invalid_request', what);
      assert.ok(answer.text.includes(`"param":"${param}"`), `${what}: ${answer.text}`);
    }
  }
  assert.equal(await digestOf(app.db), before);
  await save([
    { ...evening, validUntil: inDays(5) },
    { ...evening, validFrom: inDays(6), slotMinutes: 20 },
    { ...open, kind: 'closed' },
  ]);
});

test('another hospital’s timetable is not found, and a doctor edits only the own one [ROLE-7, APPT-1]', async () => {
  const body = { sessions: [evening] };
  for (const name of ['getTimetable', 'getTimetableMonth'] as const) {
    assertRefused(await call(app, town.otherAdmin, name, { id: doctorId }), 'not_found');
  }
  for (const name of ['saveTimetable', 'previewTimetable'] as const) {
    assertRefused(await call(app, town.otherAdmin, name, { id: doctorId, body }), 'not_found');
    assertRefused(await call(app, town.doctor, name, { id: doctorId, body }), 'forbidden');
    assert.equal((await call(app, town.doctor, name, { id: town.doctorId, body })).status, 200);
  }
  await get(app, town.doctor, 'saveTimetable', { id: town.doctorId, body: { sessions: [] } });
});

test('saving and trying a timetable are on record, the trial with the patients that it showed [SEC-13]', async () => {
  await setHours();
  const date = next('monday');
  await book(patientAt(0), date, '16:00');
  const body = { sessions: [mornings] };
  await get(app, town.admin, 'previewTimetable', { id: doctorId, body });
  await get(app, town.admin, 'saveTimetable', { id: doctorId, body });
  const rows = await app.db.many(sql`
    select action, outcome, patient_ids, details from audit order by id desc limit 2`);
  const { details, ...saved } = { ...rows[0] };
  assert.deepEqual(saved, { action: 'save timetable', outcome: 'ok', patient_ids: [] });
  assert.deepEqual(details, { doctorId });
  assert.equal(rows[1]?.['action'], 'preview timetable');
  assert.deepEqual(rows[1]?.['patient_ids'], [patientAt(0).userId]);
});

test('of two editors who opened the same timetable, the second is told that it changed meanwhile [APPT-1, DOC-1]', async () => {
  const { timetable } = await get(app, town.admin, 'getTimetable', { id: doctorId });
  const seen = { sessions: timetable.sessions };
  const first = { sessions: [evening], seen };
  await get(app, town.admin, 'saveTimetable', { id: doctorId, body: first });
  const second = { sessions: [mornings], seen };
  assertRefused(
    await call(app, town.admin, 'saveTimetable', { id: doctorId, body: second }),
    'changed_meanwhile',
  );
  const { timetable: kept } = await get(app, town.admin, 'getTimetable', { id: doctorId });
  assert.deepEqual(kept.sessions, [evening]);
  const third = { sessions: [mornings], seen: { sessions: kept.sessions } };
  await get(app, town.admin, 'saveTimetable', { id: doctorId, body: third });
});
