/** Tests setting, reading, reminding of, exporting and erasing follow-ups through the API. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { carryOutErasures } from '../erasure/carry-out-erasures.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen, givenNotificationSettings } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { makeLine } from '../testing/test-stops.ts';
import { openStream } from '../testing/test-stream.ts';
import { makeFollowUpHandler } from './follow-up-reminder.ts';

const zone = 'Asia/Kolkata';
const inFourWeeks = { count: 4, unit: 'weeks', reason: 'Blood pressure' } as const;

let app: TestApp;
let town: Town;
let patient: TestPerson;
let today: string;
before(async () => {
  app = await makeTestApp({ isListening: true });
});
after(() => app.close());
beforeEach(async () => {
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb
    where id = ${town.hospitalId}`);
  patient = await makePerson(app, { name: 'Asha Rao' });
  today = dayAt(app.clock.now(), zone);
});

/** The id of an entry of the patient, who is with the doctor. */
async function beInside(person = patient): Promise<string> {
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, person, 'requestPlace', { body });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await get(app, town.doctor, 'startConsultation', { id: queue.id });
  return queue.id;
}

/** The id of a completed visit with a follow-up in four weeks. */
async function followUp(person = patient): Promise<string> {
  const id = await beInside(person);
  await get(app, town.doctor, 'setFollowUp', { id, body: inFourWeeks });
  await get(app, town.doctor, 'completeConsultation', { id, body: {} });
  return id;
}

/** Runs the reminder job of a follow-up as if it was the time at which it is due. */
async function remind(id: string, { version = 1, at = reminderTime() } = {}): Promise<void> {
  const clock = { now: () => at };
  await makeFollowUpHandler({ db: app.db, clock, publicUrl })({ entryId: id, version }, 0);
}

function reminderTime(): Date {
  return instantFrom(addDays(today, 21), '09:00', zone);
}

async function remindersOf(id: string): Promise<number> {
  const row = await app.db.one<{ sent: number }>(sql`
    select count(*)::int as sent from notice where about = ${id} and kind = 'follow_up'`);
  return row.sent;
}

test('a doctor sets a follow-up during the visit; staff and the patient read the day, and each read and write is in the audit trail [CONS-2, PAT-11, SEC-13]', async () => {
  const id = await beInside();
  const given = await get(app, town.doctor, 'setFollowUp', { id, body: inFourWeeks });
  assert.equal(given.followUp?.dueOn, addDays(today, 28));
  assert.equal(given.version, 1);
  const read = await get(app, town.receptionist, 'getFollowUp', { id });
  assert.equal(read.followUp?.reason, 'Blood pressure');
  assert.equal(read.maySet, false, 'the desk completes no visits');
  const { followUps } = await get(app, patient, 'listOwnFollowUps');
  assert.deepEqual(followUps, [
    { entryId: id, dueOn: addDays(today, 28), reason: 'Blood pressure' },
  ]);
  const rows = await app.db.many<{ action: string; ids: string[] }>(sql`
    select action, patient_ids as ids from audit
    where entry_id = ${id} and action like '%follow-up%' order by id`);
  assert.deepEqual(rows, [
    { action: 'set follow-up', ids: [patient.userId] },
    { action: 'read follow-up', ids: [patient.userId] },
  ]);
});

test('a follow-up can be changed and removed until the end of the visit’s day, and not over a colleague’s change [CONS-2]', async () => {
  const id = await followUp();
  const body = { count: 2, unit: 'weeks' } as const;
  const changed = await get(app, town.admin, 'setFollowUp', { id, body, query: { seen: 1 } });
  assert.deepEqual([changed.followUp?.dueOn, changed.version], [addDays(today, 14), 2]);
  const late = { id, body: inFourWeeks, query: { seen: 1 } };
  assertRefused(await call(app, town.doctor, 'setFollowUp', late), 'changed_meanwhile');
  const removed = await get(app, town.doctor, 'takeBackFollowUp', { id, query: { seen: 2 } });
  assert.deepEqual([removed.followUp, removed.version], [null, 3]);
  assert.deepEqual((await get(app, patient, 'listOwnFollowUps')).followUps, []);
  assertRefused(await call(app, patient, 'getFollowUpCalendar', { id }), 'not_found');
  await app.db.run(sql`
    update queue_entry set ended_at = ended_at - interval '1 day' where id = ${id}`);
  const tooLate = await call(app, town.doctor, 'setFollowUp', { id, body });
  assertRefused(tooLate, 'illegal_transition');
});

