/** Tests of the FHIR interface through HTTP, on a real database: a day of a hospital as its systems read it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { problemsIn } from '../testing/stand-ins/fhir-checks.ts';
import { get, makeTestApp, type TestAnswer, type TestApp } from '../testing/test-app.ts';
import { liveFhirDay } from '../testing/stand-ins/fhir-day.ts';
import { alwaysOpen } from '../testing/test-bodies.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { servedNames } from './search/served-types.rules.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  await app.db.run(sql`update doctor set status = 'Available', room = '12'`);
});
after(() => app.close());

const withoutNames: readonly Scope[] = [
  'queue:read',
  'appointments:read',
  'lines:read',
  'reports:read',
];
const all: readonly Scope[] = [...withoutNames, 'patients:read'];

type Fhir = (path: string, headers?: Readonly<Record<string, string>>) => Promise<TestAnswer>;

async function makeKey(scopes: readonly Scope[], by = town.admin): Promise<Fhir> {
  const body = { name: 'HIS bridge', scopes: [...scopes] };
  const { key: token } = await get(app, by, 'makeApiKey', { body });
  return (path, headers = {}) =>
    app.send({ method: 'GET', url: `/fhir/R4/${path}`, token, headers });
}

const resource = z.looseObject({ resourceType: z.string(), id: z.string().optional() });
const bundle = z.object({
  resourceType: z.literal('Bundle'),
  link: z.array(z.object({ relation: z.string(), url: z.string() })),
  entry: z.array(z.object({ fullUrl: z.string(), resource })).default([]),
});
const outcome = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(z.object({ code: z.string(), diagnostics: z.string().optional() })).min(1),
});

function parsed({ text }: TestAnswer): unknown {
  return JSON.parse(text);
}

function read(answer: TestAnswer) {
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/fhir\+json/u);
  assert.match(answer.headers.get('etag') ?? '', /^W\/"[\da-f]{16}"$/u);
  return resource.parse(parsed(answer));
}

/** The resources of all pages of a search; every bundle must be valid. */
async function search(fhir: Fhir, path: string) {
  const found: z.infer<typeof resource>[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer = await fhir(next);
    assert.equal(answer.status, 200, answer.text);
    const page = bundle.parse(parsed(answer));
    assert.deepEqual(
      problemsIn(z.looseObject({ resourceType: z.string() }).parse(parsed(answer))),
      [],
    );
    found.push(...page.entry.map((entry) => entry.resource));
    next = page.link.find(({ relation }) => relation === 'next')?.url.split('/fhir/R4/')[1];
  }
  return found;
}

function idsOf(resources: readonly { readonly id?: string | undefined }[]): Set<string> {
  return new Set(resources.map(({ id = '' }) => id));
}

function assertOutcome(answer: TestAnswer, status: number, code: string): string {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/fhir\+json/u);
  const { issue } = outcome.parse(parsed(answer));
  assert.equal(issue[0]?.code, code);
  return issue.map(({ diagnostics }) => diagnostics).join(' ');
}

function today(): string {
  return dayAt(app.clock.now(), 'Asia/Kolkata');
}

test('a whole day is read as valid FHIR: every resource and bundle passes two outside programs [API-33]', async () => {
  const day = await liveFhirDay(app, town);
  const fhir = await makeKey(all);
  const status = async (path: string) => read(await fhir(path))['status'];
  assert.equal(await status(`Appointment/${day.pending}`), 'proposed');
  assert.equal(await status(`Appointment/${day.rejected}`), 'cancelled');
  assert.equal(await status(`Appointment/${day.booking}`), 'booked');
  assert.equal(await status(`Encounter/${day.home}`), 'planned');
  assert.equal(await status(`Encounter/${day.inside}`), 'in-progress');
  assert.equal(await status(`Encounter/${day.first}`), 'finished');
  assert.equal(await status(`Encounter/${day.second}`), 'arrived');
  assert.equal(await status(`Encounter/visit-${day.first}`), 'arrived');
  assertOutcome(await fhir(`Appointment/${day.home}`), 410, 'deleted');
  const seen = new Map<string, number>();
  for (const type of servedNames) {
    const query = type === 'Slot' ? `?schedule=Schedule/${town.doctorId}&_count=100` : '?_count=3';
    const path = type === 'Patient' ? 'Patient?phone=%2B919876543210' : `${type}${query}`;
    const found = await search(fhir, path);
    seen.set(type, found.length);
    const ids = found.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, `${type}: no resource comes twice`);
    for (const each of found) {
      assert.equal(each.resourceType, type);
      assert.deepEqual(problemsIn(each), [], JSON.stringify(each));
    }
    const [some] = found;
    const single = read(await fhir(`${type}/${some?.id}`));
    assert.deepEqual(problemsIn(single), []);
  }
  assert.ok(
    [...seen.values()].every((count) => count > 0),
    JSON.stringify([...seen]),
  );
  // Four places, and the visit of the two stops.
  assert.equal(seen.get('Encounter'), 5);
  assert.equal(seen.get('Appointment'), 3);
});

