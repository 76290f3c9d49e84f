/** Tests of calendar feeds, through the API and their addresses on a real database [API-32]. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { FeedContent } from '@baari/contract/visit/calendar-feed.ts';
import sql from 'sql-template-tag';
import { addDays, dayAt } from '../schedule/calendar.rules.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  makeDoctor,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { calendarsAreMissing, subscribe } from '../testing/stand-ins/calendars.ts';
import { givenPerson } from '../testing/test-bodies.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';

/** A time zone in which the times of these bookings are still to come today. */
const zone = zoneWhereItIs(8, new Date());
let app: TestApp;
let town: Town;
let patient: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app, { timeZone: zone });
  patient = await makePerson(app, { name: 'Xanthippe Zugzwang', phone: '+919876543210' });
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment');
  await app.owner.query('delete from calendar_feed');
  await app.owner.query('delete from queue_entry');
  await app.owner.query('update hospital set names_in_calendars = false, check_in_minutes = 240');
  await app.owner.query(`update doctor set status = 'Available'`);
});

/** A booking of a patient with the town's doctor, some days from now. */
async function book(
  time: string,
  { by = patient, days = 3, doctorId = town.doctorId, ...given }: BookingGiven = {},
): Promise<string> {
  const date = addDays(dayAt(app.clock.now(), zone), days);
  const body = { doctorId, date, time, ...given };
  return (await get(app, by, 'bookAppointment', { body })).appointment.id;
}
interface BookingGiven {
  readonly by?: TestPerson;
  readonly days?: number;
  readonly doctorId?: string;
  readonly patientId?: string;
  readonly visitKind?: 'new' | 'follow_up';
}

async function addressOf(person: TestPerson, content: FeedContent): Promise<string> {
  return new URL((await get(app, person, 'makeCalendarFeed', { body: { content } })).url).pathname;
}

function read(url: string, headers: Record<string, string> = {}) {
  return app.send({ method: 'GET', url, headers });
}

/** The events of a feed, each as its lines by name. */
async function eventsOf(url: string): Promise<ReadonlyMap<string, string>[]> {
  const answer = await read(url);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8');
  const lines = answer.text.replaceAll('\r\n ', '').split('\r\n');
  const events: Map<string, string>[] = [];
  for (const line of lines) {
    const at = line.indexOf(':');
    if (line === 'BEGIN:VEVENT') events.push(new Map());
    else events.at(-1)?.set(line.slice(0, at), line.slice(at + 1));
  }
  return events;
}

async function titlesOf(url: string): Promise<string[]> {
  return (await eventsOf(url)).map((event) => event.get('SUMMARY') ?? '');
}

async function trailOf(action: string): Promise<{ user_id: string; patients: string[] }[]> {
  const { rows } = await app.owner.query<{ user_id: string; patients: string[] }>(
    `select user_id, patient_ids as patients from audit
     where action = $1 and outcome = 'ok' and hospital_id = $2 order by id`,
    [action, town.hospitalId],
  );
  return rows;
}

test('a patient’s calendar shows the bookings of everybody the account queues for, and names the others [API-32]', async () => {
  const { person: child } = await get(app, patient, 'addPerson', { body: givenPerson() });
  const own = await book('10:00');
  await book('11:00', { patientId: child.id });
  const events = await eventsOf(await addressOf(patient, 'own'));
  assert.deepEqual(
    events.map((event) => event.get('UID') === `${own}@baari`),
    [true, false],
  );
  assert.ok(!(events[0]?.get('SUMMARY') ?? '').includes('Xanthippe'));
  assert.ok(events[1]?.get('SUMMARY')?.includes(child.name));
  assert.equal(events[0]?.get('STATUS'), 'CONFIRMED');
});

test('a booking that was moved or cancelled stays the same event in the calendar, with a higher sequence [API-32]', async () => {
  const id = await book('10:00');
  const url = await addressOf(patient, 'own');
  const [before] = await eventsOf(url);
  const date = addDays(dayAt(app.clock.now(), zone), 4);
  await get(app, patient, 'rescheduleAppointment', { id, body: { date, time: '11:00' } });
  const [moved] = await eventsOf(url);
  assert.equal(moved?.get('UID'), before?.get('UID'));
  assert.equal(moved?.get('SEQUENCE'), '1');
  assert.notEqual(moved?.get('DTSTART'), before?.get('DTSTART'));
  await get(app, patient, 'cancelAppointment', { id, body: {} });
  const [cancelled] = await eventsOf(url);
  assert.equal(cancelled?.get('STATUS'), 'CANCELLED');
  assert.equal(cancelled?.get('SEQUENCE'), '2');
});

test('a cancelled or past booking leaves the calendar after thirty days [API-32]', async () => {
  const id = await book('10:00');
  const url = await addressOf(patient, 'own');
  const set = (days: number) =>
    app.owner.query(
      `update appointment set starts_at = now() - $2 * interval '1 day' where id = $1`,
      [id, days],
    );
  await set(29);
  assert.equal((await eventsOf(url)).length, 1);
  await set(31);
  assert.equal((await eventsOf(url)).length, 0);
});

