/**
 * Tests of reminders through the API: the times that a hospital and a patient choose, and the link
 * that confirms, moves or cancels without signing in.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ReminderTime } from '@baari/contract/visit/reminders.ts';
import sql from 'sql-template-tag';
import { dayAt, instantFrom } from '../../schedule/calendar.rules.ts';
import { publicUrl, secret } from '../../testing/identity-app.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { alwaysOpen } from '../../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { reminderJobKind } from './enqueue-reminder.ts';
import { makeRequeueHandler, requeueJobKind } from './reminder-settings.use-case.ts';
import { makeReminderHandler } from './send-reminder.ts';

const zone = 'Asia/Kolkata';
const lastDigits = '4321';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let today: string;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  today = dayAt(app.clock.now(), zone);
  patient = await makePerson(app, { phone: `+91981100${lastDigits}` });
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment');
  await app.db.pool.query('delete from job');
  await app.db.run(sql`update hospital set reminders = '{day}'`);
  await app.db.run(sql`update account_preferences set reminders = null`);
});

function inDays(days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}

async function book(days: number): Promise<string> {
  const body = { doctorId: town.doctorId, date: inDays(days), time: '10:00' };
  return (await get(app, patient, 'bookAppointment', { body })).appointment.id;
}

interface Queued {
  readonly payload: { readonly appointmentId: string; readonly time: ReminderTime };
  readonly run_at: Date;
}

function queued(): Promise<Queued[]> {
  return app.db.many<Queued>(sql`
    select payload, run_at from job where kind = ${reminderJobKind} order by run_at, id`);
}

/** Runs every queued reminder up to a visit as if it was its time; returns the kinds of messages. */
async function liveUntilVisit(): Promise<string[]> {
  for (;;) {
    const [next] = await queued();
    if (next === undefined) break;
    await app.db.run(sql`delete from job where kind = ${reminderJobKind}
      and payload = ${JSON.stringify(next.payload)}::jsonb and run_at = ${next.run_at}`);
    await remind(next.payload, next.run_at);
  }
  const sent = await app.db.many<{ kind: string }>(sql`
    select kind from notice where kind like 'appointment_reminder%' order by told_at`);
  await app.db.run(sql`delete from notice`);
  return sent.map(({ kind }) => kind);
}

async function remind(payload: unknown, at: Date): Promise<void> {
  const clock = { now: () => at };
  await makeReminderHandler({ db: app.db, clock, publicUrl, secrets: [secret] })(payload, 0);
}

/**
 * Runs the jobs that a change of the times has queued. The application may have run some of them
 * meanwhile; running one twice does no harm.
 */
async function requeue(): Promise<void> {
  const jobs = await app.db.many<{ payload: unknown }>(sql`
    select payload from job where kind = ${requeueJobKind} and finished_at is null`);
  for (const { payload } of jobs) await makeRequeueHandler(app)(payload, 0);
}

/** Books, sends the reminder of the day before, and returns the secret of its link. */
async function linkOfReminder(days = 3): Promise<{ id: string; secret: string }> {
  const id = await book(days);
  await app.db.pool.query('delete from job');
  await remind({ appointmentId: id, moves: 0 }, instantFrom(inDays(days - 1), '10:00', zone));
  const rows = await app.db.many<{ payload: unknown }>(sql`select payload from job`);
  const found = /\/booking#([\w-]{16,64})/u.exec(JSON.stringify(rows))?.[1];
  assert.ok(found !== undefined, JSON.stringify(rows).slice(0, 500));
  return { id, secret: found };
}

test('a hospital chooses several reminders, and each is sent once at its time [REM-1, APPT-1]', async () => {
  await get(app, town.admin, 'saveReminders', {
    body: { times: ['two_hours', 'day', 'three_days', 'day'] },
  });
  const { times } = await get(app, town.admin, 'getReminders');
  assert.deepEqual(times, ['three_days', 'day', 'two_hours']);
  await book(6);
  assert.deepEqual(await liveUntilVisit(), [
    'appointment_reminder_early',
    'appointment_reminder',
    'appointment_reminder_today',
  ]);
});

test('a hospital without reminders sends none, and a change also counts for visits already booked [REM-1]', async () => {
  await get(app, town.admin, 'saveReminders', { body: { times: [] } });
  await book(9);
  assert.deepEqual(await queued(), []);
  await get(app, town.admin, 'saveReminders', { body: { times: ['week', 'two_hours'] } });
  await requeue();
  // Saving again queues the reminders a second time, and still each is sent once.
  await get(app, town.admin, 'saveReminders', { body: { times: ['week', 'two_hours'] } });
  await requeue();
  assert.ok((await queued()).length > 1);
  assert.deepEqual(await liveUntilVisit(), [
    'appointment_reminder_early',
    'appointment_reminder_today',
  ]);
});

test('a reminder whose time the hospital no longer chooses is not sent [REM-1]', async () => {
  await book(6);
  await app.db.run(sql`update hospital set reminders = '{two_hours}'`);
  assert.deepEqual(await liveUntilVisit(), ['appointment_reminder_today']);
});

