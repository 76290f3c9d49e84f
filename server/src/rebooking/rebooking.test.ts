/**
 * Planning new times for bookings that no longer fit a doctor's hours, moving them together and
 * notifying the patients, through the API [APPT-1, DOC-1].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import type { PlannedMove } from '@baari/contract/visit/rebooking.ts';
import sql from 'sql-template-tag';
import { causeToMove } from '../appointments/appointment.rules.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  assertRefused,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { alwaysOpen, givenProfile, givenSession } from '../testing/test-bodies.ts';
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
  patients = await makePatients(app, 8);
  today = dayAt(app.clock.now(), 'Asia/Kolkata');
});
after(() => app.close());
beforeEach(async () => {
  for (const table of ['appointment', 'notice', 'job']) {
    await app.owner.query(`delete from ${table}`);
  }
  await app.db.run(sql`update hospital set time_zone = 'Asia/Kolkata',
    operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  await app.db.run(sql`update doctor set department = 'Other' where department = 'Cardiology'`);
  doctorId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Anand' });
});

function inDays(days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}

function patientAt(index: number): TestPerson {
  const person = patients[index];
  assert.ok(person !== undefined);
  return person;
}

async function book(index: number, date: string, time: string, of = doctorId): Promise<string> {
  const body = { doctorId: of, date, time };
  return (await get(app, patientAt(index), 'bookAppointment', { body })).appointment.id;
}

async function takeOff(date: string): Promise<void> {
  await get(app, town.admin, 'addDayOff', {
    id: doctorId,
    body: { firstDay: date, lastDay: date },
  });
}

async function planned(
  doctors: 'same_doctor' | 'colleagues' = 'same_doctor',
): Promise<PlannedMove[]> {
  const body = { doctorId, doctors };
  return (await get(app, town.receptionist, 'planRebooking', { body })).moves;
}

/** A planned move as the rebooking request sends it. */
function asPlanned({ appointment, to }: PlannedMove) {
  const { id, doctor, date, time } = appointment;
  return {
    id,
    seen: { doctorId: doctor.id, date, time },
    to: to && { doctorId: to.doctor.id, date: to.date, time: to.time },
  };
}

type Asked = ReturnType<typeof asPlanned>;

async function rebook(bookings: readonly Asked[], message?: string, key?: string) {
  const body = { bookings: [...bookings], ...(message === undefined ? {} : { message }) };
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return (await get(app, town.receptionist, 'rebook', { body, headers })).bookings;
}

function noticesOf(id: string) {
  return app.db.many<{ kind: string; account_id: string }>(sql`
    select kind, account_id from notice where about = ${id} and kind <> 'appointment_booked'`);
}

async function mailOf(person: TestPerson): Promise<{ plain: string; subject: string }> {
  const row = await app.db.one<{ plain: string; subject: string }>(sql`
    select payload #>> '{message,plain}' as plain, payload #>> '{message,subject}' as subject
    from job where payload #>> '{message,to}' = ${person.email}
      and payload #>> '{message,subject}' not like 'Your appointment with%'`);
  return row;
}

function standing(id: string) {
  return app.db.one<{ doctor_id: string; date: string; time: string; status: string }>(sql`
    select doctor_id, date::text, time, status from appointment where id = ${id}`);
}

const daily: TimetableSession = {
  ...givenSession(),
  weekdays: [...weekdays],
  from: '09:00',
  to: '11:00',
  slotMinutes: 30,
  places: 2,
};

async function saveSessions(sessions: TimetableSession[]): Promise<void> {
  await get(app, town.admin, 'saveTimetable', { id: doctorId, body: { sessions } });
}

