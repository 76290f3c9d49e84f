/**
 * Tests ends of days, by API calls and by scheduled tasks: which entries are closed, and who is
 * notified [DAY-1].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenHospitalProfile } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { endDays } from './end-days.ts';

const hourMs = 3_600_000;

let app: TestApp;
let town: Town;
let first: TestPerson;
let second: TestPerson;
let third: TestPerson;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  const [one, two, three] = await makePatients(app, 3);
  assert.ok(one !== undefined && two !== undefined && three !== undefined);
  [first, second, third] = [one, two, three];
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
  await app.owner.query('delete from day_closing');
  await app.db.run(sql`update hospital set day_ends_at = null, day_ends_since = null`);
  await app.db.run(sql`
    update doctor set status = 'Available', break_until = null, day_ended_at = null
    where hospital_id = ${town.hospitalId}`);
});

async function ask(person: TestPerson, doctorId = town.doctorId): Promise<string> {
  return (await get(app, person, 'requestPlace', { body: { doctorId } })).queue.id;
}

async function wait(person: TestPerson, doctorId = town.doctorId): Promise<string> {
  const id = await ask(person, doctorId);
  await get(app, town.receptionist, 'approveRequest', { id });
  return id;
}

async function setEnd(endsAt: string | null): Promise<void> {
  await get(app, town.admin, 'setDayEnd', { body: { endsAt } });
}

/** The time of day on the hospital's clock some hours from now. */
function clockIn(hours: number): string {
  const then = new Date(app.clock.now().getTime() + hours * hourMs);
  const parts = { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return new Intl.DateTimeFormat('en-GB', parts as Intl.DateTimeFormatOptions).format(then);
}

async function statusOf(person: TestPerson, id: string) {
  return (await get(app, person, 'getEntry', { id })).queue;
}

/** Runs the scheduled task that ends days as if it were some hours later. Sessions stay valid. */
function endDaysIn(hours: number): Promise<void> {
  const now = () => new Date(app.clock.now().getTime() + hours * hourMs);
  return endDays(app.db, { now });
}

/** Backdates an entry by this many hours. */
async function age(id: string, hours: number): Promise<void> {
  const by = sql`${hours}::int * interval '1 hour'`;
  await app.db.run(sql`
    update queue_entry set joined_at = joined_at - ${by}, approved_at = approved_at - ${by},
      changed_at = changed_at - ${by}
    where id = ${id}`);
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await app.db.many<{ type: string }>(sql`
    select type from event where entry_id = ${id} order by id`);
  return rows.map(({ type }) => type);
}

test('a place in line left over from yesterday ends in the morning with a reason, and its patient can request another place [DAY-1, INV-2]', async () => {
  const waiting = await wait(first);
  const asked = await ask(second);
  assert.equal(
    (await call(app, first, 'requestPlace', { body: { doctorId: town.otherDoctorId } })).status,
    409,
  );
  await endDays(app.db, app.clock);
  assert.equal((await statusOf(first, waiting)).status, 'waiting', 'not on its day');
  await endDaysIn(32);
  for (const [person, id] of [
    [first, waiting],
    [second, asked],
  ] as const) {
    const entry = await statusOf(person, id);
    assert.deepEqual(
      [entry.status, entry.cancelledBy, entry.closed, entry.position],
      ['cancelled', 'staff', { reason: 'day_ended', word: null }, 0],
    );
  }
  assert.equal((await eventsOf(waiting)).at(-1), 'queue_left');
  await ask(first, town.otherDoctorId);
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.equal(doctor.status, 'Available', 'without a set end nobody is set Offline');
});

test('a patient with the doctor, or in a line with recent events, is not treated as forgotten overnight [DAY-1]', async () => {
  const inside = await wait(first);
  const behind = await wait(second);
  await age(inside, 32);
  await age(behind, 32);
  await get(app, town.doctor, 'startConsultation', { id: inside });
  await endDaysIn(1);
  assert.equal((await statusOf(first, inside)).status, 'in_progress');
  assert.equal((await statusOf(second, behind)).status, 'waiting', 'called an hour ago');
  await endDaysIn(32);
  assert.equal(
    (await statusOf(first, inside)).status,
    'in_progress',
    'nobody closes who is inside',
  );
  assert.equal((await statusOf(second, behind)).status, 'cancelled');
});

test('the day ends once, at the time that the hospital set, whichever server process ends the day, and doctors go Offline [DAY-1, INV-5]', async () => {
  const inside = await wait(first);
  await get(app, town.doctor, 'startConsultation', { id: inside });
  const waiting = await wait(second);
  const asked = await ask(third, town.colleagueId);
  await setEnd(clockIn(2));
  await endDays(app.db, app.clock);
  assert.equal((await statusOf(second, waiting)).status, 'waiting');
  await Promise.all(Array.from({ length: 4 }, () => endDaysIn(2)));
  assert.equal((await statusOf(first, inside)).status, 'in_progress');
  assert.equal((await statusOf(second, waiting)).closed?.reason, 'day_ended');
  assert.equal((await statusOf(third, asked)).closed?.reason, 'day_ended');
  assert.deepEqual(
    (await eventsOf(waiting)).filter((type) => type === 'queue_left'),
    ['queue_left'],
  );
  for (const id of [town.doctorId, town.colleagueId]) {
    const { doctor } = await get(app, undefined, 'getDoctor', { id });
    assert.equal(doctor.status, 'Offline');
  }
});

test('a doctor who works on after the day’s end is not set Offline a second time, and the line stays open [DAY-1]', async () => {
  await setEnd(clockIn(1));
  await endDaysIn(1);
  const body = { status: 'available' as const };
  await get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body });
  const later = await wait(first);
  await endDaysIn(2);
  assert.equal((await statusOf(first, later)).status, 'waiting');
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.equal(doctor.status, 'Available');
});

