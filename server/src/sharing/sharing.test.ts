/** Tests of shared links and their page, through the API on a real database. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { get as request } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { mostSharedLinks } from '@baari/contract/visit/shared-place.ts';
import sql from 'sql-template-tag';
import { carryOutErasures } from '../erasure/carry-out-erasures.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import {
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { givenPerson } from '../testing/test-bodies.ts';
import { clearLines, makeLine } from '../testing/test-stops.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';
import { textsOf } from '../texts/texts.ts';
import { firstName } from './shared-place.rules.ts';
import { pruneSharedPlaces } from './sharing.store.ts';

/** A time zone in which it is ten o'clock now, so that waits end on the same day. */
const zone = zoneWhereItIs(10, new Date());

let app: TestApp;
let town: Town;
let patient: TestPerson;
let other: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app, { timeZone: zone });
  patient = await makePerson(app, { name: 'Xanthippe Zugzwang', phone: '+919876543210' });
  const [second] = await makePatients(app, 1);
  assert.ok(second !== undefined);
  other = second;
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  await app.db.pool.query(`update doctor set status = 'Available'`);
});

async function waitAt(person = patient, given: object = {}): Promise<string> {
  const body = { doctorId: town.doctorId, ...given };
  const { id } = (await get(app, person, 'requestPlace', { body })).queue;
  await get(app, town.admin, 'approveRequest', { id });
  return id;
}

function walkIn(given: object = {}) {
  const body = {
    name: 'Kamla Devi',
    doctorId: town.doctorId,
    urgency: 'medium',
    ...given,
  } as const;
  return get(app, town.receptionist, 'addWalkIn', { body });
}

async function share(id: string, by = patient) {
  const { link, url } = await get(app, by, 'sharePlace', { id });
  return { ...link, path: new URL(url).pathname };
}

function page(path: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
  return app.send({ method: 'GET', url: path, headers });
}

async function linksOf(id: string, by = patient) {
  return (await get(app, by, 'listSharedLinks', { id })).links;
}

async function countLinks(): Promise<number> {
  const { rows } = await app.owner.query<{ n: number }>(
    'select count(*)::int as n from shared_place',
  );
  return rows[0]?.n ?? 0;
}

async function trailOf(entryId: string): Promise<string[]> {
  const { rows } = await app.owner.query<{ action: string }>(
    `select action from audit where entry_id = $1
      and action in ('share place', 'stop sharing place', 'read shared links') order by at, id`,
    [entryId],
  );
  return rows.map(({ action }) => action);
}

test('a relative reads first name, token, place, expected time, doctor and room without an account [ARR-7]', async () => {
  await get(app, town.admin, 'setDoctorRoom', { id: town.doctorId, body: { room: 'Room 12' } });
  await waitAt(other);
  const { path } = await share(await waitAt());
  const { status, text } = await page(path);
  assert.equal(status, 200);
  assert.match(text, /<bdi>Xanthippe<\/bdi> · Token<\/span> [A-Z]-002/u);
  assert.match(text, /Number 2 in the queue/u);
  assert.match(text, /Call expected (?:between|by) \d+:\d{2}/u);
  assert.match(text, /Room 12/u);
  assert.match(text, /As of \d+:\d{2}/u);
});

test('a relative’s page holds no diagnosis, reason, note, urgency, phone, address, specialty, full name or id [ARR-7, SEC-5]', async () => {
  const id = await waitAt(patient, { symptoms: 'plumbago since Monday', urgency: 'high' });
  await get(app, town.doctor, 'noteEntry', { id, body: { notes: 'qwertz suspected' } });
  await app.owner.query(`update doctor set specialty = 'Oncology', department = 'Oncology'`);
  const { path } = await share(id);
  for (const language of languages) {
    const { text, headers } = await page(`${path}?lang=${language}`);
    const all = `${text} ${JSON.stringify([...headers])}`.toLowerCase();
    assert.ok(all.includes('xanthippe'), 'the page names the patient’s first name');
    for (const secret of [
      'zugzwang',
      'plumbago',
      'qwertz',
      'oncology',
      '43210',
      'high',
      id,
      patient.userId,
      town.doctorId,
      path.slice('/s/'.length).toLowerCase(),
    ]) {
      assert.ok(!all.includes(secret), `${secret} in ${language}`);
    }
  }
  const title = /<title>([^<]*)<\/title>/u.exec((await page(path)).text)?.[1] ?? '';
  assert.ok(!title.includes('Xanthippe') && !/-\d{3}/u.test(title), 'a preview of the link');
});