test('a patient’s own choice of reminders overrides every hospital’s, and can be no reminder [REM-1]', async () => {
  const seen = await get(app, patient, 'getOwnReminders');
  assert.equal(seen.times, null);
  await get(app, patient, 'saveOwnReminders', { body: { times: ['two_hours'], seen } });
  assertRefused(
    await call(app, patient, 'saveOwnReminders', { body: { times: [], seen } }),
    'changed_meanwhile',
  );
  await book(4);
  assert.deepEqual(await liveUntilVisit(), ['appointment_reminder_today']);
  await get(app, patient, 'saveOwnReminders', { body: { times: [] } });
  await book(5);
  assert.deepEqual(await liveUntilVisit(), []);
  await get(app, patient, 'saveOwnReminders', { body: { times: null } });
  await requeue();
  const reminded = new Set((await queued()).map(({ payload }) => payload.appointmentId));
  assert.equal(reminded.size, 2, 'both bookings follow the hospital again');
});

test('two administrators who change the reminders at once do not overwrite each other [REM-1, ERR-8]', async () => {
  const seen = await get(app, town.admin, 'getReminders');
  await get(app, town.admin, 'saveReminders', { body: { times: ['week'], seen } });
  const late = await call(app, town.admin, 'saveReminders', { body: { times: [], seen } });
  assertRefused(late, 'changed_meanwhile');
});

test('the link of a reminder shows the appointment without a name, and confirms it for the desk [REM-2, SEC-5]', async () => {
  const { id, secret: link } = await linkOfReminder();
  const read = await call(app, undefined, 'readBookingLink', { body: { secret: link } });
  assert.equal(read.status, 200);
  assert.ok(!read.text.includes(patient.name) && !read.text.includes(patient.userId));
  assert.ok(!read.text.includes(lastDigits));
  assert.equal(await confirmationAtDesk(id), 'asked');
  for (const tap of ['first', 'second']) {
    const { appointment } = await get(app, undefined, 'confirmBookingLink', {
      body: { secret: link },
    });
    assert.deepEqual([appointment.state, appointment.isConfirmed], ['booked', true], tap);
  }
  assert.equal(await confirmationAtDesk(id), 'confirmed');
});

async function confirmationAtDesk(id: string): Promise<string | undefined> {
  const row = await app.db.one<{ date: string }>(sql`
    select date from appointment where id = ${id}`);
  const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments', {
    query: { date: row.date },
  });
  return appointments.find((each) => each.id === id)?.confirmation;
}

test('the desk records a confirmation by phone, and a moved visit has to be confirmed anew [REM-2]', async () => {
  const { id } = await linkOfReminder();
  const { appointment } = await get(app, town.receptionist, 'confirmForPatient', { id });
  assert.equal(appointment.confirmation, 'confirmed');
  const body = { date: inDays(5), time: '11:00' };
  const moved = await get(app, town.receptionist, 'moveForPatient', { id, body });
  assert.equal(moved.appointment.confirmation, 'not_asked');
});

test('the link moves and cancels only with the last four digits of the phone, and an unknown link is refused alike [REM-2, SEC-5]', async () => {
  const { id, secret: link } = await linkOfReminder();
  const to = { date: inDays(4), time: '11:00' };
  const wrong = await call(app, undefined, 'moveBookingLink', {
    body: { secret: link, lastDigits: '0000', ...to },
  });
  assertRefused(wrong, 'booking_not_matched');
  const without = await call(app, undefined, 'cancelBookingLink', { body: { secret: link } });
  assertRefused(without, 'booking_not_matched');
  const unknown = await call(app, undefined, 'moveBookingLink', {
    body: { secret: 'x'.repeat(43), lastDigits, ...to },
  });
  assert.deepEqual(unknown.body, wrong.body);
  const moved = await get(app, undefined, 'moveBookingLink', {
    body: { secret: link, lastDigits: '४३२१', ...to },
  });
  assert.deepEqual([moved.appointment.date, moved.appointment.time], [to.date, to.time]);
  const { appointment } = await get(app, undefined, 'cancelBookingLink', {
    body: { secret: link, lastDigits },
  });
  assert.equal(appointment.state, 'cancelled');
  const row = await app.db.one<{ cancelled_by: string }>(sql`
    select cancelled_by from appointment where id = ${id}`);
  assert.equal(row.cancelled_by, 'patient');
});

test('a link shows a cancelled or past visit as such and changes nothing any more [REM-2]', async () => {
  const { id, secret: link } = await linkOfReminder();
  await app.db.run(sql`
    update appointment set date = ${inDays(-1)}, starts_at = now() - interval '1 day'
    where id = ${id}`);
  const { appointment } = await get(app, undefined, 'readBookingLink', { body: { secret: link } });
  assert.equal(appointment.state, 'over');
  const late = await call(app, undefined, 'confirmBookingLink', { body: { secret: link } });
  assertRefused(late, 'appointment_over');
  const cancelled = await call(app, undefined, 'cancelBookingLink', {
    body: { secret: link, lastDigits },
  });
  assertRefused(cancelled, 'appointment_over');
});

test('after five wrong digits the link of a reminder is blocked for a while [REM-2, SEC-7]', async () => {
  const limited = await makeTestApp({ beside: app, rateLimit: true });
  try {
    const { secret: link } = await linkOfReminder();
    const wrong = { secret: link, lastDigits: '0000' };
    for (let tries = 0; tries < 5; tries += 1) {
      const answer = await call(limited, undefined, 'cancelBookingLink', { body: wrong });
      assertRefused(answer, 'booking_not_matched');
    }
    const right = await call(limited, undefined, 'cancelBookingLink', {
      body: { secret: link, lastDigits },
    });
    assertRefused(right, 'too_many_attempts');
  } finally {
    await limited.close();
  }
});