test('a day’s end that is set to a time already past takes effect tomorrow [DAY-1]', async () => {
  const id = await wait(first);
  await setEnd(clockIn(-1));
  await endDays(app.db, app.clock);
  assert.equal((await statusOf(first, id)).status, 'waiting');
});

test('if a change of time zone moves the day’s end into the past, it takes effect tomorrow and no patient’s place in line ends today [DAY-1, HPROF-1]', async () => {
  const id = await wait(first);
  const now = app.clock.now().getTime();
  await setEnd(clockIn(1));
  await app.db.run(sql`
    update queue_entry set joined_at = ${new Date(now - 3 * hourMs)} where id = ${id}`);
  await app.db.run(sql`
    update hospital set day_ends_since = ${new Date(now - 24 * hourMs)}
    where id = ${town.hospitalId}`);
  const profile = givenHospitalProfile();
  // Tokyo's clock is three and a half hours ahead of India's.
  await get(app, town.admin, 'saveOwnHospital', { body: { ...profile, timeZone: 'Asia/Tokyo' } });
  try {
    await endDays(app.db, app.clock);
    assert.equal((await statusOf(first, id)).status, 'waiting');
    await endDaysIn(22);
    assert.equal((await statusOf(first, id)).closed?.reason, 'day_ended');
  } finally {
    await get(app, town.admin, 'saveOwnHospital', { body: profile });
  }
});

test('closing the day sends patients a message, is recorded, and does not affect later requests or patients with the doctor [DAY-1, SEC-13]', async () => {
  const inside = await wait(first);
  await get(app, town.doctor, 'startConsultation', { id: inside });
  const waiting = await wait(second);
  const { dayEnd } = await get(app, town.receptionist, 'getDayEnd');
  const seen = dayEnd.doctors.find(({ id }) => id === town.doctorId);
  assert.deepEqual([seen?.waiting, seen?.pending, seen?.inside?.entryId], [1, 0, inside]);
  app.clock.advance(60_000);
  const later = await ask(third);
  const body = { asOf: dayEnd.asOf, word: 'We open again at 9.', patients: 1 };
  const done = await get(app, town.receptionist, 'closeDay', { body });
  assert.equal(done.closed, 1);
  assert.deepEqual((await statusOf(second, waiting)).closed, {
    reason: 'day_ended',
    word: 'We open again at 9.',
  });
  assert.equal((await statusOf(third, later)).status, 'pending_approval');
  assert.equal((await statusOf(first, inside)).status, 'in_progress');
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.equal(doctor.status, 'Offline');
  const again = await get(app, town.receptionist, 'closeDay', { body: { ...body, patients: 0 } });
  assert.equal(again.closed, 0, 'a second time nothing is left to close');
  const trail = await app.db.many<{ action: string; entry_id: string | null }>(sql`
    select action, entry_id from audit where user_id = ${town.receptionist.userId}
      and action in ('close', 'close the day') order by id`);
  assert.deepEqual(trail.slice(0, 2), [
    { action: 'close', entry_id: waiting },
    { action: 'close the day', entry_id: null },
  ]);
});