test('a link follows the visit from registration to the doctor and the laboratory, and then says that it is finished [ARR-7, LINE-4]', async () => {
  const registration = await makeLine(app, town.admin, {
    name: 'Zugzwang papers',
    kind: 'registration',
  });
  const laboratory = await makeLine(app, town.admin, { name: 'Plumbago clinic' });
  const { queue } = await walkIn({ doctorId: undefined, lineId: registration.id });
  const { path } = await share(queue.id, town.receptionist);
  const text = async () => (await page(path)).text;
  assert.match(await text(), /Next to be called[^]*<bdi>Registration<\/bdi>/u);
  await serveAndSend(registration, town.doctorId);
  const doctorsName = (await get(app, undefined, 'getDoctor', { id: town.doctorId })).doctor.name;
  const atDoctor = await text();
  assert.ok(atDoctor.includes(`<bdi>${doctorsName}</bdi>`), atDoctor);
  assert.match(atDoctor, new RegExp(queue.token ?? 'none', 'u'));
  const [step] = (await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId })).queue;
  assert.ok(step !== undefined);
  await get(app, town.doctor, 'startConsultation', { id: step.id });
  assert.match(await text(), /Being seen now/u);
  await get(app, town.doctor, 'sendOn', { id: step.id, body: { lineId: laboratory.id } });
  const atLaboratory = await text();
  assert.match(atLaboratory, /<bdi>Laboratory<\/bdi>/u);
  for (const own of ['Plumbago', 'Zugzwang']) {
    assert.ok(!atLaboratory.includes(own), 'the name of a line may tell the illness');
  }
  await serve(laboratory);
  const finished = await text();
  assert.match(finished, /The visit is finished/u);
  assert.ok(!finished.includes(doctorsName));
  assert.deepEqual(
    await linksOf(step.id, town.receptionist),
    await linksOf(queue.id, town.receptionist),
  );
});

async function serve(line: SharedLine): Promise<void> {
  const [point] = line.points;
  assert.ok(point !== undefined);
  await get(app, town.receptionist, 'callNext', { id: point.id });
  await get(app, town.receptionist, 'finishAtPoint', { id: point.id, body: { as: 'completed' } });
}

async function serveAndSend(line: SharedLine, lineId: string): Promise<void> {
  const [point] = line.points;
  assert.ok(point !== undefined);
  const { queue } = await get(app, town.receptionist, 'callNext', { id: point.id });
  await get(app, town.receptionist, 'sendOn', { id: queue.id, body: { lineId } });
}

test('a stopped link is gone at the next request at every process, and its page tells nothing [ARR-7]', async () => {
  const second = await makeTestApp({ beside: app });
  try {
    const { id: linkId, path } = await share(await waitAt());
    const elsewhere = () => second.send({ method: 'GET', url: path });
    assert.equal((await elsewhere()).status, 200);
    const { links } = await get(app, patient, 'stopSharing', { id: linkId });
    assert.deepEqual(links, []);
    const unknown = await page(`/s/${'x'.repeat(43)}`);
    for (const answer of [await elsewhere(), await page(path)]) {
      assert.equal(answer.status, 410);
      assert.match(answer.text, /This link has ended/u);
      assert.equal(answer.text, unknown.text, 'a stopped link is like an unknown one');
      assert.ok(!answer.text.includes('http-equiv="refresh"'));
    }
    await get(app, patient, 'stopSharing', { id: linkId });
    assert.equal((await page(path)).status, 410, 'stopping twice changes nothing');
  } finally {
    await second.close();
  }
});

