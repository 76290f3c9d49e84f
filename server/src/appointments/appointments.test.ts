/**
 * Tests of booking through the API: concurrent bookings of one time, access rights, check-in on the
 * day, and mails.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, test } from 'node:test';
import { appointmentTimes, type DoctorStatus } from '@baari/contract/constants.ts';
import type { Preferences } from '@baari/contract/patient/profile.ts';
import sql from 'sql-template-tag';
import { listOutboxMessages, type OutboxMessage } from '../platform/messages/outbox.store.ts';
import { publicUrl, secret } from '../testing/identity-app.ts';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import {
  alwaysOpen,
  givenHospitalProfile,
  givenNotificationSettings,
  givenPerson,
  givenProfile,
} from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makeHospital,
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
  verifyPhone,
} from '../testing/test-people.ts';
import { dayAt, instantOf } from '../schedule/calendar.rules.ts';
import { makeReminderHandler } from './reminders/send-reminder.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
let patient: TestPerson;
let other: TestPerson;
let today: string;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  patients = await makePatients(app, 20);
  const [first, second] = patients;
  assert.ok(first !== undefined && second !== undefined);
  patient = first;
  other = second;
  today = dayAt(app.clock.now(), 'Asia/Kolkata');
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment');
  await app.owner.query('delete from queue_entry');
  await app.db.pool.query('delete from job');
  await setStatus('Available');
});

function inDays(days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}

async function setStatus(status: DoctorStatus): Promise<void> {
  await app.db.run(sql`update doctor set status = ${status} where id = ${town.doctorId}`);
}

function wish(days = 2, time = '10:00', doctorId = town.doctorId) {
  return { doctorId, date: inDays(days), time };
}

async function book(person: TestPerson, body: ReturnType<typeof wish> = wish()): Promise<string> {
  return (await get(app, person, 'bookAppointment', { body })).appointment.id;
}

/** Makes a booking. Then sets its date in the database, and its start to half an hour from now. */
async function bookedFor(person: TestPerson, date: string): Promise<string> {
  const id = await book(person, wish(3));
  const startsAt = inMinutes(30);
  await app.db.run(sql`
    update appointment set date = ${date}, starts_at = ${startsAt} where id = ${id}`);
  return id;
}

function inMinutes(minutes: number): Date {
  return new Date(app.clock.now().getTime() + minutes * 60_000);
}