test('the desk is asked about a patient still with the doctor after the day’s end, and the visit does not end automatically [DAY-1]', async () => {
  const inside = await wait(first);
  await get(app, town.doctor, 'startConsultation', { id: inside });
  const asked = async () => {
    const { dayEnd } = await get(app, town.receptionist, 'getDayEnd');
    return dayEnd.doctors.find(({ id }) => id === town.doctorId)?.inside?.isOverEnd;
  };
  await setEnd(clockIn(-1));
  await app.db.run(sql`update hospital set day_ends_since = day_ends_since - interval '3 hours'`);
  assert.equal(await asked(), false, 'no question about a patient who went in after the end');
  const by = sql`interval '2 hours'`;
  await app.db.run(sql`
    update queue_entry set joined_at = joined_at - ${by}, approved_at = approved_at - ${by},
      started_at = started_at - ${by}
    where id = ${inside}`);
  await endDays(app.db, app.clock);
  assert.equal(await asked(), true);
  assert.equal((await statusOf(first, inside)).status, 'in_progress');
});

test('the patient and the hospital’s staff read the closing message, and the day of another hospital stays open [DAY-1, ROLE-7]', async () => {
  const id = await wait(first);
  const { dayEnd } = await get(app, town.otherAdmin, 'getDayEnd');
  assert.ok(!dayEnd.doctors.some((doctor) => doctor.id === town.doctorId));
  await get(app, town.otherAdmin, 'closeDay', { body: { asOf: app.clock.now().toISOString() } });
  assert.equal((await statusOf(first, id)).status, 'waiting');
});

/** Sets the hospital open around the clock, or closed every day. */
async function setHours(isOpen: boolean): Promise<void> {
  const day = { open: '00:00', close: '23:59', closed: !isOpen };
  const operating_hours = Object.fromEntries(weekdays.map((name) => [name, day]));
  const body = { ...givenHospitalProfile(), operating_hours };
  await get(app, town.admin, 'saveOwnHospital', { body });
}

/** Sets every doctor Available, as at the start of a working day. */
async function allAvailable(): Promise<void> {
  await app.db.run(sql`update doctor set status = 'Available', break_until = null`);
}

async function closeNow(by: TestPerson, patients?: number) {
  const { dayEnd } = await get(app, by, 'getDayEnd');
  return call(app, by, 'closeDay', { body: { asOf: dayEnd.asOf, patients } });
}

test('a receptionist who closes the day while the hospital is open must type the number of waiting patients [DAY-1]', async () => {
  await setHours(true);
  const waiting = await wait(first);
  await ask(second);
  const { dayEnd } = await get(app, town.receptionist, 'getDayEnd');
  assert.equal(dayEnd.isEarly, true);
  for (const patients of [undefined, 0, 1, 3]) {
    const refused = await closeNow(town.receptionist, patients);
    assertRefused(refused, 'day_close_unconfirmed');
  }
  assert.equal((await statusOf(first, waiting)).status, 'waiting');
  assert.equal((await closeNow(town.receptionist, 2)).status, 200);
  await allAvailable();
  const alone = await wait(third, town.colleagueId);
  assert.equal((await closeNow(town.admin)).status, 200);
  assert.equal((await statusOf(third, alone)).status, 'cancelled');
  await setHours(false);
  await allAvailable();
  await wait(first);
  assert.equal((await closeNow(town.receptionist)).status, 200);
});