test('a search finds what its parameters name, by status, line, doctor, token, time and visit [API-33]', async () => {
  const fhir = await makeKey(all);
  const ids = async (query: string) => idsOf(await search(fhir, query));
  const every = await search(fhir, 'Encounter');
  const of = (fits: (each: (typeof every)[number]) => boolean) => idsOf(every.filter(fits));
  const inside = every.find((each) => each['status'] === 'in-progress');
  const visit = every.find(({ id }) => id?.startsWith('visit-') === true);
  assert.ok(inside !== undefined && visit !== undefined);
  const arrived = of((each) => each['status'] === 'arrived');
  assert.deepEqual(await ids('Encounter?status=arrived'), arrived);
  assert.deepEqual(
    await ids('Encounter?status=in-progress,planned&_count=1'),
    of((each) => each['status'] === 'in-progress' || each['status'] === 'planned'),
  );
  assert.deepEqual(
    await ids(`Encounter?part-of=Encounter/${visit.id}`),
    of((e) => 'partOf' in e),
  );
  const identifiers = z.array(z.object({ system: z.string(), value: z.string() }));
  const [token] = identifiers.parse(inside['identifier']);
  const text = `${token?.system}|${token?.value}`;
  assert.deepEqual(
    await ids(`Encounter?identifier=${encodeURIComponent(text)}`),
    new Set([inside.id]),
  );
  const ofDoctor = (each: (typeof every)[number]) =>
    JSON.stringify(each['participant'] ?? '').includes(`Practitioner/${town.doctorId}`);
  assert.deepEqual(await ids(`Encounter?practitioner=${town.doctorId}`), of(ofDoctor));
  assert.deepEqual(
    await ids(`Encounter?location=Location/room-${town.doctorId}`),
    of((each) => JSON.stringify(each['location'] ?? '').includes('room-')),
  );
  assert.deepEqual(await ids('Encounter?date=lt2020'), new Set());
  assert.deepEqual(
    await ids(`Encounter?date=ge${today()}`),
    of((each) => 'period' in each),
  );
  assert.deepEqual(
    await ids('Encounter?_lastUpdated=ge2020'),
    of(() => true),
  );
  assert.deepEqual(
    await ids(`Encounter?_id=${inside.id},${visit.id}`),
    of((e) => e.id === inside.id || e.id === visit.id),
  );
  const proposed = await search(fhir, 'Appointment?status=proposed');
  assert.equal(proposed.length, 1);
  const booked = await search(fhir, `Appointment?practitioner=${town.doctorId}&date=gt${today()}`);
  assert.deepEqual(
    booked.map((each) => each['status']),
    ['booked'],
  );
  const day = String(booked[0]?.['start']).slice(0, 10);
  const slots = await search(fhir, `Slot?schedule=${town.doctorId}&start=${day}&status=busy`);
  assert.deepEqual(
    slots.map((each) => each['start']),
    [booked[0]?.['start']],
  );
  const bodied = await app.send({
    method: 'POST',
    url: '/fhir/R4/Encounter/_search',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'status=in-progress',
  });
  assertOutcome(bodied, 401, 'login');
});