test('a link ends with the hospital’s day, and its row is deleted then [ARR-7]', async () => {
  const id = await waitAt();
  const { path, endsAt } = await share(id);
  const midnight = Temporal.PlainDate.from(dayAt(app.clock.now(), zone))
    .add({ days: 1 })
    .toZonedDateTime(zone);
  assert.equal(Date.parse(endsAt), midnight.epochMilliseconds);
  await app.owner.query(`update shared_place set ends_at = $1`, [app.clock.now()]);
  assert.equal((await page(path)).status, 410);
  assert.deepEqual(await linksOf(id), []);
  await pruneSharedPlaces(app.db, app.clock.now());
  assert.equal(await countLinks(), 0);
});

test('a request for a link that is sent again with its Idempotency-Key gets the same link [ARR-7, INV-7]', async () => {
  const id = await waitAt();
  const headers = { 'idempotency-key': randomUUID() };
  const first = await get(app, patient, 'sharePlace', { id, headers });
  const again = await get(app, patient, 'sharePlace', { id, headers });
  assert.deepEqual(again, first);
  assert.equal(await countLinks(), 1);
  assert.equal((await page(new URL(again.url).pathname)).status, 200);
  const byDesk = { 'idempotency-key': randomUUID() };
  const made = await get(app, town.admin, 'sharePlace', { id, headers: byDesk });
  assert.deepEqual(await get(app, town.admin, 'sharePlace', { id, headers: byDesk }), made);
  assert.notEqual(made.url, first.url);
  assert.equal(await countLinks(), 2);
});

test('the secret of a link has 256 bits and is neither in the database nor in the log [ARR-7, SEC-5]', async () => {
  const id = await waitAt();
  const headers = { 'idempotency-key': randomUUID() };
  const { url } = await get(app, patient, 'sharePlace', { id, headers });
  const secret = new URL(url).pathname.slice('/s/'.length);
  assert.equal(Buffer.from(secret, 'base64url').length, 32);
  await page(`/s/${secret}`);
  await page(`/s/${secret}/other`);
  const { rows } = await app.owner.query<{ text: string }>(
    `select (select string_agg(t::text, '') from shared_place t)
       || (select string_agg(k::text, '') from idempotency_key k)
       || (select string_agg(e::text, '') from event e where type = 'sharing_updated') as text`,
  );
  assert.ok(rows[0]?.text.includes(id));
  assert.ok(!rows[0]?.text.includes(secret));
  assert.ok(app.logged.join('').includes('/s/:secret'), 'the log names the route');
  assert.ok(!app.logged.join('').includes(secret));
});

test('a visit has at most five active links, also if ten are asked for at once [ARR-7]', async () => {
  const id = await waitAt();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call(app, patient, 'sharePlace', { id })),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, mostSharedLinks);
  for (const answer of answers) {
    if (answer.status !== 201) assertRefused(answer, 'too_many_shared_links');
  }
  const [first] = await linksOf(id);
  assertRefused(await call(app, town.receptionist, 'sharePlace', { id }), 'too_many_shared_links');
  await get(app, patient, 'stopSharing', { id: first?.id ?? '' });
  await share(id);
  assert.equal((await linksOf(id)).length, mostSharedLinks);
});

test('no link is made before the approval or after the visit [ARR-7]', async () => {
  const body = { doctorId: town.doctorId };
  const { id } = (await get(app, patient, 'requestPlace', { body })).queue;
  assertRefused(await call(app, patient, 'sharePlace', { id }), 'nothing_to_share');
  await get(app, town.admin, 'approveRequest', { id });
  const { path } = await share(id);
  await get(app, town.doctor, 'startConsultation', { id });
  await share(id);
  await get(app, town.doctor, 'completeConsultation', { id });
  assertRefused(await call(app, patient, 'sharePlace', { id }), 'nothing_to_share');
  assert.match((await page(path)).text, /The visit is finished/u);
});