test('after a day off with three bookings, each patient moves to the planned time and gets one message with both times and the reason [APPT-1, DOC-1]', async () => {
  const date = inDays(3);
  const ids = [
    await book(0, date, '10:00'),
    await book(1, date, '14:00'),
    await book(2, date, '11:00'),
  ];
  await book(3, inDays(4), '10:00');
  await takeOff(date);
  const moves = await planned();
  assert.deepEqual(
    moves.map(({ appointment, cause, to }) => [appointment.time, cause, to?.date, to?.time]),
    [
      // The same time on the next day is taken, so the plan has another time.
      ['10:00', 'day_off', inDays(4), '09:00'],
      ['11:00', 'day_off', inDays(4), '11:00'],
      ['14:00', 'day_off', inDays(4), '14:00'],
    ],
  );
  const done = await rebook(moves.map(asPlanned), 'We are sorry.');
  assert.deepEqual(
    done.map(({ appointment, refusal }) => [
      appointment.date,
      appointment.time,
      appointment.isOutsideHours,
      refusal,
    ]),
    [
      [inDays(4), '09:00', false, null],
      [inDays(4), '11:00', false, null],
      [inDays(4), '14:00', false, null],
    ],
  );
  for (const id of ids) {
    assert.deepEqual(
      (await noticesOf(id)).map(({ kind }) => kind),
      ['appointment_moved_by_staff'],
    );
  }
  const mail = await mailOf(patientAt(0));
  assert.match(mail.subject, /^The hospital moved your appointment with Dr\. Anand$/u);
  assert.match(mail.plain, /Before: .* at 10:00/u);
  assert.match(mail.plain, /9:00/u);
  assert.match(mail.plain, /Dr\. Anand is away on the day of your old appointment\./u);
  assert.match(mail.plain, /Message from the hospital: We are sorry\./u);
  const audited = await app.db.many<{ entry_id: string }>(sql`
    select entry_id from audit where action = 'move appointment' and outcome = 'ok'
      and user_id = ${town.receptionist.userId}`);
  assert.deepEqual(audited.map((row) => row.entry_id).toSorted(), ids.toSorted());
  assert.deepEqual(await planned(), []);
});

test('a rebooking request sent again, with or without its idempotency key, moves no patient and sends no message again [INV-7, APPT-1]', async () => {
  const date = inDays(3);
  const id = await book(0, date, '10:00');
  const gone = await book(1, date, '11:00');
  await takeOff(date);
  const asked = (await planned()).map(asPlanned);
  const wanted = asked.map((each) => (each.id === gone ? { ...each, to: null } : each));
  const first = await rebook(wanted, undefined, 'moved once');
  const after = await digestOf(app.db);
  assert.deepEqual(await rebook(wanted, undefined, 'moved once'), first);
  const again = await rebook(wanted);
  assert.deepEqual(
    again.map(({ refusal }) => refusal),
    [null, null],
  );
  assert.equal(await digestOf(app.db), after);
  assert.equal((await noticesOf(id)).length, 1);
  assert.deepEqual(
    (await noticesOf(gone)).map(({ kind }) => kind),
    ['appointment_cancelled_by_staff'],
  );
  assert.equal((await standing(gone)).status, 'cancelled');
});

test('when two desks confirm the same rebooking plan at once, each patient is moved once and gets one message [APPT-1]', async () => {
  const date = inDays(3);
  const ids = await Promise.all(
    ['09:00', '10:00', '11:00', '14:00'].map((time, index) => book(index, date, time)),
  );
  await takeOff(date);
  const asked = (await planned()).map(asPlanned);
  const answers = await Promise.all([rebook(asked), rebook(asked.toReversed()), rebook(asked)]);
  for (const bookings of answers) assert.ok(bookings.every(({ refusal }) => refusal === null));
  for (const id of ids) assert.equal((await noticesOf(id)).length, 1);
  const rows = await app.db.many<{ moves: number }>(sql`
    select moves from appointment where doctor_id = ${doctorId}`);
  assert.ok(rows.every(({ moves }) => moves === 1));
});

test('bookings that changed since the rebooking plan stay unchanged and are listed, and the others are moved [APPT-1]', async () => {
  const date = inDays(3);
  const cancelled = await book(0, date, '09:00');
  const moved = await book(1, date, '10:00');
  const pressed = await book(2, date, '11:00');
  const fine = await book(3, date, '14:00');
  await takeOff(date);
  const asked = (await planned()).map(asPlanned);
  await get(app, patientAt(0), 'cancelAppointment', { id: cancelled });
  await get(app, patientAt(1), 'rescheduleAppointment', {
    id: moved,
    body: { date: inDays(5), time: '15:00' },
  });
  await book(4, inDays(4), '11:00');
  const done = await rebook(asked);
  const refusals = Object.fromEntries(
    done.map(({ appointment, refusal }) => [appointment.id, refusal]),
  );
  assert.deepEqual(refusals, {
    [cancelled]: 'changed_meanwhile',
    [moved]: 'changed_meanwhile',
    [pressed]: 'slot_taken',
    [fine]: null,
  });
  assert.equal((await standing(moved)).time, '15:00');
  assert.equal((await standing(pressed)).date, date);
  assert.equal((await standing(fine)).date, inDays(4));
  assert.deepEqual(await noticesOf(pressed), []);
  const { schedule } = await get(app, town.admin, 'addDayOff', {
    id: doctorId,
    body: { firstDay: inDays(20), lastDay: inDays(20) },
  });
  const off = schedule.daysOff.find(({ firstDay }) => firstDay === date);
  await get(app, town.admin, 'removeDayOff', { id: off?.id ?? '' });
  const to = { doctorId, date: inDays(6), time: '09:00' };
  const fits = asked.filter(({ id }) => id === pressed).map((each) => ({ ...each, to }));
  const [answer] = await rebook(fits);
  assert.equal(answer?.refusal, 'changed_meanwhile', 'the booking fits again');
});

