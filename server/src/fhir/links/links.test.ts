/** Tests of SMART Scheduling Links through HTTP, on a real database. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { dayAt } from '../../schedule/calendar.rules.ts';
import { publicUrl as origin } from '../../testing/identity-app.ts';
import { problemsIn } from '../../testing/stand-ins/fhir-checks.ts';
import { get, makeTestApp, type TestAnswer, type TestApp } from '../../testing/test-app.ts';
import { alwaysOpen, givenSession } from '../../testing/test-bodies.ts';
import { makePerson, makeTown, type Town } from '../../testing/test-people.ts';
import { makeLine } from '../../testing/test-stops.ts';
import { daysPublished } from './published.rules.ts';
import { readPublished } from './read-published.query.ts';

const manifestUrl = '/fhir/$bulk-publish';
const types = ['Location', 'Schedule', 'Slot'] as const;

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  await app.db.run(sql`update doctor set status = 'Available'`);
});
after(() => app.close());

const output = z.object({
  type: z.enum(types),
  url: z.string(),
  extension: z.object({ state: z.array(z.string()) }),
});
const manifest = z.strictObject({
  transactionTime: z.iso.datetime(),
  request: z.string(),
  output: z.array(output).length(types.length),
  error: z.array(z.never()),
});
const extension = z.strictObject({
  url: z.string(),
  valueUrl: z.string().optional(),
  valueInteger: z.number().optional(),
  valueString: z.string().optional(),
});
const reference = z.object({ reference: z.string() });
const location = z.looseObject({
  resourceType: z.literal('Location'),
  id: z.string(),
  name: z.string(),
  telecom: z.array(z.object({ system: z.string(), value: z.string() })).min(1),
  address: z.object({
    text: z.string(),
    line: z.array(z.string()),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
  }),
  identifier: z.array(z.object({ system: z.string(), value: z.string() })).length(1),
});
const schedule = z.looseObject({
  resourceType: z.literal('Schedule'),
  id: z.string(),
  comment: z.string(),
  actor: z.array(reference).length(1),
});
const slot = z.looseObject({
  resourceType: z.literal('Slot'),
  id: z.string(),
  schedule: reference,
  status: z.enum(['free', 'busy']),
  start: z.iso.datetime({ offset: true }),
  end: z.iso.datetime({ offset: true }),
  extension: z.array(extension),
});

function fetched(url: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
  return app.send({ method: 'GET', url, headers });
}

/** The present files; those of the last minute are over. */
async function read() {
  app.clock.advance(60_000);
  const answer = await fetched(manifestUrl);
  assert.equal(answer.status, 200, answer.text);
  const listed = manifest.parse(answer.body);
  const linesOf = async (type: (typeof types)[number]): Promise<unknown[]> => {
    const url = listed.output.find((each) => each.type === type)?.url ?? '';
    assert.ok(url.startsWith(`${origin}/`), url);
    const file = await fetched(url.slice(origin.length));
    assert.equal(file.status, 200, file.text);
    assert.match(file.headers.get('content-type') ?? '', /^application\/fhir\+ndjson/u);
    assert.ok(file.text.endsWith('\n'));
    return file.text
      .slice(0, -1)
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  };
  return {
    listed,
    locations: z.array(location).parse(await linesOf('Location')),
    schedules: z.array(schedule).parse(await linesOf('Schedule')),
    slots: z.array(slot).parse(await linesOf('Slot')),
  };
}

type Slots = Awaited<ReturnType<typeof read>>['slots'];

function ofSchedule(slots: Slots, id: string): Slots {
  return slots.filter((each) => each.schedule.reference === `Schedule/${id}`);
}

function extended({ extension: all }: Slots[number], name: string) {
  return all.find(({ url }) => url.endsWith(`/StructureDefinition/${name}`));
}

function inDays(days: number): string {
  return Temporal.PlainDate.from(dayAt(app.clock.now(), 'Asia/Kolkata')).add({ days }).toString();
}

test('everybody reads the hospitals, schedules and times of two weeks as valid FHIR, and each refers to the other [API-40]', async () => {
  const { listed, locations, schedules, slots } = await read();
  assert.equal(listed.request, `${origin}${manifestUrl}`);
  assert.ok(Date.parse(listed.transactionTime) <= app.clock.now().getTime());
  const states = new Set(locations.map(({ address }) => address.state));
  for (const { extension: named } of listed.output) assert.deepEqual(new Set(named.state), states);
  assert.deepEqual(
    new Set(locations.map(({ id }) => id)),
    new Set([town.hospitalId, town.otherHospitalId]),
  );
  for (const { identifier, id } of locations) {
    assert.deepEqual(identifier, [{ system: `${origin}/patient/hospital/${id}`, value: id }]);
  }
  assert.deepEqual(
    new Set(schedules.map(({ id, actor }) => `${id} ${actor[0]?.reference}`)),
    new Set([
      `${town.doctorId} Location/${town.hospitalId}`,
      `${town.colleagueId} Location/${town.hospitalId}`,
      `${town.otherDoctorId} Location/${town.otherHospitalId}`,
    ]),
  );
  const known = new Set(schedules.map(({ id }) => `Schedule/${id}`));
  assert.ok(slots.every((each) => known.has(each.schedule.reference)));
  assert.equal(new Set(slots.map(({ id }) => id)).size, slots.length);
  const days = new Set(slots.map(({ start }) => start.slice(0, 10)));
  assert.ok(days.size <= daysPublished && days.has(inDays(daysPublished - 1)));
  assert.ok(!days.has(inDays(daysPublished)));
  const sample = slots.filter((_, index) => index % 97 === 0);
  for (const each of [...locations, ...schedules, ...sample]) {
    assert.deepEqual(problemsIn(each), [], JSON.stringify(each));
  }
});