test('a patient’s calendar shows a planned follow-up as a whole day, without its reason, until the patient has booked; one that was taken back is cancelled [API-32, CONS-2]', async () => {
  const visit = async () => {
    const body = { doctorId: town.doctorId };
    const { queue } = await get(app, patient, 'requestPlace', { body });
    await get(app, town.receptionist, 'approveRequest', { id: queue.id });
    await get(app, town.doctor, 'startConsultation', { id: queue.id });
    const given = { count: 4, unit: 'weeks', reason: 'Blood pressure' } as const;
    await get(app, town.doctor, 'setFollowUp', { id: queue.id, body: given });
    return queue.id;
  };
  const id = await visit();
  const url = await addressOf(patient, 'own');
  const answer = await read(url);
  assert.ok(!answer.text.includes('Blood'));
  const tag = answer.headers.get('etag') ?? '';
  assert.equal((await read(url, { 'if-none-match': tag })).status, 304);
  const [event] = await eventsOf(url);
  assert.equal(event?.get('UID'), `follow-up-${id}@baari`, 'the same as in the downloaded file');
  const day = addDays(dayAt(app.clock.now(), zone), 28);
  assert.equal(event.get('DTSTART;VALUE=DATE'), day.replaceAll('-', ''));
  assert.match(event.get('SUMMARY') ?? '', /^Come back to/u);
  assert.equal(event.get('STATUS'), 'TENTATIVE');
  for (const [person, content] of [
    [town.doctor, 'doctor'],
    [town.receptionist, 'hospital'],
    [await makePerson(app), 'own'],
  ] as const) {
    assert.deepEqual(await eventsOf(await addressOf(person, content)), [], content);
  }
  const appointment = await book('10:00');
  assert.deepEqual(
    (await eventsOf(url)).map((each) => each.get('UID')),
    [`${appointment}@baari`],
    'the booking stands in its place',
  );
  await get(app, patient, 'cancelAppointment', { id: appointment, body: {} });
  await get(app, town.doctor, 'takeBackFollowUp', { id, query: { seen: 1 } });
  const removed = (await eventsOf(url)).find((each) => each.has('DTSTART;VALUE=DATE'));
  assert.deepEqual([removed?.get('STATUS'), removed?.get('SEQUENCE')], ['CANCELLED', '2']);
});

test('a doctor’s calendar shows the doctor’s own bookings only, the hospital’s those of every doctor [API-32]', async () => {
  const otherId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Other' });
  await book('10:00', { visitKind: 'follow_up' });
  await book('11:00', { doctorId: otherId });
  assert.deepEqual(await titlesOf(await addressOf(town.doctor, 'doctor')), [
    'Appointment · Follow-up',
  ]);
  const all = await titlesOf(await addressOf(town.receptionist, 'hospital'));
  assert.equal(all.length, 2);
  assert.ok(all[1]?.startsWith('Dr. Other · Appointment'), all.join('; '));
});

test('a calendar of staff names patients only where the hospital wants it, and shows the token after check-in [API-32, SEC-12]', async () => {
  const id = await book('10:00', { days: 0 });
  const url = await addressOf(town.doctor, 'doctor');
  assert.ok(!(await read(url)).text.includes('Xanthippe'));
  await get(app, town.admin, 'setCalendarNames', { body: { namesPatients: true } });
  const [named] = await titlesOf(url);
  assert.equal(named, 'Xanthippe Zugzwang');
  await get(app, patient, 'checkIn', { id });
  const { token } = await app.db.one<{ token: string }>(sql`
    select token from queue_entry where patient_id = ${patient.userId}`);
  assert.deepEqual(await titlesOf(url), [`${token} · Xanthippe Zugzwang`]);
  await get(app, town.admin, 'setCalendarNames', { body: { namesPatients: false } });
  assert.deepEqual(await titlesOf(url), [token]);
  const trail = await trailOf('change names in calendars');
  assert.equal(trail.length, 2);
  assert.equal((await get(app, town.receptionist, 'listCalendarFeeds')).namesPatients, false);
  assertRefused(
    await call(app, town.receptionist, 'setCalendarNames', { body: { namesPatients: true } }),
    'forbidden',
  );
});

test('an unchanged calendar is answered by 304, and the trail has a row only when a calendar of staff gets a new version [API-32, SEC-13]', async () => {
  await book('10:00');
  const before = (await trailOf('read calendar')).length;
  const url = await addressOf(town.receptionist, 'hospital');
  const first = await read(url);
  const tag = first.headers.get('etag') ?? '';
  for (const known of [tag, `"old", ${tag}`]) {
    const again = await read(url, { 'if-none-match': known });
    assert.equal(again.status, 304);
    assert.equal(again.text, '');
  }
  const rows = (await trailOf('read calendar')).slice(before);
  assert.deepEqual(rows, [{ user_id: town.receptionist.userId, patients: [patient.userId] }]);
  await book('11:00', { days: 4 });
  const changed = await read(url, { 'if-none-match': tag });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), tag);
});