test('a booking can move to a time that another booking frees in the same request, whatever the order of the two [APPT-1]', async () => {
  const date = inDays(3);
  await saveSessions([{ ...daily, from: '08:30', places: 1 }]);
  const early = await book(0, date, '08:30');
  const late = await book(1, date, '09:00');
  await saveSessions([{ ...daily, from: '09:15', to: '11:15', places: 1 }]);
  const asked = (await planned()).map(asPlanned);
  assert.deepEqual(
    asked.map(({ id, to }) => [id, to?.time]),
    [
      // Until the booking of 09:00 is moved, it overlaps a visit at 09:15. So the booking of 08:30
      // gets 09:45.
      [early, '09:45'],
      [late, '09:15'],
    ],
  );
  const times: Record<string, string> = { [early]: '09:15', [late]: '10:15' };
  const byHand = asked.map((each) => ({
    ...each,
    to: { doctorId, date, time: times[each.id] ?? '' },
  }));
  const done = await rebook(byHand);
  assert.ok(done.every(({ refusal }) => refusal === null));
  assert.deepEqual([(await standing(early)).time, (await standing(late)).time], ['09:15', '10:15']);
  for (const id of [early, late]) assert.equal((await noticesOf(id)).length, 1);
});

test('when the places of a time are reduced, the patients who booked last are moved to the nearest free time [APPT-1]', async () => {
  await saveSessions([daily]);
  const date = inDays(3);
  const first = await book(0, date, '09:00');
  const last = await book(1, date, '09:00');
  const other = await book(2, date, '09:30');
  const preview = await get(app, town.admin, 'previewTimetable', {
    id: doctorId,
    body: { sessions: [{ ...daily, places: 1 }] },
  });
  assert.deepEqual(
    preview.outside.map(({ id }) => id),
    [last],
  );
  await saveSessions([{ ...daily, places: 1 }]);
  const moves = await planned();
  assert.deepEqual(
    moves.map(({ appointment, cause, to }) => [appointment.id, cause, to?.date, to?.time]),
    [[last, 'places', date, '10:00']],
  );
  await rebook(moves.map(asPlanned));
  assert.deepEqual(
    [(await standing(first)).time, (await standing(last)).time, (await standing(other)).time],
    ['09:00', '10:00', '09:30'],
  );
  const mail = await mailOf(patientAt(1));
  assert.match(mail.plain, /Dr\. Anand can see fewer patients at that time\./u);
  await saveSessions([{ ...daily, places: 1, walkInPercent: 100 }]);
  assert.deepEqual(await planned(), [], 'a larger share for walk-ins moves nobody');
});

test('the bookings of a deactivated doctor move to a colleague of the department, and the patients read the colleague’s name [APPT-1, ADM-2]', async () => {
  const colleagueId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Banu' });
  const date = inDays(3);
  const id = await book(0, date, '10:00');
  const busy = await book(1, date, '11:00');
  await book(1, date, '10:00', colleagueId);
  await get(app, town.admin, 'deactivateDoctor', {
    id: doctorId,
    body: { keepAppointments: true, patients: { what: 'keep' } },
  });
  assert.deepEqual(
    (await planned()).map(({ cause, to }) => [cause, to]),
    [
      ['deactivated', null],
      ['deactivated', null],
    ],
    'the doctor has no times any more',
  );
  const moves = await planned('colleagues');
  assert.deepEqual(
    moves.map(({ appointment, to }) => [appointment.id, to?.doctor.name, to?.date, to?.time]),
    [
      [id, 'Dr. Banu', date, '09:00'],
      // This patient already has a booking with the colleague on that day.
      [busy, 'Dr. Banu', inDays(4), '11:00'],
    ],
  );
  const done = await rebook(moves.map(asPlanned));
  assert.ok(done.every(({ refusal }) => refusal === null));
  assert.equal((await standing(id)).doctor_id, colleagueId);
  const mail = await mailOf(patientAt(0));
  assert.match(mail.subject, /moved your appointment with Dr\. Banu/u);
  assert.match(mail.plain, /Before: .* with Dr\. Anand\./u);
  assert.match(mail.plain, /Dr\. Anand no longer works at this hospital\./u);
  const { upcoming } = await get(app, patientAt(0), 'listAppointments');
  assert.equal(upcoming[0]?.doctor.name, 'Dr. Banu');
  const wrong = { id: busy, seen: { doctorId: colleagueId, date: inDays(4), time: '11:00' } };
  const [refused] = await rebook([{ ...wrong, to: { doctorId, date, time: '10:00' } }]);
  assert.equal(refused?.refusal, 'changed_meanwhile');
});