function tally(answers: readonly TestAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function freeTimes(days = 2): Promise<string[]> {
  const query = { date: inDays(days) };
  const { slots } = await get(app, undefined, 'getDoctorSlots', { id: town.doctorId, query });
  return slots.filter(({ isFree }) => isFree).map(({ time }) => time);
}

test('anyone sees which times of a day are free, but not who booked the other times [PAT-8, APPT-1]', async () => {
  const asked = { id: town.doctorId, query: { date: inDays(2) } };
  const shown = await get(app, undefined, 'getDoctorSlots', asked);
  assert.deepEqual(
    shown.slots.map(({ time }) => time),
    [...appointmentTimes],
  );
  assert.equal(shown.today, today);
  assert.equal(shown.lastDay, inDays(60));
  await book(patient);
  const answer = await call(app, undefined, 'getDoctorSlots', asked);
  assert.ok(!answer.text.includes(patient.userId) && !answer.text.includes(patient.name));
  assert.deepEqual(await freeTimes(), ['09:00', '11:00', '14:00', '15:00', '16:00']);
  const unasked = await get(app, undefined, 'getDoctorSlots', { id: town.doctorId });
  assert.equal(unasked.date, today);
});

test('when twenty patients book one time at once, one patient gets the time [APPT-1]', async () => {
  const answers = await Promise.all(
    patients.map((person) => call(app, person, 'bookAppointment', { body: wish() })),
  );
  assert.deepEqual(tally(answers), { 201: 1, 409: 19 });
  for (const answer of answers.filter(({ status }) => status === 409)) {
    assertRefused(answer, 'slot_taken');
  }
  const { appointments } = await get(app, town.admin, 'listHospitalAppointments', {
    query: { date: inDays(2) },
  });
  assert.equal(appointments.length, 1);
});

test('when a patient sends six bookings for one day at once, one booking is made [APPT-1]', async () => {
  const answers = await Promise.all(
    appointmentTimes.map((time) => call(app, patient, 'bookAppointment', { body: wish(2, time) })),
  );
  assert.deepEqual(tally(answers), { 201: 1, 409: 5 });
  for (const answer of answers.filter(({ status }) => status === 409)) {
    assertRefused(answer, 'already_booked');
  }
  // A booking with another doctor at another time is allowed, and so is one on another day.
  const made = answers.findIndex(({ status }) => status === 201);
  const elsewhen = appointmentTimes.find((_, index) => index !== made);
  await book(patient, wish(2, elsewhen, town.colleagueId));
  await book(patient, wish(3));
});

test('when ten patients move their bookings to one time at once, one move succeeds and the other bookings stay unchanged [APPT-1]', async () => {
  const ten = patients.slice(0, 10);
  const ids = await Promise.all(
    ten.map((person, index) =>
      book(person, wish(5 + Math.floor(index / 5), appointmentTimes[index % 5])),
    ),
  );
  const to = { date: inDays(8), time: '09:00' };
  const answers = await Promise.all(
    ids.map((id, index) => call(app, ten[index], 'rescheduleAppointment', { id, body: to })),
  );
  assert.deepEqual(tally(answers), { 200: 1, 409: 9 });
  const days = await Promise.all(
    ten.map(async (person) => (await get(app, person, 'listAppointments')).upcoming[0]?.date),
  );
  assert.equal(days.filter((date) => date === inDays(8)).length, 1);
  assert.ok(!days.includes(undefined));
});

test('a booking is refused for a time not offered, a past day and a day too far ahead [APPT-1]', async () => {
  for (const body of [wish(-1), wish(61), wish(2, '12:00'), wish(2, '09:10')]) {
    assertRefused(await call(app, patient, 'bookAppointment', { body }), 'slot_not_offered');
  }
  for (const time of ['24:00', '9:00', 'noon']) {
    assertRefused(
      await call(app, patient, 'bookAppointment', { body: wish(2, time) }),
      'invalid_request',
    );
  }
  const closed = await makeHospital(app, {
    hours: { ...alwaysOpen, monday: { ...alwaysOpen.monday, closed: true } },
  });
  const doctorId = await makeDoctor(app, closed);
  const monday = (8 - Temporal.PlainDate.from(today).dayOfWeek) % 7 || 7;
  const body = wish(monday, '10:00', doctorId);
  assertRefused(await call(app, patient, 'bookAppointment', { body }), 'slot_not_offered');
});

test('nobody can book or move to an Offline doctor, but patients can still cancel [PAT-8]', async () => {
  const id = await book(patient);
  await setStatus('Offline');
  assertRefused(
    await call(app, other, 'bookAppointment', { body: wish(3) }),
    'doctor_not_available',
  );
  assertRefused(
    await call(app, patient, 'rescheduleAppointment', {
      id,
      body: { date: inDays(3), time: '09:00' },
    }),
    'doctor_not_available',
  );
  await get(app, patient, 'cancelAppointment', { id });
});

test('a cancelled or moved booking frees its time, and a cancelled booking stays cancelled [APPT-1]', async () => {
  const id = await book(patient);
  const body = { date: inDays(2), time: '16:00' };
  const moved = await get(app, patient, 'rescheduleAppointment', { id, body });
  assert.equal(moved.appointment.time, '16:00');
  assert.deepEqual(await freeTimes(), ['09:00', '10:00', '11:00', '14:00', '15:00']);
  const { appointment } = await get(app, patient, 'cancelAppointment', { id });
  assert.equal(appointment.status, 'cancelled');
  assert.deepEqual(await freeTimes(), [...appointmentTimes]);
  for (const name of ['cancelAppointment', 'checkIn'] as const) {
    assertRefused(await call(app, patient, name, { id }), 'appointment_over');
  }
  assertRefused(
    await call(app, patient, 'rescheduleAppointment', { id, body }),
    'appointment_over',
  );
  const { upcoming, past } = await get(app, patient, 'listAppointments');
  assert.deepEqual([upcoming.length, past.length], [0, 1]);
  await book(patient);
});

test("another patient's appointment is not found [ROLE-1, SEC-2]", async () => {
  const id = await book(patient);
  const body = { date: inDays(3), time: '09:00' };
  assertRefused(await call(app, other, 'rescheduleAppointment', { id, body }), 'not_found');
  assertRefused(await call(app, other, 'cancelAppointment', { id }), 'not_found');
  assertRefused(await call(app, other, 'checkIn', { id }), 'not_found');
  const { upcoming, past } = await get(app, other, 'listAppointments');
  assert.deepEqual([...upcoming, ...past], []);
  assert.equal((await get(app, patient, 'listAppointments')).upcoming[0]?.status, 'booked');
});

test('a patient who checks in on the appointment’s day joins the end of the line without approval, and the desk is notified [APPT-1, QST-11]', async () => {
  const asked = await get(app, other, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.admin, 'approveRequest', { id: asked.queue.id });
  const id = await bookedFor(patient, today);
  const early = await get(app, patient, 'listAppointments');
  assert.equal(early.upcoming[0]?.canCheckIn, true);
  const { appointment, queue } = await get(app, patient, 'checkIn', { id });
  assert.equal(appointment.status, 'checked_in');
  assert.equal(queue.checkedInAt, queue.joinedAt);
  assert.equal(queue.checkedInBy, 'patient');
  assert.match(queue.token ?? '', /^[A-Z]-\d{3}$/u);
  assert.deepEqual([queue.status, queue.position], ['waiting', 2]);
  const line = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  assert.deepEqual(
    line.queue.map(({ patient: { id: who } }) => who),
    [other.userId, patient.userId],
  );
  assert.equal(queue.queueVersion, line.queueVersion);
  const events = await app.db.many<{ type: string; account_id: string }>(sql`
    select type, account_id from event where entry_id = ${queue.id}`);
  assert.deepEqual(events, [{ type: 'queue_joined', account_id: patient.userId }]);
  assertRefused(await call(app, patient, 'checkIn', { id }), 'appointment_over');
  assertRefused(await call(app, patient, 'cancelAppointment', { id }), 'appointment_over');
});

test('when one appointment is checked in eight times at once, the patient gets one place in the line [APPT-1, INV-2]', async () => {
  const id = await bookedFor(patient, today);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call(app, patient, 'checkIn', { id })),
  );
  assert.deepEqual(tally(answers), { 200: 1, 409: 7 });
  const line = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  assert.equal(line.queue.length, 1);
});