test('a key without patients:read reads no name and no contact in any resource [API-33, SEC-18]', async () => {
  const fhir = await makeKey(withoutNames);
  for (const type of ['Encounter', 'Appointment', 'DocumentReference'] as const) {
    const text = JSON.stringify(await search(fhir, type));
    const rows = await app.db.many<{ name: string }>(sql`select name from patient`);
    for (const { name } of rows) assert.ok(!text.includes(name), `${type} shows ${name}`);
    assert.ok(!text.includes('+91') && !text.includes('Patient/') && !text.includes('secret'));
  }
  const why = assertOutcome(await fhir('Patient?phone=%2B919876543210'), 403, 'forbidden');
  assert.equal(why, 'patients:read');
  const named = JSON.stringify(await search(await makeKey(all), 'Encounter'));
  assert.ok(named.includes('Patient/') && !named.includes('secret symptoms'));
});

test("another hospital's resources are not found, and its searches are empty [API-33, SEC-1]", async () => {
  const [own, foreign] = [await makeKey(all), await makeKey(all, town.otherAdmin)];
  for (const type of servedNames) {
    const query = type === 'Slot' ? `?schedule=${town.doctorId}` : '';
    const path = type === 'Patient' ? 'Patient?phone=%2B919876543210' : `${type}${query}`;
    const [some] = await search(own, path);
    assertOutcome(await foreign(`${type}/${some?.id}`), 404, 'not-found');
    assert.deepEqual(await search(foreign, `${type}?_id=${some?.id}`), []);
  }
});

test('a key needs the scope of a type, and requests also queue:read [API-33, SEC-18]', async () => {
  const none = await makeKey(['figures:read']);
  const scopes = new Map<string, string>();
  for (const type of servedNames) {
    scopes.set(type, assertOutcome(await none(`${type}/x`), 403, 'forbidden'));
    assert.equal(assertOutcome(await none(type), 403, 'forbidden'), scopes.get(type));
  }
  assert.equal(scopes.get('Encounter'), 'queue:read');
  const bookings = await makeKey(['appointments:read']);
  assert.deepEqual(await search(bookings, 'Appointment?status=proposed'), []);
  const [request] = await search(await makeKey(all), 'Appointment?status=proposed');
  const why = assertOutcome(await bookings(`Appointment/${request?.id}`), 403, 'forbidden');
  assert.equal(why, 'queue:read');
});

test('a system with reports:read learns that a report exists, and never its text or file; the trail names the patient [API-41, SEC-25]', async () => {
  const fhir = await makeKey(all);
  const [found, ...more] = await search(fhir, 'DocumentReference');
  assert.ok(found !== undefined && more.length === 0);
  const { description, subject } = z
    .object({ description: z.string(), subject: z.object({ reference: z.string() }) })
    .parse(found);
  assert.equal(description, 'Blood pressure');
  const ids = async (query: string) => idsOf(await search(fhir, `DocumentReference?${query}`));
  const one = idsOf([found]);
  assert.deepEqual(await ids(`patient=${subject.reference}&date=ge${today()}`), one);
  assert.deepEqual(await ids(`_id=${found.id}`), one);
  assert.deepEqual(await ids(`patient=${town.doctorId}`), new Set());
  assert.deepEqual(await ids(`date=lt${today()}`), new Set());
  const row = await app.db.one<{ patients: string[]; call: string }>(sql`
    select patient_ids as patients, details ->> 'call' as call
    from audit where action = 'read FHIR records' and cardinality(patient_ids) > 0
    order by id desc limit 1`);
  assert.deepEqual(row, {
    patients: [subject.reference.replace('Patient/', '')],
    call: 'DocumentReference',
  });
  const text = JSON.stringify(found);
  assert.ok(
    !text.includes('usual range') && !text.includes('url":"Binary') && !/"data"/u.test(text),
  );
  const { id } = await app.db.one<{ id: string }>(sql`select id from report`);
  assertOutcome(await fhir(`Binary/${id}`), 404, 'not-found');
  const nameless = await search(await makeKey(withoutNames), 'DocumentReference');
  assert.ok(!JSON.stringify(nameless).includes('Blood pressure'));
  assert.deepEqual(
    await search(await makeKey(withoutNames), `DocumentReference?patient=${subject.reference}`),
    [],
  );
});

test('an unchanged resource is answered by 304 although time passes, and a change by a new version [API-33]', async () => {
  const fhir = await makeKey(all);
  const [planned] = await search(fhir, 'Encounter?status=planned');
  const path = `Encounter/${planned?.id}`;
  const first = await fhir(path);
  const tag = first.headers.get('etag') ?? '';
  assert.equal((await fhir(path, { 'if-none-match': tag })).status, 304);
  await get(app, town.receptionist, 'checkInEntry', { id: planned?.id ?? '' });
  const changed = await fhir(path, { 'if-none-match': tag });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), tag);
  assert.equal(read(changed)['status'], 'arrived');
});