test('when the patient and the hospital move one booking at the same moment, one move counts and no time is booked twice [APPT-1]', async () => {
  const colleagueId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Banu' });
  const date = inDays(3);
  for (const round of [0, 1, 2, 3]) {
    const index = round + 1;
    const id = await book(index, date, '10:00');
    await takeOff(date);
    const asked = (await planned('colleagues')).map(asPlanned);
    const wish = { id, body: { date: inDays(5 + round), time: '15:00' } };
    const [[done], own] = await Promise.all([
      rebook(asked.filter((each) => each.id === id)),
      call(app, patientAt(index), 'rescheduleAppointment', wish),
    ]);
    const { doctor_id, date: day, time } = await standing(id);
    const isByHospital = done?.refusal === null;
    if (!isByHospital) assert.equal(done?.refusal, 'changed_meanwhile');
    // If the hospital moved the booking first, the patient then moves it to another time of the
    // colleague.
    assert.equal(own.status, 200);
    assert.deepEqual([day, time], [inDays(5 + round), '15:00']);
    assert.equal(doctor_id, isByHospital ? colleagueId : doctorId);
    await app.owner.query('delete from day_off');
  }
});

test('after a change of time zone, bookings keep their clock time, and only times that the clock skips no longer fit [APPT-1, HPROF-1]', async () => {
  const date = inDays(3);
  await book(0, date, '10:00');
  await app.db.run(sql`
    update hospital set time_zone = 'Asia/Karachi' where id = ${town.hospitalId}`);
  assert.deepEqual(await planned(), []);
  const { upcoming } = await get(app, patientAt(0), 'listAppointments');
  assert.equal(upcoming[0]?.startsAt, `${date}T05:00:00.000Z`);
  const sessions = [{ ...daily, from: '01:00', to: '05:00' }];
  const skipped = { day: '2026-03-08', time: '02:30', minutes: 30, before: [] };
  const at = (zone: string) =>
    causeToMove(skipped, {
      plan: { zone, week: null, hospitalHours: alwaysOpen },
      daysOff: [],
      sessions,
    });
  assert.equal(at('Asia/Kolkata'), undefined);
  assert.equal(at('America/New_York'), 'zone');
});

test('a patient who reads Urdu gets the message about a moved booking in Urdu, with the old and the new time [APPT-1]', async () => {
  const person = patientAt(6);
  const given = givenProfile();
  const preferences = { ...given.preferences, language: 'ur' as const };
  await get(app, person, 'saveProfile', { body: { ...given, name: person.name, preferences } });
  const date = inDays(3);
  await book(6, date, '10:00');
  await takeOff(date);
  await app.owner.query('delete from job');
  await rebook((await planned()).map(asPlanned));
  const mail = await mailOf(person);
  assert.match(mail.plain, /پہلے کا وقت: /u);
  assert.match(mail.plain, /چھٹی پر ہیں/u);
});

test('bookings of another hospital are neither planned nor moved, and an invalid request changes nothing [ROLE-7, APPT-1]', async () => {
  const date = inDays(3);
  const id = await book(0, date, '10:00');
  await takeOff(date);
  const seen = { doctorId, date, time: '10:00' };
  const bookings = [{ id, seen, to: null }];
  const before = await digestOf(app.db);
  assertRefused(await call(app, town.otherAdmin, 'rebook', { body: { bookings } }), 'not_found');
  const body = { doctorId, doctors: 'same_doctor' } as const;
  assert.deepEqual((await get(app, town.otherAdmin, 'planRebooking', { body })).moves, []);
  const to = { doctorId: town.otherDoctorId, date: inDays(4), time: '10:00' };
  const cases = [
    ['not_found', [{ id, seen, to }]],
    ['invalid_request', []],
    ['invalid_request', [...bookings, ...bookings]],
    ['invalid_request', Array.from({ length: 101 }, () => bookings[0])],
  ] as const;
  for (const [code, list] of cases) {
    const answer = await call(app, town.receptionist, 'rebook', { body: { bookings: list } });
    assertRefused(answer, code);
  }
  const past = { doctorId, date: inDays(-1), time: '10:00' };
  const [refused] = await rebook([{ id, seen, to: past }]);
  assert.equal(refused?.refusal, 'slot_not_offered');
  assert.equal(await digestOf(app.db), before);
});