test('a patient cannot check in for an appointment on another day, while waiting for another doctor, or with an Offline doctor [APPT-1, INV-2]', async () => {
  const tomorrow = await book(patient, wish(1));
  assertRefused(await call(app, patient, 'checkIn', { id: tomorrow }), 'not_the_day');
  const gone = await bookedFor(patient, inDays(-1));
  assertRefused(await call(app, patient, 'checkIn', { id: gone }), 'appointment_over');
  const { past } = await get(app, patient, 'listAppointments');
  assert.deepEqual(
    past.map(({ id, status }) => [id, status]),
    [[gone, 'missed']],
  );
  const id = await bookedFor(patient, today);
  await get(app, patient, 'requestPlace', { body: { doctorId: town.otherDoctorId } });
  assertRefused(await call(app, patient, 'checkIn', { id }), 'already_in_queue');
  await app.owner.query('delete from queue_entry');
  await setStatus('Offline');
  assertRefused(await call(app, patient, 'checkIn', { id }), 'doctor_not_available');
  await setStatus('Busy');
  await get(app, patient, 'checkIn', { id });
});

test('staff read their own hospital’s appointments by doctor and time, and each reading is recorded [APPT-1, ROLE-7]', async () => {
  await book(patient, wish(2, '14:00'));
  await book(other, wish(2, '09:00'));
  await book(patient, wish(2, '11:00', town.otherDoctorId));
  const query = { date: inDays(2) };
  for (const reader of [town.receptionist, town.doctor, town.admin]) {
    const { appointments } = await get(app, reader, 'listHospitalAppointments', { query });
    assert.deepEqual(
      appointments.map(({ time, patient: { name } }) => [time, name]),
      [
        ['09:00', other.name],
        ['14:00', patient.name],
      ],
    );
  }
  const audited = await app.db.many<{ patient_ids: string[] }>(sql`
    select patient_ids from audit where action = 'read appointments' and user_id = ${town.doctor.userId}`);
  assert.deepEqual(
    audited.at(-1)?.patient_ids.toSorted(),
    [patient.userId, other.userId].toSorted(),
  );
  const theirs = await get(app, town.otherAdmin, 'listHospitalAppointments', { query });
  assert.deepEqual(
    theirs.appointments.map(({ time }) => time),
    ['11:00'],
  );
});