test('two who set a follow-up at once both succeed or learn of the other, and the version counts each change [CONS-2, INV-3]', async () => {
  const id = await beInside();
  const body = { count: 1, unit: 'weeks' } as const;
  const answers = await Promise.all(
    [town.doctor, town.admin, town.doctor].map((who) =>
      call(app, who, 'setFollowUp', { id, body, query: { seen: 0 } }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [200, 409, 409],
  );
  assert.equal((await get(app, town.doctor, 'getFollowUp', { id })).version, 1);
});

test('another doctor and the desk cannot set a follow-up, and at another hospital the visit does not exist [CONS-2, ROLE-4]', async () => {
  const id = await beInside();
  const wish = { id, body: inFourWeeks };
  assertRefused(await call(app, town.receptionist, 'setFollowUp', wish), 'forbidden');
  assertRefused(await call(app, town.otherAdmin, 'setFollowUp', wish), 'not_found');
  assertRefused(await call(app, town.otherAdmin, 'getFollowUp', { id }), 'not_found');
  assertRefused(await call(app, patient, 'setFollowUp', wish), 'forbidden');
});

test('staff screens receive that a follow-up has changed without the date or the reason [CONS-2, EV-11]', async () => {
  const id = await beInside();
  const stream = await openStream(app, town.receptionist);
  try {
    await get(app, town.doctor, 'setFollowUp', { id, body: inFourWeeks });
    const heard = await stream.find(({ event }) => event.type === 'follow_up_updated');
    assert.deepEqual(heard.event.data, { hospitalId: town.hospitalId, entryId: id });
  } finally {
    stream.cut();
  }
});

test('a walk-in without an account has a follow-up for staff, and no message is sent [CONS-2, APPT-1]', async () => {
  const body = { name: 'Kamla Devi', doctorId: town.doctorId };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  await get(app, town.doctor, 'startConsultation', { id: queue.id });
  await get(app, town.doctor, 'setFollowUp', { id: queue.id, body: inFourWeeks });
  const { followUp: set } = await get(app, town.receptionist, 'getFollowUp', { id: queue.id });
  assert.equal(set?.dueOn, addDays(today, 28));
  await remind(queue.id);
  assert.equal(await remindersOf(queue.id), 0);
});

test('the patient downloads a whole day for the calendar, and nobody else’s [PAT-11]', async () => {
  const id = await followUp();
  const file = await call(app, patient, 'getFollowUpCalendar', { id });
  assert.equal(file.status, 200);
  const day = addDays(today, 28).replaceAll('-', '');
  assert.match(file.text, new RegExp(`DTSTART;VALUE=DATE:${day}`, 'u'));
  assert.ok(!file.text.includes('Blood pressure'), 'calendars are often shared');
  const stranger = await makePerson(app);
  assertRefused(await call(app, stranger, 'getFollowUpCalendar', { id }), 'not_found');
});

test('a reminder of a follow-up is queued for 9:00 a week before and mailed once, with the reason and a link to the day [APPT-1]', async () => {
  const id = await followUp();
  const jobs = await app.db.many<{ payload: unknown; run_at: Date }>(sql`
    select payload, run_at from job
    where kind = 'follow-up-reminder' and payload ->> 'entryId' = ${id}`);
  assert.deepEqual(jobs, [{ payload: { entryId: id, version: 1 }, run_at: reminderTime() }]);
  await remind(id);
  await remind(id);
  assert.equal(await remindersOf(id), 1);
  const mails = await app.db.many<{ plain: string }>(sql`
    select payload -> 'message' ->> 'plain' as plain from job
    where kind = 'notice' and payload -> 'message' ->> 'to' = ${patient.email}
      and payload -> 'message' ->> 'plain' like ${`%day=${addDays(today, 28)}%`}`);
  assert.equal(mails.length, 1);
  assert.match(mails[0]?.plain ?? '', /Blood pressure/u);
});

test('no reminder of a follow-up is sent before its time, at night or after its day [APPT-1]', async () => {
  const id = await followUp();
  await remind(id, { at: instantFrom(addDays(today, 20), '12:00', zone) });
  await remind(id, { at: instantFrom(addDays(today, 21), '23:00', zone) });
  assert.equal(await remindersOf(id), 0);
  const { queued } = await app.db.one<{ queued: number }>(sql`
    select count(*)::int as queued from job
    where kind = 'follow-up-reminder' and payload ->> 'entryId' = ${id}`);
  assert.equal(queued, 3, 'both wait for the next morning');
  await remind(id, { at: instantFrom(addDays(today, 29), '09:00', zone) });
  assert.equal(await remindersOf(id), 0);
});

test('no reminder of a follow-up is sent after it was removed, and one that was changed is reminded of once [APPT-1]', async () => {
  const removed = await followUp();
  await get(app, town.doctor, 'takeBackFollowUp', { id: removed });
  await remind(removed, { version: 1 });
  await remind(removed, { version: 2 });
  assert.equal(await remindersOf(removed), 0);
  const changed = await followUp(await makePerson(app));
  const body = { ...inFourWeeks, reason: 'Blood test' };
  await get(app, town.doctor, 'setFollowUp', { id: changed, body });
  await remind(changed, { version: 1 });
  assert.equal(await remindersOf(changed), 0);
  await remind(changed, { version: 2 });
  assert.equal(await remindersOf(changed), 1);
});

test('no reminder of a follow-up is sent to a patient who has booked with the doctor, but one is sent after the booking was cancelled [APPT-1]', async () => {
  const id = await followUp();
  const wish = { doctorId: town.doctorId, date: addDays(today, 25), time: '10:00' };
  const { appointment } = await get(app, patient, 'bookAppointment', { body: wish });
  await remind(id);
  assert.equal(await remindersOf(id), 0);
  await get(app, patient, 'cancelAppointment', { id: appointment.id });
  await remind(id);
  assert.equal(await remindersOf(id), 1);
});

test('a booking with another doctor, one that is over, or an earlier visit leaves the reminder of a follow-up [APPT-1]', async () => {
  const earlier = await beInside();
  await get(app, town.doctor, 'completeConsultation', { id: earlier, body: {} });
  const id = await followUp();
  for (const doctorId of [town.colleagueId, town.doctorId]) {
    const days = doctorId === town.doctorId ? 3 : 25;
    const wish = { doctorId, date: addDays(today, days), time: '10:00' };
    await get(app, patient, 'bookAppointment', { body: wish });
  }
  await remind(id);
  assert.equal(await remindersOf(id), 1);
});

test('no reminder of a follow-up is sent to a patient who has seen the doctor since, but a place that was given up does not count [APPT-1]', async () => {
  const id = await followUp();
  const body = { doctorId: town.doctorId };
  const again = await get(app, patient, 'requestPlace', { body });
  await get(app, patient, 'leaveQueue', { id: again.queue.id });
  const seenAgain = await makePerson(app);
  const seen = await followUp(seenAgain);
  await beInside(seenAgain);
  await remind(id);
  await remind(seen);
  assert.deepEqual([await remindersOf(id), await remindersOf(seen)], [1, 0]);
});

test('a return to the doctor in the same visit leaves the reminder of a follow-up [APPT-1, LINE-3]', async () => {
  const laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  const id = await beInside();
  await get(app, town.doctor, 'setFollowUp', { id, body: inFourWeeks });
  const sent = await get(app, town.doctor, 'sendOn', { id, body: { lineId: laboratory.id } });
  await get(app, town.receptionist, 'callNext', { id: laboratory.points[0]?.id ?? '' });
  const body = { lineId: town.doctorId };
  const { queue } = await get(app, town.receptionist, 'sendOn', { id: sent.queue.id, body });
  assert.equal(queue.visitId, id);
  await remind(id);
  assert.equal(await remindersOf(id), 1);
});

test('no reminder of a follow-up is sent to a patient who refuses messages, and no mail to one who turned mails off [APPT-1, PROF-1]', async () => {
  const refusing = await followUp();
  const refused = { id: town.hospitalId, body: { purpose: 'messages', isGiven: false } } as const;
  await get(app, patient, 'saveConsent', refused);
  await remind(refusing);
  assert.equal(await remindersOf(refusing), 0);
  const quiet = await makePerson(app);
  const id = await followUp(quiet);
  const body = { ...givenNotificationSettings(), email: false };
  await get(app, quiet, 'saveNotificationSettings', { body });
  await remind(id);
  const { mails } = await app.db.one<{ mails: number }>(sql`
    select count(*)::int as mails from job
    where kind = 'notice' and payload -> 'message' ->> 'plain' like '%day=%'
      and payload -> 'message' ->> 'to' = ${quiet.email}`);
  assert.equal(mails, 0);
});

test('no reminder of a follow-up is sent for a hospital that is closed [APPT-1]', async () => {
  const id = await followUp();
  await app.db.run(
    sql`update hospital set closed_at = now(), close_reason = 'Not real' where id = ${town.hospitalId}`,
  );
  await remind(id);
  assert.equal(await remindersOf(id), 0);
});

test('the patient’s export contains the follow-up, and erasing the account deletes it with its reminder [CONS-2, PROF-1, SEC-14]', async () => {
  const id = await followUp();
  const { data } = await get(app, patient, 'exportOwnData');
  assert.match(JSON.stringify(data['followUps']), /Blood pressure/u);
  await get(app, patient, 'requestErasure');
  app.clock.advance(8 * 24 * 60 * 60_000);
  await carryOutErasures({ db: app.db, clock: app.clock });
  const left = await app.db.one<{ rows: number; jobs: number; events: number }>(sql`
    select (select count(*)::int from follow_up where entry_id = ${id}) as rows,
      (select count(*)::int from job where kind = 'follow-up-reminder'
        and payload ->> 'entryId' = ${id}) as jobs,
      (select count(*)::int from event where body::text like ${`%${id}%`}) as events`);
  assert.deepEqual(left, { rows: 0, jobs: 0, events: 0 });
});