test('the slots of a doctor are the times of the public page, on the hospital’s clock, with a link to book each [API-40, PAT-8]', async () => {
  const { slots } = await read();
  const date = inDays(2);
  const shown = await get(app, undefined, 'getDoctorSlots', {
    id: town.doctorId,
    query: { date },
  });
  const own = ofSchedule(slots, town.doctorId).filter(({ start }) => start.startsWith(date));
  assert.deepEqual(
    own.map(({ start, status }) => [Date.parse(start), status]),
    shown.slots.map(({ startsAt, isFree }) => [Date.parse(startsAt), isFree ? 'free' : 'busy']),
  );
  const [first] = own;
  assert.ok(first !== undefined);
  assert.match(first.start, /T\d{2}:\d{2}:00\+05:30$/u);
  const link = new URL(extended(first, 'booking-deep-link')?.valueUrl ?? '');
  assert.equal(`${link.origin}${link.pathname}`, `${origin}/patient/doctor/${town.doctorId}`);
  assert.deepEqual(
    [...link.searchParams],
    [
      ['day', date],
      ['time', shown.slots[0]?.time ?? ''],
    ],
  );
  const { hospital } = await get(app, undefined, 'getHospital', { id: town.hospitalId });
  assert.equal(extended(first, 'booking-phone')?.valueString, hospital.phone);
});

test('a booked slot is busy in the next minute, and free again after it was cancelled; no file names a patient [API-40]', async () => {
  const patient = await makePerson(app, { name: 'Secretive Patient' });
  const date = inDays(3);
  const { slots: offered } = await get(app, undefined, 'getDoctorSlots', {
    id: town.doctorId,
    query: { date },
  });
  const time = offered[4]?.time ?? '';
  const { appointment } = await get(app, patient, 'bookAppointment', {
    body: { doctorId: town.doctorId, date, time },
  });
  const id = `${town.doctorId}.${date.replaceAll('-', '')}.${time.replace(':', '')}`;
  const found = async () => {
    const all = await read();
    const text = JSON.stringify(all);
    for (const known of [patient.name, patient.email, patient.userId, appointment.id]) {
      assert.ok(!text.includes(known), known);
    }
    return all.slots.find((each) => each.id === id);
  };
  const busy = await found();
  assert.equal(busy?.status, 'busy');
  assert.deepEqual(
    busy.extension.map(({ url }) => url.split('/').at(-1)),
    ['slot-capacity'],
  );
  await get(app, patient, 'cancelAppointment', { id: appointment.id, body: {} });
  assert.equal((await found())?.status, 'free');
});

test('a shared line that patients book at home has slots with its free places, and a line of the desk alone has none [API-40, LINE-6]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'X-ray',
    kind: 'imaging',
    asksFromHome: true,
  });
  const inner = await makeLine(app, town.admin, { name: 'Records', kind: 'registration' });
  const weekdays = Object.keys(alwaysOpen) as ReturnType<typeof givenSession>['weekdays'];
  for (const { id } of [line, inner]) {
    const sessions = [{ ...givenSession(), weekdays }];
    await get(app, town.admin, 'saveTimetable', { id, body: { sessions } });
  }
  const date = inDays(2);
  const { slots: offered } = await get(app, undefined, 'getDoctorSlots', {
    id: line.id,
    query: { date },
  });
  const [first] = offered;
  assert.ok(first !== undefined && first.places > 1);
  await get(app, await makePerson(app), 'bookAppointment', {
    body: { doctorId: line.id, date, time: first.time },
  });
  const { schedules, slots } = await read();
  const { comment } = schedules.find(({ id }) => id === line.id) ?? {};
  assert.equal(comment, 'X-ray');
  const own = ofSchedule(slots, line.id).find(({ start }) => start.startsWith(date));
  assert.ok(own !== undefined);
  assert.equal(own.status, 'free');
  assert.equal(extended(own, 'slot-capacity')?.valueInteger, first.places - 1);
  const link = new URL(extended(own, 'booking-deep-link')?.valueUrl ?? '');
  assert.equal(link.pathname, `/patient/hospital/${town.hospitalId}`);
  assert.equal(link.searchParams.get('line'), line.id);
  assert.ok(schedules.every(({ id }) => id !== inner.id));
  assert.deepEqual(ofSchedule(slots, inner.id), []);
});