test('the export of all personal data includes the appointments [SEC-14]', async () => {
  const person = await makePerson(app);
  const id = await book(person);
  const { data } = await get(app, person, 'exportOwnData');
  assert.ok(JSON.stringify(data['appointments']).includes(id));
});

async function mailTo(person: TestPerson, subject: RegExp): Promise<OutboxMessage> {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = (await listOutboxMessages(app.db, 50)).find(
      (one) => one.recipient === person.email && subject.test(one.subject),
    );
    if (found !== undefined) return found;
    app.app.lookForJobs();
    await sleep(20);
  }
  throw new Error(`No mail ${subject} came.`);
}

async function speaks(person: TestPerson, language: Preferences['language'], email = true) {
  const given = givenProfile();
  const notifications = { ...given.preferences.notifications, email };
  const preferences = { ...given.preferences, language, notifications };
  await get(app, person, 'saveProfile', { body: { ...given, name: person.name, preferences } });
}

test('a booking is confirmed by mail with a calendar file, in Hindi to patients who prefer Hindi [APPT-1]', async () => {
  const [english, hindi] = await makePatients(app, 2);
  assert.ok(english !== undefined && hindi !== undefined);
  await speaks(hindi, 'hi');
  const id = await book(english);
  await book(hindi, wish(2, '11:00'));
  const mail = await mailTo(english, /^Your appointment with /u);
  assert.match(mail.plain, /at 10:00 am/iu);
  assert.match(mail.plain, /patient\/queue/u);
  assert.match(mail.attachment?.content ?? '', new RegExp(`UID:${id}`, 'u'));
  const date = inDays(2).replaceAll('-', '');
  assert.match(mail.attachment?.content ?? '', new RegExp(`DTSTART:${date}T043000Z`, 'u'));
  const inHindi = await mailTo(hindi, /के साथ आपका अपॉइंटमेंट/u);
  assert.match(inHindi.html, /lang="hi"/u);
  await get(app, english, 'rescheduleAppointment', {
    id,
    body: { date: inDays(2), time: '15:00' },
  });
  const moved = await mailTo(english, /was moved$/u);
  assert.match(moved.attachment?.content ?? '', /SEQUENCE:1\r\n/u);
});

test('messages and calendar files about a booking for another person of the account name that person [APPT-1, PROF-1]', async () => {
  const mother = await makePerson(app);
  const phone = '+919812355501';
  await verifyPhone(app, mother, phone);
  await get(app, mother, 'saveNotificationSettings', {
    body: { ...givenNotificationSettings(), sms: true },
  });
  const { person } = await get(app, mother, 'addPerson', { body: givenPerson('Riya') });
  const body = { ...wish(2, '16:00'), patientId: person.id };
  const { appointment } = await get(app, mother, 'bookAppointment', { body });
  const mail = await mailTo(mother, /^For Riya: Your appointment with /u);
  assert.match(mail.plain, /^For Riya$/mu);
  assert.match(mail.attachment?.content ?? '', /SUMMARY:Riya: appointment with /u);
  const text = await mailTo({ ...mother, email: phone }, /./u);
  assert.match(text.plain, /^Appointment booked: Riya, /u);
  await speaks(mother, 'hi');
  await get(app, mother, 'cancelAppointment', { id: appointment.id });
  await mailTo(mother, /^Riya के लिए: /u);
});

test('when the hospital changes its time zone, a booking keeps its local date and time, and nobody else can book its slot [APPT-1, HPROF-1]', async () => {
  const hospitalId = await makeHospital(app, { hours: alwaysOpen });
  const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  const doctorId = await makeDoctor(app, hospitalId);
  const body = wish(2, '10:00', doctorId);
  const id = await book(patient, body);
  const readOwn = async () => {
    const { upcoming } = await get(app, patient, 'listAppointments');
    return upcoming.find((one) => one.id === id);
  };
  for (const timeZone of ['Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu', 'Asia/Kolkata']) {
    const profile = { ...givenHospitalProfile(), operating_hours: alwaysOpen, timeZone };
    await get(app, admin, 'saveOwnHospital', { body: profile });
    const own = await readOwn();
    assert.deepEqual([own?.date, own?.time], [body.date, '10:00'], timeZone);
    assert.equal(own?.startsAt, instantOf(body.date, '10:00', timeZone)?.toISOString(), timeZone);
    const { slots } = await get(app, undefined, 'getDoctorSlots', {
      id: doctorId,
      query: { date: body.date },
    });
    const taken = slots.filter(({ isFree }) => !isFree).map(({ startsAt }) => startsAt);
    assert.deepEqual(taken, [own?.startsAt], timeZone);
  }
});