test('a renewed or removed address ends at once, and only its hash is stored [API-32, SEC-12]', async () => {
  const first = await addressOf(patient, 'own');
  const second = await addressOf(patient, 'own');
  assertRefused(await read(first), 'not_found');
  assert.equal((await read(second)).status, 200);
  const { feeds } = await get(app, patient, 'listCalendarFeeds');
  assert.deepEqual(
    feeds.map(({ content, madeAt, lastReadAt }) => [content, madeAt !== null, lastReadAt !== null]),
    [['own', true, true]],
  );
  const { rows } = await app.owner.query('select * from calendar_feed');
  const secret = /\.([\w-]+)\.ics$/u.exec(second)?.[1] ?? '';
  assert.ok(secret.length >= 32);
  assert.ok(!JSON.stringify(rows).includes(secret));
  await get(app, patient, 'endCalendarFeed', { query: { content: 'own' } });
  await get(app, patient, 'endCalendarFeed', { query: { content: 'own' } });
  assertRefused(await read(second), 'not_found');
  assertRefused(await read('/feeds/a.short.ics'), 'not_found');
  assertRefused(await read(`/feeds/${'x'.repeat(90)}`), 'not_found');
});

test('whoever leaves a hospital loses its calendar at once, and keeps those of other hospitals [API-32, ROLE-6]', async () => {
  const clerk = await makePerson(app, {
    works: { as: 'receptionist', hospitalId: town.hospitalId },
  });
  const url = await addressOf(clerk, 'hospital');
  const elsewhere = await addressOf((await makeTown(app)).receptionist, 'hospital');
  assert.equal((await read(url)).status, 200);
  await get(app, town.admin, 'removeMember', { id: clerk.userId });
  assertRefused(await read(url), 'not_found');
  const { rows } = await app.owner.query('select from calendar_feed where account_id = $1', [
    clerk.userId,
  ]);
  assert.equal(rows.length, 0, 'the address does not work again if the person comes back');
  assert.equal((await read(elsewhere)).status, 200);
});

test('another hospital’s bookings are in no calendar of staff, and patients get none of a hospital [API-32, SEC-1]', async () => {
  await book('10:00');
  const other = await makeTown(app);
  assert.deepEqual(await eventsOf(await addressOf(other.admin, 'hospital')), []);
  const wrong: [TestPerson, FeedContent][] = [
    [patient, 'hospital'],
    [patient, 'doctor'],
    [town.receptionist, 'doctor'],
    [town.doctor, 'own'],
  ];
  for (const [person, content] of wrong) {
    assertRefused(await call(app, person, 'makeCalendarFeed', { body: { content } }), 'not_found');
  }
});

test('the titles of a calendar are in the language in which its address was made [API-32, ENT-9]', async () => {
  await book('10:00', { visitKind: 'follow_up' });
  const { token } = town.receptionist;
  assert.ok(token);
  const answer = await app.send({
    method: 'POST',
    url: '/api/calendar-feeds',
    token,
    body: { content: 'hospital' },
    headers: { 'accept-language': 'hi' },
  });
  assert.equal(answer.status, 201, answer.text);
  const { url } = answer.body as { url: string };
  const [title] = await titlesOf(new URL(url).pathname);
  assert.ok(title?.includes('अपॉइंटमेंट'), String(title));
});

test('Debian’s vdirsyncer and khal read a patient’s calendar, and follow a move and a cancellation [API-32] @long', {
  skip: calendarsAreMissing(),
}, async () => {
  const id = await book('10:00');
  const url = await addressOf(patient, 'own');
  const [title] = await titlesOf(url);
  const calendar = subscribe(`${app.origin()}${url}`);
  const listed = async (): Promise<string[]> => {
    await calendar.sync();
    return calendar.list(10);
  };
  const start = async (): Promise<string> => {
    const { at } = await app.db.one<{ at: Date }>(sql`
        select starts_at as at from appointment where id = ${id}`);
    return at.toISOString().slice(0, 16).replace('T', ' ');
  };
  try {
    assert.deepEqual(await listed(), [`${await start()} CONFIRMED ${title}`]);
    const date = addDays(dayAt(app.clock.now(), zone), 4);
    await get(app, patient, 'rescheduleAppointment', { id, body: { date, time: '11:00' } });
    assert.deepEqual(await listed(), [`${await start()} CONFIRMED ${title}`]);
    await get(app, patient, 'cancelAppointment', { id, body: {} });
    assert.deepEqual(await listed(), [`${await start()} CANCELLED ${title}`]);
  } finally {
    calendar.remove();
  }
});