test('closing the day can be undone for ten minutes, which restores places, requests and each doctor’s status [DAY-1, INV-5, SEC-13]', async () => {
  await setHours(true);
  const waiting = [await wait(first), await wait(second)];
  const asked = await ask(third);
  const busy = { status: 'busy' as const };
  await get(app, town.admin, 'setDoctorStatus', { id: town.colleagueId, body: busy });
  const tokens = [
    await statusOf(first, waiting[0] ?? ''),
    await statusOf(second, waiting[1] ?? ''),
  ];
  assert.equal((await closeNow(town.receptionist, 3)).status, 200);
  app.clock.advance(9 * 60_000);
  const { dayEnd } = await get(app, town.receptionist, 'getDayEnd');
  assert.equal(dayEnd.closing?.patients, 3);
  const body = { closingId: dayEnd.closing?.id ?? '' };
  assertRefused(await call(app, town.otherAdmin, 'undoCloseDay', { body }), 'not_found');
  const undone = await get(app, town.receptionist, 'undoCloseDay', { body });
  assert.deepEqual([undone.reopened, undone.elsewhere, undone.dayEnd.closing], [3, 0, null]);
  const after = [await statusOf(first, waiting[0] ?? ''), await statusOf(second, waiting[1] ?? '')];
  assert.deepEqual(
    after.map(({ status, position, token }) => [status, position, token]),
    tokens.map(({ status, position, token }) => [status, position, token]),
  );
  assert.equal((await statusOf(third, asked)).status, 'pending_approval');
  const statuses = await Promise.all(
    [town.doctorId, town.colleagueId].map((id) => get(app, undefined, 'getDoctor', { id })),
  );
  assert.deepEqual(
    statuses.map(({ doctor }) => doctor.status),
    ['Available', 'Busy'],
  );
  assert.equal((await eventsOf(asked)).at(-1), 'queue_updated');
  const trail = await app.db.many<{ action: string }>(sql`
    select action from audit where user_id = ${town.receptionist.userId} order by id desc limit 4`);
  assert.deepEqual(trail.map(({ action }) => action).toSorted(), [
    'bring back',
    'bring back',
    'bring back',
    'undo closing the day',
  ]);
  assertRefused(await call(app, town.receptionist, 'undoCloseDay', { body }), 'day_undo_over');
});

test('undoing the closing of a day restores the order of a long line, including a patient whom the desk had moved [DAY-1, DESK-1]', async () => {
  await setHours(true);
  const people = await makePatients(app, 6);
  const ids: string[] = [];
  for (const person of people) ids.push(await wait(person));
  const moved = ids.at(-1) ?? '';
  await get(app, town.admin, 'moveEntry', { id: moved, body: { position: 3, reason: 'urgent' } });
  const order = async () => {
    const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
    return queue.filter(({ status }) => status === 'waiting').map(({ id }) => id);
  };
  const before = await order();
  assert.equal(before.indexOf(moved), 2);
  assert.equal((await closeNow(town.admin)).status, 200);
  const { dayEnd } = await get(app, town.admin, 'getDayEnd');
  await get(app, town.admin, 'undoCloseDay', { body: { closingId: dayEnd.closing?.id ?? '' } });
  assert.deepEqual(await order(), before);
});

test('a closed day can be restored for ten minutes only, without changing patients who joined another line or doctors who returned [DAY-1]', async () => {
  await setHours(true);
  const closing = async () => {
    const { dayEnd } = await get(app, town.receptionist, 'getDayEnd');
    return { closingId: dayEnd.closing?.id ?? '' };
  };
  const old = await wait(first);
  await closeNow(town.admin);
  const late = await closing();
  app.clock.advance(10 * 60_000 + 1);
  assertRefused(await call(app, town.admin, 'undoCloseDay', { body: late }), 'day_undo_over');
  assert.equal((await statusOf(first, old)).status, 'cancelled');

  await allAvailable();
  const moved = await wait(first);
  const stays = await wait(second);
  await closeNow(town.admin);
  const body = await closing();
  await ask(first, town.otherDoctorId);
  const busy = { status: 'busy' as const };
  await get(app, town.admin, 'setDoctorStatus', { id: town.colleagueId, body: busy });
  await app.owner.query('update doctor set deactivated_at = now() where id = $1', [town.doctorId]);
  assertRefused(await call(app, town.admin, 'undoCloseDay', { body }), 'day_undo_changed');
  await app.owner.query('update doctor set deactivated_at = null where id = $1', [town.doctorId]);
  const undone = await get(app, town.admin, 'undoCloseDay', { body });
  assert.deepEqual([undone.reopened, undone.elsewhere], [1, 1]);
  assert.equal((await statusOf(first, moved)).status, 'cancelled');
  assert.equal((await statusOf(second, stays)).status, 'waiting');
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.colleagueId });
  assert.equal(doctor.status, 'Busy');
});