test('a patient is reminded once of an open booking, on the day before the appointment [APPT-1]', async () => {
  const [still, moved, gone, quiet] = await makePatients(app, 4);
  assert.ok(still && moved && gone && quiet);
  await speaks(quiet, 'en', false);
  await book(still, wish(3, '09:00'));
  const movedId = await book(moved, wish(3, '10:00'));
  await get(app, moved, 'rescheduleAppointment', {
    id: movedId,
    body: { date: inDays(4), time: '10:00' },
  });
  await get(app, gone, 'cancelAppointment', { id: await book(gone, wish(3, '11:00')) });
  await book(quiet, wish(3, '14:00'));
  const jobs = await app.db.many<{ payload: unknown; run_at: Date }>(sql`
    select payload, run_at from job where kind = 'appointment-reminder' order by run_at`);
  assert.equal(jobs.length, 5);
  assert.equal(
    jobs[0]?.run_at.toISOString(),
    `${inDays(2)}T03:30:00.000Z`,
    'at the same time the day before',
  );
  // After this change the appointment is 20 hours away.
  await app.db.run(sql`
    update appointment set date = ${inDays(1)}, starts_at = ${inMinutes(20 * 60)}`);
  for (const { payload } of jobs) await remindAt(app.clock.now(), payload);
  const to = (person: TestPerson) => mailTo(person, /^Tomorrow: /u);
  await Promise.all([to(still), to(moved)]);
  const reminders = (await listOutboxMessages(app.db, 200)).filter(({ subject }) =>
    subject.startsWith('Tomorrow: '),
  );
  assert.deepEqual(
    reminders.map(({ recipient }) => recipient).toSorted(),
    [still.email, moved.email].toSorted(),
  );
});

test('a delayed reminder is not sent on the day of the appointment [APPT-1]', async () => {
  const id = await book(patient, wish(3, '09:00'));
  const midnight = new Date(`${inDays(3)}T00:00:00+05:30`);
  const payload = { appointmentId: id, moves: 0 };
  await remindAt(midnight, payload);
  assert.equal(await remindersOf(id), 0);
  await remindAt(new Date(midnight.getTime() - 1), payload);
  assert.equal(await remindersOf(id), 1);
});

test('a reminder scheduled too early because of a changed time zone is still sent on the day before the appointment [APPT-1]', async () => {
  const hospitalId = await makeHospital(app, { hours: alwaysOpen });
  const id = await book(patient, wish(3, '09:00', await makeDoctor(app, hospitalId)));
  await app.db.run(sql`
    update hospital set time_zone = 'America/New_York' where id = ${hospitalId}`);
  await app.db.pool.query('delete from job');
  const payload = { appointmentId: id, moves: 0 };
  await remindAt(new Date(`${inDays(2)}T03:30:00Z`), payload);
  assert.equal(await remindersOf(id), 0);
  const due = instantOf(inDays(2), '09:00', 'America/New_York');
  const jobs = await app.db.many<{ payload: unknown; run_at: Date }>(sql`
    select payload, run_at from job where kind = 'appointment-reminder'`);
  assert.deepEqual(jobs, [{ payload: { ...payload, time: 'day' }, run_at: due }]);
});

/** Runs the reminder job as if it was the time `then`. */
async function remindAt(then: Date, payload: unknown): Promise<void> {
  const clock = { now: () => then };
  await makeReminderHandler({ db: app.db, clock, publicUrl, secrets: [secret] })(payload, 0);
}

async function remindersOf(appointmentId: string): Promise<number> {
  const { sent } = await app.db.one<{ sent: number }>(sql`
    select count(*)::int as sent from notice
    where about = ${appointmentId} and kind = 'appointment_reminder'`);
  return sent;
}

test('a booking made less than a day ahead is confirmed without a reminder, and an unverified email address gets no mail [APPT-1]', async () => {
  const unproved = await makePerson(app, { isVerified: false });
  await book(unproved, wish(3, '09:00'));
  const jobs = await app.db.many<{ kind: string }>(sql`
    select kind from job where kind <> 'appointment-reminder'`);
  assert.deepEqual(jobs, [], 'the reminder looks again whether the address is proved by then');
});