test('other patients and other hospitals find neither the links of a visit nor a link [ARR-7, ROLE-4]', async () => {
  const id = await waitAt();
  const link = await share(id);
  for (const stranger of [other, town.otherAdmin]) {
    for (const name of ['listSharedLinks', 'sharePlace'] as const) {
      assertRefused(await call(app, stranger, name, { id }), 'not_found');
    }
    assertRefused(await call(app, stranger, 'stopSharing', { id: link.id }), 'not_found');
  }
  assert.equal((await call(app, undefined, 'stopSharing', { id: link.id })).status, 401);
  assert.equal((await page(link.path)).status, 200);
});

test('an account shares the place of a family member, and the page names that person [ARR-7]', async () => {
  const body = givenPerson('Kabir Joshi');
  const { person } = await get(app, patient, 'addPerson', { body });
  const { path } = await share(await waitAt(patient, { patientId: person.id }));
  const { text } = await page(path);
  assert.match(text, /<bdi>Kabir<\/bdi>/u);
  assert.ok(!text.includes('Joshi') && !text.includes('Xanthippe'));
});

test('the desk shares a walk-in’s place, sees and stops a patient’s link, and each act is in the audit trail [ARR-7, SEC-13]', async () => {
  const { queue } = await walkIn();
  const made = await share(queue.id, town.receptionist);
  assert.match((await page(made.path)).text, /<bdi>Kamla<\/bdi>/u);
  await get(app, town.doctor, 'stopSharing', { id: made.id });
  assert.deepEqual(await trailOf(queue.id), ['share place', 'stop sharing place']);
  const id = await waitAt();
  const own = await share(id);
  const [seen] = await linksOf(id, town.receptionist);
  assert.deepEqual([seen?.id, seen?.byStaff], [own.id, false]);
  assert.ok(!JSON.stringify(seen).includes(own.path), 'staff do not read the secret');
  await get(app, town.receptionist, 'stopSharing', { id: own.id });
  assert.equal((await page(own.path)).status, 410);
  assert.deepEqual(await trailOf(id), ['read shared links', 'stop sharing place']);
  const refused = await call(app, town.otherAdmin, 'sharePlace', { id });
  assertRefused(refused, 'not_found');
});

test('staff are notified of a made and a stopped link once each [ARR-7]', async () => {
  const id = await waitAt();
  const count = async () => {
    const { rows } = await app.owner.query<{ n: number }>(
      `select count(*)::int as n from event where type = 'sharing_updated'`,
    );
    return rows[0]?.n ?? 0;
  };
  const before = await count();
  const link = await share(id);
  await get(app, patient, 'stopSharing', { id: link.id });
  await get(app, patient, 'stopSharing', { id: link.id });
  assert.equal(await count(), before + 2);
});

test('a relative does not read who ended a place or why [ARR-7]', async () => {
  const id = await waitAt();
  const { path } = await share(id);
  await app.owner.query(
    `update queue_entry set status = 'cancelled', cancelled_by = 'staff', ended_at = now(),
      close_reason = 'doctor_left', close_word = 'plumbago' where id = $1`,
    [id],
  );
  const { text } = await page(path);
  assert.match(text, /No longer in the queue/u);
  assert.ok(!text.includes('plumbago') && !text.includes('doctor has left'));
});

test('a relative’s page needs no JavaScript, refreshes, and may neither be cached, indexed nor framed [ARR-7]', async () => {
  const { text, headers } = await page((await share(await waitAt())).path);
  assert.ok(
    !/<script(?! src="\/t\/renew\.js" defer><\/script>)|<style|style=|\son\w+=|<form/u.test(text),
    'what the content policy refuses',
  );
  assert.match(text, /<noscript><meta http-equiv="refresh" content="30"><\/noscript>/u);
  assert.match(text, /<meta name="robots" content="noindex, nofollow">/u);
  assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'"]) {
    assert.ok(policy.includes(rule), policy);
  }
});

