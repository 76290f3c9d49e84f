/** A doctor's week, days off, settings and profile through the API, and their effects. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  givenDoctorEdit,
  givenDoctorProfile,
  givenSettings,
  givenWeek,
} from '../testing/test-bodies.ts';
import {
  makePerson,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { beginDays } from './presence/begin-days.ts';
import { endBreaks } from './presence/end-breaks.ts';
import { makeNotifyDoctorHandler } from './leaving/notify-doctor.ts';

const zone = 'Asia/Kolkata';
const minuteMs = 60_000;
const day = { hours: [{ from: '00:00', to: '23:59' }], breaks: [] };
const always = {
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
};
const nothing = { hours: [], breaks: [] };

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
  for (const table of ['appointment', 'queue_entry', 'job', 'day_off', 'doctor_settings']) {
    await app.owner.query(`delete from ${table}`);
  }
  await app.db.run(sql`
    update doctor set status = 'Available', break_until = null, break_began_at = null,
      day_begun = null, deactivated_at = null, week = ${JSON.stringify(always)}::jsonb`);
  // An earlier test may have ended the doctor's membership of the staff, so it is restored.
  await app.db.run(sql`
    insert into membership (user_id, hospital_id, role, doctor_id)
    values (${town.doctor.userId}, ${town.hospitalId}, 'doctor', ${town.doctorId})
    on conflict do nothing`);
  if ((await call(app, town.doctor, 'getCurrentUser')).status === 401) {
    const doctor = { ...town.doctor, ...(await signIn(app, town.doctor.email)) };
    town = { ...town, doctor };
  }
});

function today(): string {
  return dayAt(app.clock.now(), zone);
}

function save(week: object | null) {
  return get(app, town.doctor, 'saveSchedule', { id: town.doctorId, body: { week } });
}

async function book(daysAhead: number, time = '10:00'): Promise<string> {
  const body = { doctorId: town.doctorId, date: addDays(today(), daysAhead), time };
  return (await get(app, patient, 'bookAppointment', { body })).appointment.id;
}

async function takeOff(firstDay: string, lastDay = firstDay) {
  const body = { firstDay, lastDay };
  return get(app, town.doctor, 'addDayOff', { id: town.doctorId, body });
}

async function seen() {
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  return { status: doctor.status, breakUntil: doctor.breakUntil };
}

async function offered(date: string): Promise<string[]> {
  const query = { date };
  const { slots } = await get(app, undefined, 'getDoctorSlots', { id: town.doctorId, query });
  return slots.map(({ time }) => time);
}

async function visit(): Promise<void> {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await get(app, town.doctor, 'startConsultation', { id: queue.id });
  await get(app, town.doctor, 'completeConsultation', { id: queue.id, body: {} });
}

test('a doctor’s own weekly hours decide which times can be booked, and the doctor can remove these hours again [DOC-1, APPT-1]', async () => {
  const { schedule } = await save({ ...givenWeek(), saturday: day, sunday: day });
  assert.equal(schedule.hasOwnWeek, true);
  const weekday = [1, 2, 3, 4, 5, 6, 7]
    .map((days) => addDays(today(), days))
    .find((date) => Temporal.PlainDate.from(date).dayOfWeek === 3);
  assert.ok(weekday !== undefined);
  // The break begins at 11:00; 14:00 and 15:00 lie between the two halves of the working day.
  assert.deepEqual(await offered(weekday), ['09:00', '10:00', '16:00']);
  const { schedule: followed } = await save(null);
  assert.equal(followed.hasOwnWeek, false);
  assert.deepEqual(followed.week.saturday.hours, [{ from: '00:00', to: '23:59' }]);
});

test('a day off has no bookable times until the day off is removed [DOC-1, APPT-1]', async () => {
  const date = addDays(today(), 3);
  const { schedule } = await takeOff(date);
  assert.deepEqual(await offered(date), []);
  assert.equal((await offered(addDays(today(), 4))).length, 6);
  const [off] = schedule.daysOff;
  assert.ok(off !== undefined && off.firstDay === date);
  const after = await get(app, town.admin, 'removeDayOff', { id: off.id });
  assert.deepEqual(after.schedule.daysOff, []);
  assert.equal((await offered(date)).length, 6);
});

test('appointments that no longer fit a doctor’s hours stay booked and are listed until they are moved [DOC-1, APPT-1]', async () => {
  const id = await book(3);
  await book(5);
  const query = { doctorId: town.doctorId };
  const before = await get(app, town.receptionist, 'listOutsideHours', { query });
  assert.deepEqual(before.appointments, []);
  await takeOff(addDays(today(), 3));
  const outside = await get(app, town.receptionist, 'listOutsideHours', { query });
  assert.deepEqual(
    outside.appointments.map((shown) => [shown.id, shown.status, shown.isOutsideHours]),
    [[id, 'booked', true]],
  );
  const other = await get(app, town.otherAdmin, 'listOutsideHours', { query });
  assert.deepEqual(other.appointments, []);
  const { upcoming } = await get(app, patient, 'listAppointments');
  assert.deepEqual(
    upcoming.map((shown) => shown.isOutsideHours),
    [true, false],
  );
  const body = { date: addDays(today(), 4), time: '10:00' };
  const { appointment } = await get(app, patient, 'rescheduleAppointment', { id, body });
  assert.equal(appointment.isOutsideHours, false);
  const audited = await app.db.one<{ count: number }>(sql`
    select count(*) as count from audit where action = 'read appointments outside the hours'
      and ${patient.userId} = any(patient_ids)`);
  assert.equal(audited.count, 1);
});

test('staff can list the appointments of a single doctor for a day [DOC-1]', async () => {
  await book(3);
  const date = addDays(today(), 3);
  const shown = async (doctorId: string) => {
    const query = { date, doctorId };
    return (await get(app, town.doctor, 'listHospitalAppointments', { query })).appointments.length;
  };
  assert.equal(await shown(town.doctorId), 1);
  assert.equal(await shown(town.colleagueId), 0);
});

test('a doctor who is off today is Offline until the next working day and then returns automatically [DOC-1]', async () => {
  await takeOff(today(), addDays(today(), 1));
  const back = instantFrom(addDays(today(), 2), '00:00', zone);
  assert.deepEqual(await seen(), { status: 'Offline', breakUntil: back.toISOString() });
  const refused = await call(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  assertRefused(refused, 'doctor_not_available');
});

test('a day off sets the doctor Offline once, and the doctor may still come in and work [DOC-1]', async () => {
  await app.db.run(sql`
    insert into day_off (doctor_id, first_day, last_day)
    values (${town.doctorId}, ${today()}, ${today()})`);
  await Promise.all([beginDays(app.db, app.clock), beginDays(app.db, app.clock)]);
  assert.equal((await seen()).status, 'Offline');
  const body = { status: 'available' };
  await get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body });
  await beginDays(app.db, app.clock);
  assert.equal((await seen()).status, 'Available');
});

test('after today’s day off is removed, the doctor accepts requests again at once [DOC-1]', async () => {
  const { schedule } = await takeOff(today());
  await get(app, town.doctor, 'removeDayOff', { id: schedule.daysOff[0]?.id ?? '' });
  assert.deepEqual(await seen(), { status: 'Available', breakUntil: null });
});

test('a doctor’s working day begins with the status chosen in the settings, once and only at its start [DOC-3]', async () => {
  const body = { ...givenSettings(), defaultStatus: 'Busy' };
  await get(app, town.doctor, 'saveDoctorSettings', { body });
  await beginDays(app.db, app.clock);
  assert.equal((await seen()).status, 'Busy');
  const free = { status: 'available' };
  await get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body: free });
  await beginDays(app.db, app.clock);
  assert.equal((await seen()).status, 'Available');
  await app.db.run(sql`update doctor set day_begun = null where id = ${town.doctorId}`);
  await save({ ...always, [weekdayToday()]: nothing });
  await beginDays(app.db, app.clock);
  assert.equal((await seen()).status, 'Available');
});

test('a break that lasts into the working day does not end at the day’s start [DOC-2, DOC-3]', async () => {
  const body = { ...givenSettings(), defaultStatus: 'Available' };
  await get(app, town.doctor, 'saveDoctorSettings', { body });
  const breakUntil = new Date(app.clock.now().getTime() + 20 * minuteMs).toISOString();
  const away = { status: 'busy', breakUntil };
  await get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body: away });
  // Lets the doctor's day begin again, as at midnight, because these working hours cross midnight.
  await app.db.run(sql`update doctor set day_begun = null where id = ${town.doctorId}`);
  await beginDays(app.db, app.clock);
  assert.deepEqual(await seen(), { status: 'Busy', breakUntil });
});

function weekdayToday(): string {
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: zone })
    .format(app.clock.now())
    .toLowerCase();
}

test('after the set number of consultations the doctor has a break, and then the count starts again [DOC-3]', async () => {
  const body = { ...givenSettings(), defaultStatus: null, breakAfter: 2, breakMinutes: 20 };
  await get(app, town.doctor, 'saveDoctorSettings', { body });
  await visit();
  assert.equal((await seen()).status, 'Available');
  await visit();
  const onBreak = await seen();
  assert.equal(onBreak.status, 'Busy');
  const left = Date.parse(onBreak.breakUntil ?? '') - app.clock.now().getTime();
  assert.ok(left > 19 * minuteMs && left <= 20 * minuteMs, String(left));
  app.clock.advance(20 * minuteMs);
  await endBreaks(app.db, app.clock);
  assert.equal((await seen()).status, 'Available');
  await visit();
  assert.equal((await seen()).status, 'Available');
  await visit();
  assert.equal((await seen()).status, 'Busy');
});

test('consultations before midnight count towards the next break of the same night shift [DOC-3]', async () => {
  const hours = [
    { from: '00:00', to: '06:00' },
    { from: '20:00', to: '23:59' },
  ];
  const nights = Object.fromEntries(
    Object.keys(always).map((name) => [name, { hours, breaks: [] }]),
  );
  await app.db.run(sql`update doctor set week = ${JSON.stringify(nights)}::jsonb`);
  // Chooses a time zone in which it is now between midnight and one o'clock.
  const hour = app.clock.now().getUTCHours();
  const ahead = hour > 12 ? 24 - hour : -hour;
  const where = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
  await app.db.run(sql`update hospital set time_zone = ${where} where id = ${town.hospitalId}`);
  try {
    const body = { ...givenSettings(), defaultStatus: null, breakAfter: 2, breakMinutes: 20 };
    await get(app, town.doctor, 'saveDoctorSettings', { body });
    await visit();
    await app.db.run(sql`
      update queue_entry set joined_at = joined_at - interval '1 hour',
        approved_at = approved_at - interval '1 hour', started_at = started_at - interval '1 hour',
        ended_at = ended_at - interval '1 hour'`);
    await visit();
    assert.equal((await seen()).status, 'Busy');
  } finally {
    await app.db.run(sql`update hospital set time_zone = ${zone} where id = ${town.hospitalId}`);
  }
});

test('a doctor’s settings apply to that doctor alone, and the default settings have no automatic break and no mail [DOC-3, CONST-4]', async () => {
  const { settings } = await get(app, town.doctor, 'getDoctorSettings');
  assert.deepEqual(settings, {
    defaultStatus: null,
    breakAfter: null,
    breakMinutes: 15,
    tellRequests: true,
    tellCheckIns: true,
    tellByMail: false,
  });
  await get(app, town.doctor, 'saveDoctorSettings', { body: givenSettings() });
  const again = await get(app, town.doctor, 'getDoctorSettings');
  assert.deepEqual(again.settings, givenSettings());
  const { settings: others } = await get(app, town.colleague, 'getDoctorSettings');
  assert.deepEqual(others, settings);
});

async function newsMails(): Promise<string[]> {
  const rows = await app.db.many<{ payload: { doctorId: string; what: string } }>(sql`
    select payload from job where kind = 'tell-doctor' order by id`);
  return rows.map(({ payload }) => payload.what);
}

test('a doctor is mailed about requests and arrivals as chosen in the settings, without patient data [DOC-3]', async () => {
  const wants = { ...givenSettings(), defaultStatus: null, breakAfter: null, tellByMail: true };
  await get(app, town.doctor, 'saveDoctorSettings', { body: { ...wants, tellCheckIns: true } });
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await get(app, town.receptionist, 'checkInEntry', { id: queue.id });
  // At most two mails are found, because a finished job keeps no data and the job runner may
  // already have sent the mails.
  const sent = await newsMails();
  assert.ok(sent.length <= 2);
  const handler = makeNotifyDoctorHandler({
    db: app.db,
    clock: app.clock,
    publicUrl: 'http://localhost:3000',
  });
  await app.db.pool.query(`delete from job where kind = 'mail'`);
  await handler({ doctorId: town.doctorId, what: 'request' }, 1);
  const mails = await app.db.many<{ payload: { to: string; plain: string } }>(sql`
    select payload from job where kind = 'mail' and finished_at is null`);
  assert.equal(mails[0]?.payload.to, town.doctor.email);
  assert.ok(!mails[0].payload.plain.includes(patient.name));
  await app.db.pool.query('delete from job');
  await app.owner.query('delete from queue_entry');
  const silent = { ...wants, tellRequests: false };
  await get(app, town.doctor, 'saveDoctorSettings', { body: silent });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  assert.deepEqual(await newsMails(), []);
});

test("a doctor's profile is public [DOC-4, ROUTE-20]", async () => {
  await get(app, town.doctor, 'saveDoctorProfile', { body: givenDoctorProfile() });
  const { profile } = await get(app, undefined, 'getDoctorProfile', { id: town.doctorId });
  assert.deepEqual(profile, givenDoctorProfile());
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.equal(doctor.experience, 12);
});

test('an administrator edits a doctor, and an email address that a colleague already uses is refused [ADM-2]', async () => {
  const id = town.colleagueId;
  const body = givenDoctorEdit('new.address@example.org');
  const { doctor } = await get(app, town.admin, 'editDoctor', { id, body });
  assert.equal(doctor.name, 'Dr. Meera Iyer');
  assert.equal(doctor.experience, 9);
  const { hospital } = await get(app, town.admin, 'getOwnHospital');
  assert.ok(hospital.departments.includes('Neurology'));
  const { doctors } = await get(app, town.admin, 'listColleagues');
  const taken = doctors.find((shown) => shown.id === town.doctorId)?.email ?? '';
  const refused = await call(app, town.admin, 'editDoctor', { id, body: givenDoctorEdit(taken) });
  assertRefused(refused, 'doctor_exists');
});

test('a new doctor’s forecast uses the minutes per visit that the administrator entered, or else the usual minutes of the specialty [QST-12, ADM-2]', async () => {
  const given = { ...givenDoctorEdit('short.visits@example.org'), visitMinutes: 2 };
  const { doctor } = await get(app, town.admin, 'addDoctor', { body: given });
  assert.equal(doctor.visitMinutes, 2);
  const { visitMinutes: _, ...unstated } = givenDoctorEdit('usual.visits@example.org');
  const { doctor: other } = await get(app, town.admin, 'addDoctor', { body: unstated });
  assert.equal(other.visitMinutes, null);
  const usualOf = async (id: string) => {
    const row = await app.db.one<{ minutes: number }>(sql`
      select usual_minutes as minutes from doctor_queue where doctor_id = ${id}`);
    return row.minutes;
  };
  assert.deepEqual([await usualOf(doctor.id), await usualOf(other.id)], [2, 20]);
  const longer = { ...given, visitMinutes: 25 };
  await get(app, town.admin, 'editDoctor', { id: doctor.id, body: longer });
  assert.equal(await usualOf(doctor.id), 25);
  const cleared = { ...given, visitMinutes: null };
  const { doctor: edited } = await get(app, town.admin, 'editDoctor', {
    id: doctor.id,
    body: cleared,
  });
  assert.equal(edited.visitMinutes, null);
  for (const minutes of [0, 121, 2.5, 'ten']) {
    const refused = await call(app, town.admin, 'addDoctor', {
      body: { ...given, email: 'no@example.org', visitMinutes: minutes as number },
    });
    assert.equal(refused.status, 400, String(minutes));
  }
});

test('changing a doctor’s email withdraws the invitation to the old address [ADM-2, ROLE-8]', async () => {
  const given = givenDoctorEdit('wrong@example.org');
  const { doctor } = await get(app, town.admin, 'addDoctor', { body: given });
  const open = async () => {
    const row = await app.db.one<{ count: number }>(sql`
      select count(*) as count from invitation where doctor_id = ${doctor.id}`);
    return row.count;
  };
  assert.equal(await open(), 1);
  await get(app, town.admin, 'editDoctor', { id: doctor.id, body: { ...given, experience: 3 } });
  assert.equal(await open(), 1);
  const body = { ...given, email: 'right@example.org' };
  await get(app, town.admin, 'editDoctor', { id: doctor.id, body });
  assert.equal(await open(), 0);
});

test('a deactivated doctor disappears from all lists and accepts no patients, and the earlier visits stay [ADM-2]', async () => {
  await visit();
  const id = town.doctorId;
  await get(app, town.admin, 'deactivateDoctor', { id, body: {} });
  assertRefused(await call(app, undefined, 'getDoctor', { id }), 'not_found');
  const listed = await get(app, undefined, 'listHospitalDoctors', { id: town.hospitalId });
  assert.ok(!listed.doctors.some((doctor) => doctor.id === id));
  const former = await get(app, town.admin, 'listFormerColleagues');
  assert.deepEqual(
    former.doctors.map((doctor) => doctor.id),
    [id],
  );
  const asked = { body: { doctorId: id } };
  assertRefused(await call(app, patient, 'requestPlace', asked), 'not_found');
  const wish = { body: { doctorId: id, date: addDays(today(), 2), time: '10:00' } };
  assertRefused(await call(app, patient, 'bookAppointment', wish), 'not_found');
  const status = { id, body: { status: 'available' } };
  assertRefused(await call(app, town.admin, 'setDoctorStatus', status), 'doctor_deactivated');
  const day = { id, body: { firstDay: today(), lastDay: today() } };
  assertRefused(await call(app, town.admin, 'addDayOff', day), 'doctor_deactivated');
  const { queues } = await get(app, patient, 'listHistory');
  assert.equal(queues.length, 1);
  await get(app, town.admin, 'reactivateDoctor', { id });
  assert.equal((await seen()).status, 'Offline');
});

test('a doctor with patients cannot be deactivated, and a doctor with appointments only after confirmation [ADM-2]', async () => {
  const id = town.doctorId;
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: id } });
  const off = (keepAppointments: boolean) =>
    call(app, town.admin, 'deactivateDoctor', { id, body: { keepAppointments } });
  assertRefused(await off(true), 'doctor_has_patients');
  await get(app, patient, 'leaveQueue', { id: queue.id });
  await book(3);
  assertRefused(await off(false), 'doctor_has_appointments');
  assert.equal((await off(true)).status, 200);
  const { appointments } = await get(app, town.receptionist, 'listOutsideHours');
  assert.equal(appointments.length, 1);
});

test('a renamed department keeps its doctors, and a department with doctors cannot be removed [HPROF-1]', async () => {
  const rename = (from: string, to: string) =>
    call(app, town.admin, 'renameDepartment', { body: { from, to } });
  assertRefused(await rename('Alchemy', 'Chemistry'), 'not_found');
  assert.equal((await rename('Cardiology', 'Heart Centre')).status, 200);
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.equal(doctor.department, 'Heart Centre');
  const { doctor: elsewhere } = await get(app, undefined, 'getDoctor', { id: town.otherDoctorId });
  assert.equal(elsewhere.department, 'Cardiology');
  const { hospital } = await get(app, town.admin, 'getOwnHospital');
  assert.ok(hospital.departments.includes('Heart Centre'));
  assert.ok(!hospital.departments.includes('Cardiology'));
  const another = hospital.departments.find((name) => name !== 'Heart Centre');
  if (another !== undefined) {
    assertRefused(await rename('Heart Centre', another), 'department_exists');
  }
});

test('the console shows a patient’s earlier visits to this hospital with their notes, and each reading is recorded [CONS-2]', async () => {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await get(app, town.doctor, 'startConsultation', { id: queue.id });
  const body = { status: 'completed', notes: 'Rest for a week.' };
  await get(app, town.doctor, 'updateEntry', { id: queue.id, body });
  const id = patient.userId;
  const { visits } = await get(app, town.colleague, 'listPatientVisits', { id });
  assert.deepEqual(
    visits.map((visited) => [visited.id, visited.notes]),
    [[queue.id, 'Rest for a week.']],
  );
  assertRefused(await call(app, town.otherAdmin, 'listPatientVisits', { id }), 'not_found');
  const audited = await app.db.one<{ count: number }>(sql`
    select count(*) as count from audit where action = 'read past visits'
      and user_id = ${town.colleague.userId} and ${id} = any(patient_ids)`);
  assert.equal(audited.count, 1);
});