test('each refusal is an OperationOutcome with its status: no key, unknown type, method, format, body and query [API-33, ERR-1]', async () => {
  const fhir = await makeKey(all);
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    app.send({ method, url: `/fhir/R4/${path}`, headers });
  const without = await send('GET', 'Encounter');
  assertOutcome(without, 401, 'login');
  assert.equal(without.headers.get('www-authenticate'), 'Bearer');
  assertOutcome(await fhir('Observation/1'), 404, 'not-found');
  assertOutcome(await fhir(`Encounter/${'x'.repeat(64)}`), 404, 'not-found');
  assertOutcome(await fhir('Encounter/x/_history'), 404, 'not-found');
  assertOutcome(await send('PUT', 'Encounter/x'), 405, 'not-supported');
  assertOutcome(await send('DELETE', 'Encounter'), 405, 'not-supported');
  assertOutcome(await fhir('Encounter', { accept: 'application/fhir+xml' }), 406, 'not-supported');
  assertOutcome(await fhir('Encounter?_format=xml'), 406, 'not-supported');
  assertOutcome(await fhir('Encounter?date=soon'), 400, 'invalid');
  assertOutcome(await fhir('Encounter?x=1', { prefer: 'handling=strict' }), 400, 'invalid');
  assert.equal((await fhir('Encounter?x=1')).status, 200);
  const { key: token } = await get(app, town.admin, 'makeApiKey', {
    body: { name: 'Form', scopes: ['queue:read'] },
  });
  const post = (type: string, body: string) =>
    app.send({
      method: 'POST',
      url: '/fhir/R4/Encounter/_search',
      token,
      headers: { 'content-type': type },
      body,
    });
  assertOutcome(await post('text/xml', '<x/>'), 415, 'not-supported');
  const form = await post('application/x-www-form-urlencoded', 'status=in-progress');
  assert.equal(bundle.parse(parsed(form)).entry.length, 1, form.text);
});

test('a key that calls too often is answered 429 with an OperationOutcome and Retry-After [API-33]', async () => {
  const limited = await makeTestApp({ beside: app, rateLimit: true });
  try {
    const { key: token } = await get(app, town.admin, 'makeApiKey', {
      body: { name: 'Busy', scopes: ['lines:read'] },
    });
    const url = '/fhir/R4/Organization';
    let answer = await limited.send({ method: 'GET', url, token });
    for (let calls = 0; calls < 700 && answer.status === 200; calls += 1) {
      answer = await limited.send({ method: 'GET', url, token });
    }
    assertOutcome(answer, 429, 'throttled');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  } finally {
    await limited.close();
  }
});

test('the audit trail names the key, the kind of record and the patients that it read, and what it was refused [API-33, SEC-13]', async () => {
  const fhir = await makeKey(all);
  const [inside] = await search(fhir, 'Encounter?status=in-progress');
  await fhir(`Encounter/${inside?.id}`);
  const row = await app.db.one<{ patients: number; entry: string; call: string; role: string }>(sql`
    select cardinality(patient_ids) as patients, entry_id as entry, details ->> 'call' as call, role
    from audit where action = 'read FHIR records' order by id desc limit 1`);
  assert.deepEqual(row, { patients: 1, entry: inside?.id, call: 'Encounter', role: 'key' });
  await fhir('Encounter/6f1c2f0e-1111-4222-8333-444455556666');
  const { outcome: refused } = await app.db.one<{ outcome: string }>(sql`
    select outcome from audit where action = 'read FHIR records' order by id desc limit 1`);
  assert.equal(refused, 'not_found');
});

test('everybody reads what the server can do and what its extensions mean [API-33, API-35]', async () => {
  for (const path of [
    'metadata',
    'StructureDefinition/queue-position',
    'StructureDefinition/age-band',
  ]) {
    const answer = await app.send({ method: 'GET', url: `/fhir/R4/${path}` });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(problemsIn(resource.parse(parsed(answer))), [], path);
  }
  const answer = await app.send({ method: 'GET', url: '/fhir/R4/StructureDefinition/none' });
  assertOutcome(answer, 404, 'not-found');
});
