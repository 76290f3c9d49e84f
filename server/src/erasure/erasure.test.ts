/** Erased data is deleted from every table, except the listed data that must be kept. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { erasedPatient } from '@baari/contract/patient/erasure.ts';
import sql from 'sql-template-tag';
import { applyRetention, planRetention } from './apply-retention.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenPerson, givenProfile } from '../testing/test-bodies.ts';
import { mailsTo } from '../testing/test-mails.ts';
import {
  makeHospital,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { checkNow, sealNow } from '../testing/test-trail.ts';
import { textsOf } from '../texts/texts.ts';
import { carryOutErasures } from './carry-out-erasures.ts';

const dayMs = 86_400_000;

let app: TestApp;
let town: Town;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

/** Every database row that contains one of the words: the row's table and its text. */
async function rowsWith(...words: string[]): Promise<[table: string, row: string][]> {
  const { rows: tables } = await app.owner.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'identity')`);
  const found: [string, string][] = [];
  for (const { name } of tables) {
    const { rows } = await app.owner.query<{ row: string }>(
      `select t::text as row from ${name} t where t::text ilike any($1)`,
      [words.map((word) => `%${word}%`)],
    );
    found.push(...rows.map(({ row }): [string, string] => [name, row]));
  }
  return found;
}

async function writeReport(patientId: string, hospitalId: string, date: string): Promise<void> {
  await app.db.run(sql`
    insert into report (hospital_id, doctor_id, patient_id, type, status, title, summary, date,
      author_id, created_at)
    select ${hospitalId}, ${town.doctorId}, ${patientId}, 'consultation', 'completed',
      'Zugzwang found', ${`zugzwang of ${date}`}, ${date}, ${town.admin.userId}, now()`);
}

/** A patient with data in every place that patients can leave data. */
async function makeLeaver(email: string): Promise<TestPerson> {
  const person = await makePerson(app, { name: 'Xanthippe Iyer', email, phone: '+919811666777' });
  const profile = { ...givenProfile(), name: 'Xanthippe Iyer', phone: '+919811666777' };
  await get(app, person, 'saveProfile', { body: profile });
  const child = await get(app, person, 'addPerson', {
    body: { ...givenPerson(), name: 'Xanthippe the Younger' },
  });
  await get(app, person, 'addPerson', { body: { ...givenPerson(), name: 'Xanthippe the Elder' } });
  for (const patientId of [person.userId, child.person.id]) {
    const body = { doctorId: town.doctorId, patientId, symptoms: 'zugzwang since Monday' };
    const { queue } = await get(app, person, 'requestPlace', { body });
    await get(app, town.receptionist, 'approveRequest', { id: queue.id });
    await get(app, town.receptionist, 'noteEntry', {
      id: queue.id,
      body: { notes: 'plumbago' },
    });
    await get(app, town.doctor, 'startConsultation', { id: queue.id });
    await get(app, town.doctor, 'completeConsultation', { id: queue.id, body: {} });
    await app.db.run(sql`
      insert into rating (entry_id, doctor_id, stars, words, rated_at)
      values (${queue.id}, ${town.doctorId}, 4, 'Xanthippe says thanks', now())`);
  }
  await app.db.run(sql`
    insert into contact_message (name, email, message, created_at)
    values ('Xanthippe Iyer', ${email}, 'zugzwang', now())`);
  await app.db.run(sql`
    insert into identity.passkey (user_id, name, credential_id, public_key, counter, device_type,
      backed_up) values (${person.userId}, 'Xanthippe’s key', ${email}, 'key', 0, 'singleDevice',
      false)`);
  await leaveTexts(person, '+919811666777');
  return person;
}

/** Stores an SMS to the person that failed to be sent, and a copy of this SMS in the outbox. */
async function leaveTexts({ userId }: TestPerson, phone: string): Promise<void> {
  await app.db.run(sql`
    update identity."user" set phone_number = ${phone}, phone_number_verified = true
    where id = ${userId}`);
  const payload = JSON.stringify({ to: phone, text: 'You are next.' });
  await app.db.run(sql`
    with failed as (
      insert into job (kind, payload, run_at, failed_at)
      values ('sms', ${payload}::jsonb, now(), now()) returning id)
    insert into outbox_message (job_id, recipient, subject, plain, html, created_at)
    select id, ${phone}, 'SMS', 'You are next.', '', now() from failed`);
}

const words = ['Xanthippe', 'zugzwang', 'plumbago', '811666777', '4 Lake Road'];

/** Whether a database row is the mail with the erasure certificate, queued or in the outbox. */
function isCertificate(row: string): boolean {
  return /Certificate [\da-f]{8}-|प्रमाणपत्र [\da-f]{8}-/u.test(row);
}

async function readTrail(): Promise<unknown[]> {
  const { rows } = await app.owner.query<object>('select * from audit order by id');
  return rows;
}

function erase(): Promise<number> {
  return carryOutErasures({ db: app.db, clock: app.clock });
}

function standing(person: TestPerson) {
  return get(app, person, 'getErasure');
}

test('when a patient withdraws an erasure request no request is left, and a later request starts a new waiting time [SEC-14, PROF-1]', async () => {
  const person = await makePerson(app, { name: 'Ela Sen', phone: '+919811000010' });
  await get(app, person, 'requestErasure');
  const { erasure } = await get(app, person, 'withdrawErasure');
  assert.deepEqual([erasure.requestedAt, erasure.dueAt], [null, null]);
  assert.deepEqual((await standing(person)).erasure, erasure);
});

test('mails about an erasure use the person’s chosen language, or else the language of the page where erasure was requested [SEC-14, ENT-9]', async () => {
  const english = textsOf('erasure', 'en');
  for (const { chosen, asksIn, wanted } of [
    { chosen: undefined, asksIn: 'ta', wanted: textsOf('erasure', 'ta') },
    { chosen: 'ur', asksIn: 'ta', wanted: textsOf('erasure', 'ur') },
    { chosen: undefined, asksIn: undefined, wanted: english },
  ]) {
    const email = `${chosen ?? 'none'}-${asksIn ?? 'none'}@example.org`;
    const person = await makePerson(app, { name: 'Mala Devi', email, phone: '+919811000015' });
    if (chosen !== undefined) {
      await app.db.run(sql`
        insert into account_preferences (account_id, language, notify_email, notify_sms, notify_push)
        values (${person.userId}, ${chosen}, true, false, false)
        on conflict (account_id) do update set language = excluded.language`);
    }
    const subjects = async () => (await mailsTo(app.db, email)).map(({ subject }) => subject);
    await get(app, person, 'requestErasure', { body: { language: asksIn } });
    assert.deepEqual(await subjects(), [wanted.askedSubject]);
    await app.db.run(sql`update erasure_request set due_at = ${app.clock.now()}`);
    assert.equal(await erase(), 1);
    assert.deepEqual(await subjects(), [wanted.doneSubject]);
  }
});

test('a person in a line reads that the erasure happens after the visit, and the erasure waits until then [SEC-14, PROF-1]', async () => {
  const person = await makePerson(app, { name: 'Ira Roy', phone: '+919811000011' });
  const { queue } = await get(app, person, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, person, 'requestErasure');
  assert.equal((await standing(person)).erasure.waitsFor, 'visit');
  await app.db.run(sql`update erasure_request set due_at = ${app.clock.now()}`);
  assert.equal(await erase(), 0);
  await get(app, person, 'leaveQueue', { id: queue.id });
  assert.equal((await standing(person)).erasure.waitsFor, null);
  assert.equal(await erase(), 1);
  assert.equal((await call(app, person, 'getErasure')).status, 401);
});

test('after an erasure no table holds personal data except the mail with the certificate [SEC-14, PROF-1]', async () => {
  const leaver = await makeLeaver('xanthippe@example.org');
  await writeReport(leaver.userId, town.hospitalId, '2020-05-05');
  await sealNow(app.db);
  const trail = await readTrail();
  assert.ok((await rowsWith(...words)).length > 10);
  await get(app, leaver, 'requestErasure');
  await app.db.run(sql`update erasure_request set due_at = ${app.clock.now()}`);
  assert.equal(await erase(), 1);
  assert.equal(await erase(), 0);

  const left = await rowsWith(...words);
  assert.deepEqual(
    left.filter(([, row]) => !isCertificate(row)),
    [],
  );
  assert.ok(left.length <= 1);
  for (const answer of [
    await call(app, leaver, 'getProfile'),
    await call(app, leaver, 'getCurrentUser'),
  ]) {
    assertRefused(answer, 'session_ended');
  }
  const { rows } = await app.owner.query(
    `select removed, kept from erasure_certificate where account_id = $1`,
    [leaver.userId],
  );
  assert.deepEqual(rows, [
    {
      removed: { visits: 2, appointments: 0, ratings: 2, reports: 1, people: 3 },
      kept: [],
    },
  ]);
  const visits = await app.db.many<{ name: string }>(sql`
    select p.name from queue_entry e join patient p on p.id = e.patient_id
    where p.erased_at is not null and e.status = 'completed'`);
  assert.deepEqual([...new Set(visits.map(({ name }) => name))], [erasedPatient]);
  assert.deepEqual(await readTrail(), trail, 'no row of the trail was taken away or changed');
  assert.deepEqual((await checkNow(app.db, town.hospitalId)).finding, null);
});

test('an erasure that fails does not stop other erasures and is reported [SEC-14]', async () => {
  const people = [
    await makePerson(app, { name: 'Uma Pal', phone: '+919811000013' }),
    await makePerson(app, { name: 'Vir Pal', phone: '+919811000014' }),
  ].toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
  const [stuck, next] = people;
  assert.ok(stuck !== undefined && next !== undefined);
  for (const person of people) await get(app, person, 'requestErasure');
  await app.db.run(sql`update erasure_request set due_at = ${app.clock.now()}`);
  await app.db.run(sql`
    insert into erasure_certificate (account_id, requested_at, carried_out_at, removed, kept)
    values (${stuck.userId}, now(), now(), '{}', '[]')`);
  await assert.rejects(erase(), /1 erasures failed/u);
  assert.equal((await call(app, next, 'getErasure')).status, 401);
  await get(app, stuck, 'withdrawErasure');
});

test('reports of patients who did not request erasure are kept at any age, unless their hospital removes old reports [SEC-14]', async () => {
  const patient = await makePerson(app, { name: 'Nila Rao', phone: '+919811000012' });
  await writeReport(patient.userId, town.hospitalId, '2001-01-05');
  await applyRetention(app.db, app.clock);
  assert.equal((await rowsWith('zugzwang of 2001')).length, 1);
  await app.db.run(sql`
    update hospital set removes_old_reports = true where id = ${town.hospitalId}`);
  await applyRetention(app.db, app.clock);
  assert.equal((await rowsWith('zugzwang of 2001')).length, 0);
});

test('an administrator sets how long reports are kept within bounds, and the change is audited [SEC-14, SEC-13]', async () => {
  const before = await get(app, town.admin, 'getRetention');
  assert.equal(before.retention.recordsKeptYears, 3);
  const body = { recordsKeptYears: 7, removesOldReports: false };
  const saved = await get(app, town.admin, 'setRetention', { body });
  assert.deepEqual(saved.retention, body);
  assert.deepEqual((await get(app, town.admin, 'getRetention')).retention, body);
  for (const recordsKeptYears of [0, 31, 2.5]) {
    const answer = await call(app, town.admin, 'setRetention', {
      body: { ...body, recordsKeptYears },
    });
    assertRefused(answer, 'invalid_request');
  }
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: 'change retention' },
  });
  assert.ok(entries.some(({ about }) => about.to === '7'));
  await app.db.run(sql`update hospital set records_kept_years = 3 where id = ${town.hospitalId}`);
});

test('an erasure runs automatically after seven days and not before [SEC-14, PROF-1]', async () => {
  const person = await makePerson(app, { name: 'Om Das', phone: '+919811000009' });
  const asked = await get(app, person, 'requestErasure');
  assert.equal(Date.parse(asked.dueAt) - Date.parse(asked.requestedAt), 7 * dayMs);
  const beginning = app.clock.now().getTime();
  app.clock.advance(7 * dayMs - 1000);
  assert.equal(await erase(), 0);
  assert.equal((await rowsWith('Om Das')).length > 0, true);
  app.clock.advance(2000);
  assert.equal(await erase(), 1);
  const left = (await rowsWith('Om Das')).filter(([, row]) => !isCertificate(row));
  assert.deepEqual(left, []);
  app.clock.advance(beginning - app.clock.now().getTime());
});

test('a report that a hospital must still keep stays with the patient’s name until its listed day, and then both are deleted [SEC-14, PROF-1]', async () => {
  const today = app.clock.now().toISOString().slice(0, 10);
  const year = Number(today.slice(0, 4));
  const patient = await makeLeaver('xanthippe-2@example.org');
  const elsewhere = await makeHospital(app, { name: 'Sanjeevani' });
  await app.db.run(sql`update hospital set records_kept_years = 10 where id = ${elsewhere}`);
  await writeReport(patient.userId, town.hospitalId, `${year - 5}-01-05`);
  await writeReport(patient.userId, elsewhere, `${year - 5}-01-05`);
  const { erasure } = await get(app, patient, 'getErasure');
  const keeps = [{ hospital: 'Sanjeevani', reports: 1, until: `${year + 5}-01-05` }];
  assert.deepEqual(erasure.keeps, keeps);
  await get(app, patient, 'requestErasure');
  await app.db.run(sql`update erasure_request set due_at = ${app.clock.now()}`);
  assert.equal(await erase(), 1);
  const left = (await rowsWith(...words)).filter(([, row]) => !isCertificate(row));
  assert.deepEqual(left.map(([table]) => table).toSorted(), ['public.patient', 'public.report']);

  app.clock.advance(6 * 366 * dayMs);
  const plan = await planRetention(app.db, app.clock);
  assert.deepEqual(
    [plan.hospitals.map(({ hospital, reports }) => [hospital, reports]), plan.names],
    [[['Sanjeevani', 1]], 1],
  );
  assert.equal((await rowsWith('zugzwang')).length, 1, 'looking changes nothing');
  assert.deepEqual(await applyRetention(app.db, app.clock), { reports: 1, names: 1 });
  const after = (await rowsWith(...words)).filter(([, row]) => !isCertificate(row));
  assert.deepEqual(after, []);
});