test('a relative’s page with its style and script is smaller than 5 kB on the network, in every language [ARR-7]', async (context) => {
  const { path } = await share(await waitAt());
  for (const language of languages) {
    const parts = await Promise.all(
      [`${path}?lang=${language}`, '/t/ticket.css', '/t/renew.js'].map((url) => onNetwork(url)),
    );
    const bytes = parts.reduce((sum, { size }) => sum + size, 0);
    context.diagnostic(`${language}: ${parts.map(({ size }) => size).join(' + ')} = ${bytes}`);
    assert.ok(bytes < 5000, `${bytes} bytes in ${language}`);
    const { direction } = aboutLanguages[language];
    assert.ok(parts[0]?.text.includes(`<html lang="${language}" dir="${direction}">`));
    assert.ok(parts[0]?.text.includes(textsOf('sharedPlace', language).until.slice(0, 12)));
  }
});

/** The bytes of an answer as sent to a browser that accepts Brotli, and its text. */
function onNetwork(url: string) {
  return new Promise<{ size: number; text: string }>((resolve, reject) => {
    request(`${app.origin()}${url}`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const isPacked = answer.headers['content-encoding'] === 'br';
        const text = (isPacked ? brotliDecompressSync(bytes) : bytes).toString('utf8');
        resolve({ size: bytes.length, text });
      });
    }).on('error', reject);
  });
}

test('a relative reads the page in the language of the browser or of the link [ARR-7]', async () => {
  const { path } = await share(await waitAt());
  const asked = await page(path, { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' });
  assert.match(asked.text, /<html lang="hi" dir="ltr">[^]*अगली बारी/u);
  const chosen = await page(`${path}?lang=ur`, { 'accept-language': 'en' });
  assert.match(chosen.text, /<html lang="ur" dir="rtl">/u);
  const ended = await page(`/s/${'x'.repeat(43)}`, { 'accept-language': 'ar' });
  assert.match(ended.text, /<html lang="ar" dir="rtl">[^]*انتهى هذا الرابط/u);
});

test('after two records are merged, the link follows the visit and the remaining record has it [ARR-7, DESK-10]', async () => {
  const { queue: kept } = await walkIn({ name: 'Kamla Devi' });
  await get(app, town.receptionist, 'removeEntry', { id: kept.id });
  const { queue: gone } = await walkIn({ name: 'Kamala Devi' });
  const { path } = await share(gone.id, town.receptionist);
  await get(app, town.receptionist, 'mergePatients', {
    id: kept.patient.id,
    body: { goneId: gone.patient.id },
  });
  assert.match((await page(path)).text, /<bdi>Kamla<\/bdi>/u);
  assert.equal((await linksOf(gone.id, town.receptionist)).length, 1);
});

test('the patient’s export lists the links without their secrets and says who at the hospital shared, and an erasure deletes them [ARR-7, SEC-14]', async () => {
  const leaver = await makePerson(app, { name: 'Ela Sen', phone: '+919811000077' });
  const id = await waitAt(leaver);
  const { path } = await share(id, leaver);
  await share(id, town.receptionist);
  const exported = JSON.stringify(await get(app, leaver, 'exportOwnData'));
  assert.match(exported, /"sharedLinks":\[\{[^\]]*"byStaff":false/u);
  assert.match(exported, /"whoReadIt":.*"action":"share place"/u, 'the desk’s link');
  assert.ok(!exported.includes(path.slice('/s/'.length)));
  await get(app, leaver, 'leaveQueue', { id });
  await get(app, leaver, 'requestErasure');
  await app.db.run(sql`update erasure_request set due_at = ${app.clock.now()}`);
  assert.equal(await carryOutErasures({ db: app.db, clock: app.clock }), 1);
  assert.equal(await countLinks(), 0);
  assert.equal((await page(path)).status, 410);
});

test('the first name is the first word of a name in any script [ARR-7]', () => {
  for (const [name, first] of [
    ['Asha Rao', 'Asha'],
    ['  Meera   Kulkarni ', 'Meera'],
    ['Sukarno', 'Sukarno'],
    ['आशा वर्मा', 'आशा'],
    ['عائشة خان', 'عائشة'],
    ['', ''],
  ] as const) {
    assert.equal(firstName(name), first);
  }
});