test('a practice hospital, a hidden hospital and a doctor whom nobody can book are in no file [API-40, ADM-1, SEC-20]', async () => {
  const other = await makeTown(app);
  const { user } = await get(app, other.receptionist, 'practise');
  const practice = user.hospitalId ?? '';
  await app.db.run(sql`
    update doctor set status = 'Available' where hospital_id <> ${other.otherHospitalId}`);
  await app.db.run(sql`update doctor set status = 'Offline' where id = ${other.otherDoctorId}`);
  await app.owner.query(
    `update hospital set closed_at = now(), close_reason = 'Closed for good', standing = 'hidden'
     where id = $1`,
    [other.hospitalId],
  );
  const text = JSON.stringify(await read());
  for (const id of [practice, other.hospitalId, other.otherHospitalId, other.otherDoctorId]) {
    assert.ok(id !== '' && !text.includes(id), id);
  }
  assert.ok(text.includes(town.hospitalId));
});

test('a search service may ask for JSON, for NDJSON or for nothing, but not for another format [API-40]', async () => {
  for (const url of [manifestUrl, '/fhir/scheduling-links/slots.ndjson']) {
    for (const accept of [undefined, '*/*', 'application/json', 'application/fhir+ndjson']) {
      const answer = await fetched(url, accept === undefined ? {} : { accept });
      assert.equal(answer.status, 200, `${url} ${accept}`);
    }
    const refused = await fetched(url, { accept: 'application/fhir+xml' });
    assert.equal(refused.status, 406);
    assert.match(refused.text, /OperationOutcome/u);
  }
  const byReferral = await fetched(`${manifestUrl}?_since=2026-01-01T00:00:00Z`);
  assert.equal(byReferral.status, 200);
});

test('the files are kept for a minute, an unchanged one is answered by 304, and a booking changes only the slots and the manifest [API-40]', async () => {
  await read();
  const tagOf = async (url: string) => (await fetched(url)).headers.get('etag') ?? '';
  const urls = [
    manifestUrl,
    ...types.map((t) => `/fhir/scheduling-links/${t.toLowerCase()}s.ndjson`),
  ];
  const before = await Promise.all(urls.map(tagOf));
  app.clock.advance(20_000);
  const kept = await fetched(manifestUrl);
  assert.match(kept.headers.get('cache-control') ?? '', /^public, max-age=(?:40|[123]?\d)$/u);
  for (const [index, url] of urls.entries()) {
    const tag = before[index] ?? '';
    assert.match(tag, /^W\/"[\da-f]{16}"$/u);
    const known = await fetched(url, { 'if-none-match': tag });
    assert.deepEqual([known.status, known.text], [304, '']);
  }
  const date = inDays(5);
  const { slots } = await get(app, undefined, 'getDoctorSlots', {
    id: town.colleagueId,
    query: { date },
  });
  await get(app, await makePerson(app), 'bookAppointment', {
    body: { doctorId: town.colleagueId, date, time: slots[0]?.time ?? '' },
  });
  assert.deepEqual(await Promise.all(urls.map(tagOf)), before, 'within the minute');
  app.clock.advance(40_000);
  const now = await Promise.all(urls.map(tagOf));
  assert.deepEqual(
    urls.map((_, index) => now[index] === before[index]),
    [false, true, true, false],
  );
});

test('the files hold at most so many hospitals and, of all, the soonest slots [API-40]', async () => {
  const from = { db: app.db, publicUrl: origin, now: app.clock.now() };
  const all = await readPublished(from);
  const few = await readPublished(from, { hospitals: 1, slots: 10 });
  assert.equal(few.lines.Location.length, 1);
  assert.equal(few.lines.Slot.length, 10);
  const start = (text: string) => Date.parse(slot.parse(JSON.parse(text)).start);
  const own = new Set(few.lines.Schedule.map((text) => schedule.parse(JSON.parse(text)).id));
  const expected = all.lines.Slot.filter((text) =>
    own.has(slot.parse(JSON.parse(text)).schedule.reference.split('/')[1] ?? ''),
  );
  assert.deepEqual(few.lines.Slot.map(start), expected.slice(0, 10).map(start));
});

test('a network address that asks too often is answered 429 with Retry-After [API-40]', async () => {
  const limited = await makeTestApp({ beside: app, rateLimit: true });
  try {
    let answer = await limited.send({ method: 'GET', url: manifestUrl });
    for (let calls = 0; calls < 100 && answer.status === 200; calls += 1) {
      answer = await limited.send({ method: 'GET', url: manifestUrl });
    }
    assert.equal(answer.status, 429, answer.text);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  } finally {
    await limited.close();
  }
});