test('a cancellation is sent once on every channel that the patient chose, and not to patients who turned messages off [APPT-1, PROF-1]', async () => {
  const [notified, quiet] = await makePatients(app, 2);
  assert.ok(notified && quiet);
  const phone = '+919812377777';
  await verifyPhone(app, notified, phone);
  const choice = givenNotificationSettings();
  await get(app, notified, 'saveNotificationSettings', { body: { ...choice, sms: true } });
  await get(app, quiet, 'saveNotificationSettings', { body: { ...choice, email: false } });
  await get(app, quiet, 'cancelAppointment', { id: await book(quiet, wish(3, '10:00')) });
  const id = await book(notified, wish(3, '09:00'));
  await get(app, notified, 'cancelAppointment', { id });
  assertRefused(await call(app, notified, 'cancelAppointment', { id }), 'appointment_over');
  const mail = await mailTo(notified, / is cancelled$/u);
  assert.match(mail.plain, /You cancelled this appointment/u);
  assert.equal(mail.attachment, null);
  const textsIn = (sent: readonly OutboxMessage[]) =>
    sent.filter(({ recipient }) => recipient === phone);
  let sent = await listOutboxMessages(app.db, 500);
  for (let tries = 0; tries < 500 && textsIn(sent).length < 2; tries += 1) {
    app.app.lookForJobs();
    await sleep(20);
    sent = await listOutboxMessages(app.db, 500);
  }
  assert.equal(textsIn(sent).length, 2);
  assert.ok(textsIn(sent).some(({ plain }) => plain.startsWith('Appointment cancelled: ')));
  assert.ok(!sent.some(({ recipient }) => recipient === quiet.email));
});

test('a hospital’s next free times leave out taken times and Offline doctors and name no patient [PAT-8]', async () => {
  const hospitalId = await makeHospital(app, { hours: alwaysOpen });
  const doctorId = await makeDoctor(app, hospitalId);
  await makeDoctor(app, hospitalId, { status: 'Offline' });
  const next = async () =>
    (await get(app, undefined, 'listNextSlots', { id: hospitalId })).nextSlots;
  const [first, ...others] = await next();
  assert.ok(first !== undefined);
  assert.equal(first.doctorId, doctorId);
  assert.deepEqual(others, []);
  const { date, time } = first;
  const body = {
    doctorId,
    date,
    time: appointmentTimes.find((known) => known === time) ?? '09:00',
  };
  await get(app, patient, 'bookAppointment', { body });
  const [second] = await next();
  assert.ok(second !== undefined && second.startsAt > first.startsAt);
});

test('a mother books one doctor for herself and her child on one day, and the desk sees the account holder [APPT-1, PROF-1]', async () => {
  const mother = await makePerson(app, { name: 'Asha Verma', phone: '+919811000000' });
  const { person } = await get(app, mother, 'addPerson', {
    body: { name: 'Riya Verma', relation: 'child' },
  });
  const doctorId = await makeDoctor(app, town.hospitalId);
  const { slots, lastDay } = await get(app, undefined, 'getDoctorSlots', {
    id: doctorId,
    query: { date: (await get(app, undefined, 'getDoctorSlots', { id: doctorId })).lastDay },
  });
  const [one, two] = slots;
  assert.ok(one !== undefined && two !== undefined);
  await get(app, mother, 'bookAppointment', { body: { doctorId, date: lastDay, time: one.time } });
  const { appointment } = await get(app, mother, 'bookAppointment', {
    body: { doctorId, date: lastDay, time: two.time, patientId: person.id },
  });
  assert.deepEqual(appointment.patient, {
    id: person.id,
    name: 'Riya Verma',
    phone: '+919811000000',
    through: 'Asha Verma',
    hasAccount: true,
    isContactProved: true,
    isPhoneProved: false,
  });
  const { upcoming } = await get(app, mother, 'listAppointments');
  assert.deepEqual(
    upcoming.map(({ patient: { name } }) => name),
    ['Asha Verma', 'Riya Verma'],
  );
  assertRefused(
    await call(app, mother, 'removePerson', { id: person.id }),
    'person_has_appointment',
  );
});
