/**
 * Tests timetables through the API: the times offered, concurrent bookings of a slot, and edits
 * while bookings exist.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { appointmentTimes, type Weekday } from '@baari/contract/constants.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { insertAppointment } from '../appointments/appointments.store.ts';
import { insertWalkInPatient } from '../people/people.store.ts';
import { ok } from '../platform/result.ts';
import { dayAt, instantOf, weekdayOf } from '../schedule/calendar.rules.ts';
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
import { freeBeside, slotsOf, type Taken } from './timetable.rules.ts';

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

/** The next date with this weekday, at least two days from now. */
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

/** Morning sessions with slots of twenty minutes for one patient. */
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

/** Sets the hospital's hours: every day from nine to five. */
async function setHours(): Promise<void> {
  const day = { open: '09:00', close: '17:00', closed: false };
  const hours = Object.fromEntries(mornings.weekdays.map((weekday) => [weekday, day]));
  await app.db.run(sql`update hospital set operating_hours = ${JSON.stringify(hours)}::jsonb`);
}

test('a doctor without a timetable has six half-hour times for one patient each, also after a timetable was removed [APPT-1, PAT-8]', async () => {
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

test('an evening doctor can be booked only in the evening hours, even after the hospital’s closing time [APPT-1]', async () => {
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

test('when 200 patients book a slot of ten places at once, ten patients get the slot, each with a different place number [APPT-1]', async () => {
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

test('a place that a patient cancels is free again, and the next patient who books the slot gets it [APPT-1]', async () => {
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

test('a booking made under an earlier timetable blocks the slots that it overlaps, and no place is booked twice [APPT-1]', async () => {
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

test('a session ends after its last valid day, and a session for one date can remove or add hours on that date [APPT-1]', async () => {
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

test('a patient reads the hours with and without appointments in the doctor’s timetable, and the days that differ within two weeks [PAT-7, APPT-1]', async () => {
  const none = await get(app, undefined, 'getDoctorHours', { id: doctorId });
  assert.equal(none.hours, null, 'without a timetable the weekly hours count');
  const once = { weekdays: [], validFrom: null, validUntil: null };
  const [shorter, off, late] = [inDays(2), inDays(3), inDays(14)];
  await save([
    mornings,
    { ...once, kind: 'open', weekdays: ['monday'], date: null, from: '14:00', to: '16:00' },
    { ...mornings, ...once, date: shorter, from: '11:00', to: '12:00', slotMinutes: 30 },
    { ...once, kind: 'closed', date: shorter, from: '00:00', to: '10:00' },
    { ...once, kind: 'closed', date: off, from: '00:00', to: '10:00' },
    { ...once, kind: 'closed', date: late, from: '00:00', to: '10:00' },
  ]);
  const days = { firstDay: off, lastDay: off };
  await get(app, town.admin, 'addDayOff', { id: doctorId, body: days });
  const { hours } = await get(app, undefined, 'getDoctorHours', { id: doctorId });
  assert.equal(hours?.today, today);
  assert.deepEqual(hours.week[0], {
    booked: [{ from: '09:00', to: '12:00' }],
    open: [{ from: '14:00', to: '16:00' }],
  });
  assert.ok(hours.week.slice(1).every(({ open }) => open.length === 0));
  assert.deepEqual(
    hours.exceptions.map(({ date, booked }) => [date, booked]),
    [[shorter, [{ from: '10:00', to: '12:00' }]]],
  );
});

test('a full day names the next day with a free time, and the hospital’s list of next free times leaves out full times [PAT-8, APPT-1]', async () => {
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

test('when a timetable is changed, bookings that no longer fit are listed and stay unchanged [APPT-1, DOC-1]', async () => {
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

test('on a day off, a doctor’s timetable offers no times [DOC-1, APPT-1]', async () => {
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

test('staff see how full each day of a month is, and places for walk-ins are not counted [APPT-1]', async () => {
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

test('a timetable that is contradictory or out of bounds is refused, naming the field, and nothing changes [APPT-1]', async () => {
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
      'overlap of two sessions of one date',
      [
        { ...evening, weekdays: [], date: monday },
        { ...open, weekdays: [], date: monday },
      ],
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

test('another hospital’s timetable is not found, and doctors can edit only their own timetable [ROLE-7, APPT-1]', async () => {
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

test('saving and previewing a timetable are recorded, and the record of a preview names the patients it showed [SEC-13]', async () => {
  await setHours();
  const previews = () =>
    app.db.one<{ count: number }>(sql`
      select count(*)::int as count from audit where action = 'preview timetable'`);
  const { count } = await previews();
  await get(app, town.admin, 'previewTimetable', { id: doctorId, body: { sessions: [mornings] } });
  assert.equal((await previews()).count, count, 'a draft that excludes nobody shows nobody');
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

test('if two people edit the same timetable, the second to save is refused and reads that it changed meanwhile [APPT-1, DOC-1]', async () => {
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

/**
 * A session from nine to ten every day with slots of ten minutes; a first visit takes two slots.
 */
const byKind: TimetableSession = {
  ...mornings,
  to: '10:00',
  slotMinutes: 10,
  lengths: { new: 20, follow_up: 10 },
};

async function freeTimesFor(date: string, visitKind?: 'new' | 'follow_up'): Promise<string[]> {
  const query = visitKind === undefined ? { date } : { date, visitKind };
  const { slots } = await get(app, undefined, 'getDoctorSlots', { id: doctorId, query });
  return slots.filter(({ isFree }) => isFree).map(({ time, minutes }) => `${time}+${minutes}`);
}

test('a patient who chooses the kind of visit sees only times that are long enough, and the booking has the right length [APPT-1, PAT-8]', async () => {
  await save([byKind]);
  const date = inDays(3);
  const shown = await slotsOn(date);
  assert.equal(shown.variesByKind, true);
  assert.deepEqual(new Set(shown.slots.map(({ minutes }) => minutes)), new Set([10]));
  assert.ok(!(await freeTimesFor(date, 'new')).includes('09:50+20'), 'it would end after ten');
  const wish = (time: string, visitKind?: 'new' | 'follow_up') => ({
    body: { doctorId, date, time, visitKind },
  });
  const first = await get(app, patientAt(0), 'bookAppointment', wish('09:10', 'new'));
  assert.equal(first.appointment.visitKind, 'new');
  const row = await app.db.one<{ minutes: number; place: number }>(sql`
    select minutes, place from appointment where id = ${first.appointment.id}`);
  assert.deepEqual({ ...row }, { minutes: 20, place: 1 });
  assert.deepEqual(await freeTimesFor(date, 'new'), ['09:30+20', '09:40+20']);
  assert.deepEqual(await freeTimesFor(date, 'follow_up'), await freeTimesFor(date));
  assert.deepEqual(await freeTimesFor(date), ['09:00+10', '09:30+10', '09:40+10', '09:50+10']);
  for (const [time, kind] of [
    ['09:00', 'new'],
    ['09:10', 'follow_up'],
    ['09:20', undefined],
  ] as const) {
    const refused = await call(app, patientAt(1), 'bookAppointment', wish(time, kind));
    assertRefused(refused, 'slot_taken', `${time} ${kind}`);
  }
  const late = await call(app, patientAt(1), 'bookAppointment', wish('09:50', 'new'));
  assertRefused(late, 'slot_not_offered');
  await get(app, patientAt(1), 'bookAppointment', wish('09:50', 'follow_up'));
  const month = await get(app, town.admin, 'getTimetableMonth', { id: doctorId, query: { date } });
  assert.deepEqual(
    month.days.find((day) => day.date === date),
    { date, isOff: false, places: 6, free: 3, booked: 2 },
  );
});

test('the desk also books by the kind of visit, and a moved booking keeps its kind and its length [APPT-1]', async () => {
  await save([byKind]);
  const date = inDays(3);
  const patient = { kind: 'new', name: 'Ravi Menon', phone: '' } as const;
  const body = { doctorId, date, time: '09:00', visitKind: 'new', patient } as const;
  const { appointment } = await get(app, town.receptionist, 'bookForPatient', { body });
  await book(patientAt(0), date, '09:30');
  const move = (time: string) =>
    call(app, town.receptionist, 'moveForPatient', { id: appointment.id, body: { date, time } });
  assertRefused(await move('09:20'), 'slot_taken', 'its second half would meet 9:30');
  assertRefused(await move('09:50'), 'slot_not_offered');
  assert.equal((await move('09:10')).status, 200, 'its own places count as free');
  assert.equal((await move('09:40')).status, 200);
  const row = await app.db.one<{ minutes: number }>(sql`
    select minutes from appointment where id = ${appointment.id}`);
  assert.equal(row.minutes, 20);
  await save([{ ...byKind, to: '09:50' }]);
  const { appointments } = await outsideHours();
  assert.deepEqual(
    appointments.map(({ id }) => id),
    [appointment.id],
    'a longer visit that reaches beyond the session is listed',
  );
});

test('if no time on a day is long enough for a first visit, the next day with such a time is shown [APPT-1, PAT-8]', async () => {
  await save([{ ...byKind, to: '09:20' }]);
  const date = inDays(3);
  await book(patientAt(0), date, '09:10');
  const nextFor = async (visitKind?: 'new') => {
    const query = visitKind === undefined ? { date } : { date, visitKind };
    return (await get(app, undefined, 'getDoctorSlots', { id: doctorId, query })).nextFreeDay;
  };
  assert.equal(await nextFor(), null, 'a short visit still fits');
  assert.equal(await nextFor('new'), inDays(4));
});

test('visit lengths that are out of bounds or longer than the session are refused, and valid lengths are saved unchanged [APPT-1]', async () => {
  const cases = [
    [{ new: 4 }, 'sessions.0.lengths.new'],
    [{ follow_up: 121 }, 'sessions.0.lengths.follow_up'],
    [{ new: 70 }, 'sessions.0.lengths.new'],
    [{ new: '20' }, 'sessions.0.lengths.new'],
    [12, 'sessions.0.lengths'],
  ] as const;
  const before = await digestOf(app.db);
  for (const [lengths, param] of cases) {
    const answer = await call(app, town.admin, 'saveTimetable', {
      id: doctorId,
      body: { sessions: [{ ...byKind, lengths }] },
    });
    assertRefused(answer, 'invalid_request', param);
    assert.ok(answer.text.includes(`"param":"${param}"`), answer.text);
  }
  assert.equal(await digestOf(app.db), before);
  const wanted = [byKind, { ...evening, lengths: { new: 25 } }];
  await save(wanted);
  const { timetable } = await get(app, town.doctor, 'getTimetable', { id: doctorId });
  assert.deepEqual(timetable.sessions, wanted);
});

test('a session saved by the previous release has no visit lengths, and every visit gets its normal slot [APPT-1]', async () => {
  await app.owner.query(
    `insert into timetable_session (doctor_id, position, kind, weekdays, from_time, to_time, slot_minutes, places,
       buffer_minutes, walk_in_percent)
     values ('${doctorId}', 0, 'booked', '{monday}', '09:00', '10:00', 20, 1, 0, 0)`,
  );
  const { timetable } = await get(app, town.doctor, 'getTimetable', { id: doctorId });
  const session = timetable.sessions[0];
  assert.ok(session?.kind === 'booked' && !('lengths' in session));
  assert.deepEqual(await freeTimesFor(next('monday'), 'new'), ['09:00+20', '09:20+20', '09:40+20']);
});

test('for any session and any order of bookings, a booking succeeds exactly where the time is shown as free [APPT-1]', async () => {
  const date = next('monday');
  const anySession = fc.record({
    slotMinutes: fc.constantFrom(5, 10, 15),
    places: fc.integer({ min: 1, max: 3 }),
    bufferMinutes: fc.constantFrom(0, 0, 5),
    walkInPercent: fc.constantFrom(0, 0, 30),
    reservedPlaces: fc.constantFrom(1, 3, 5, undefined),
    lengths: fc.record({
      new: fc.constantFrom(10, 20, 25, 45),
      follow_up: fc.constantFrom(5, 10, 15),
    }),
  });
  const walkIns: string[] = [];
  await app.db.transaction(async (tx) => {
    for (let n = 0; n < 25; n += 1) {
      const given = { name: 'Ravi Menon', phone: null };
      walkIns.push(await insertWalkInPatient(tx, given, app.clock.now()));
    }
    return ok(undefined);
  });
  const anyWish = fc.tuple(
    fc.constantFrom('new', 'follow_up', null),
    fc.constantFrom('patient', 'staff'),
    fc.nat(),
  );
  await fc.assert(
    fc.asyncProperty(
      anySession,
      fc.array(anyWish, { minLength: 10, maxLength: 25 }),
      async (given, wishes) => {
        await app.owner.query('delete from appointment');
        const session = { ...givenSession(), to: '10:30', ...given };
        const taken: Taken[] = [];
        for (const [index, [kind, by, choice]] of wishes.entries()) {
          const slots = slotsOf([session], date, kind);
          const slot = slots[choice % Math.max(1, slots.length)];
          if (slot === undefined) continue;
          const startsAt = instantOf(date, slot.time, 'Asia/Kolkata');
          assert.ok(startsAt !== undefined);
          const isFree = freeBeside(taken, by)(slot) > 0;
          const written = await app.db.transaction((tx) =>
            insertAppointment(tx, {
              hospitalId: town.hospitalId,
              doctorId,
              patientId: walkIns[index] ?? '',
              date,
              slot: { ...slot, startsAt },
              bookedAt: app.clock.now(),
              visitKind: kind ?? undefined,
              by,
            }),
          );
          assert.equal(
            written.ok,
            isFree,
            `${kind} of ${by} at ${slot.time} beside ${JSON.stringify(taken)}`,
          );
          if (!written.ok) continue;
          const { isReserved } = await app.db.one<{ isReserved: boolean }>(sql`
            select is_reserved as "isReserved" from appointment where id = ${written.value}`);
          assert.ok(!isReserved || by === 'staff');
          taken.push({ ...slot, isReserved });
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('the first places of a session are reserved for the desk, and each reserved place is counted once [APPT-1]', async () => {
  await save([{ ...mornings, to: '10:00', places: 2, reservedPlaces: 3 }]);
  const date = inDays(3);
  const state = async () =>
    (await slotsOn(date)).slots.map(({ time, free, isFree, reserved }) => [
      time,
      free,
      isFree,
      reserved,
    ]);
  assert.deepEqual(await state(), [
    ['09:00', 0, false, 2],
    ['09:20', 1, true, 1],
    ['09:40', 2, true, 0],
  ]);
  const patients9 = { doctorId, date, time: '09:00' };
  const refused = await call(app, patientAt(0), 'bookAppointment', { body: patients9 });
  assertRefused(refused, 'slot_taken');
  const forPatient = (time: string) => ({
    body: {
      doctorId,
      date,
      time,
      patient: { kind: 'new', name: 'Ravi Menon', phone: '' } as const,
    },
  });
  await get(app, town.receptionist, 'bookForPatient', forPatient('09:00'));
  // The desk uses the slot's reserved place first, so that the other place is still free for
  // patients.
  const kept = await get(app, town.receptionist, 'bookForPatient', forPatient('09:20'));
  await book(patientAt(0), date, '09:20');
  assert.deepEqual(await state(), [
    ['09:00', 0, false, 1],
    ['09:20', 0, false, 0],
    ['09:40', 2, true, 0],
  ]);
  const full = await call(app, town.receptionist, 'bookForPatient', forPatient('09:20'));
  assertRefused(full, 'slot_taken');
  await get(app, town.receptionist, 'cancelForPatient', { id: kept.appointment.id, body: {} });
  const again = await call(app, patientAt(1), 'bookAppointment', {
    body: { doctorId, date, time: '09:20' },
  });
  assertRefused(again, 'slot_taken', 'a kept place that is given up is kept again');
  await get(app, town.receptionist, 'bookForPatient', forPatient('09:20'));
  const month = await get(app, town.admin, 'getTimetableMonth', { id: doctorId, query: { date } });
  assert.deepEqual(
    month.days.find((day) => day.date === date),
    { date, isOff: false, places: 6, free: 3, booked: 3 },
  );
});

test('when a patient moves a booking that the desk had moved to a reserved place, the place is reserved again [APPT-1]', async () => {
  await save([{ ...mornings, to: '10:00', reservedPlaces: 1 }]);
  const date = inDays(3);
  const id = await book(patientAt(0), date, '09:20');
  const to = (time: string) => ({ id, body: { date, time } });
  assertRefused(await call(app, patientAt(0), 'rescheduleAppointment', to('09:00')), 'slot_taken');
  await get(app, town.receptionist, 'moveForPatient', to('09:00'));
  const isReserved = async () => {
    const row = await app.db.one<{ is_reserved: boolean }>(sql`
      select is_reserved from appointment where id = ${id}`);
    return row.is_reserved;
  };
  assert.equal(await isReserved(), true);
  await get(app, patientAt(0), 'rescheduleAppointment', to('09:40'));
  assert.equal(await isReserved(), false);
  assert.equal((await slotsOn(date)).slots[0]?.reserved, 1);
});

test('a walk-in session cannot reserve more places than it has, and cannot reserve any without a limit [APPT-1]', async () => {
  const { weekdays, date, from, to, validFrom, validUntil } = evening;
  const bare = { kind: 'open' as const, weekdays, date, from, to, validFrom, validUntil };
  for (const given of [
    { reservedPlaces: 1 },
    { places: 2, reservedPlaces: 3 },
    { places: 2, reservedPlaces: 0 },
    { places: 60, reservedPlaces: 51 },
  ]) {
    const answer = await call(app, town.admin, 'saveTimetable', {
      id: doctorId,
      body: { sessions: [{ ...bare, ...given }] },
    });
    assertRefused(answer, 'invalid_request', JSON.stringify(given));
    assert.ok(answer.text.includes('"param":"sessions.0.reservedPlaces"'), answer.text);
  }
  const sessions = [
    { ...bare, places: 2, reservedPlaces: 2 },
    { ...mornings, reservedPlaces: 50 },
  ];
  await save(sessions);
  const { timetable } = await get(app, town.doctor, 'getTimetable', { id: doctorId });
  assert.deepEqual(timetable.sessions, sessions);
});
