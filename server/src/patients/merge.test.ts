/** Merging two records of one person and undoing it, through the API on a real database. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { mergeUndoDays } from '@baari/contract/patient/merge.ts';
import sql from 'sql-template-tag';
import { carryOutErasures } from '../erasure/carry-out-erasures.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenReport } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { checkNow, sealNow } from '../testing/test-trail.ts';
import { entriesInLog, publishedOf } from '../testing/queue-model/published-entries.ts';

let app: TestApp;
let town: Town;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment; delete from report; delete from queue_entry');
  await app.db.run(sql`update doctor set status = 'Available'`);
});

async function addWalkIn(name: string, doctorId = town.doctorId) {
  const body = { name, phone: '+919876500001', doctorId, symptoms: `symptoms of ${name}` };
  return (await get(app, town.receptionist, 'addWalkIn', { body })).queue;
}

async function complete(id: string): Promise<void> {
  await get(app, town.admin, 'noteEntry', { id, body: { notes: `note on ${id}` } });
  await get(app, town.admin, 'startConsultation', { id });
  await get(app, town.admin, 'completeConsultation', { id, body: {} });
}

/** Makes a record with a visit, its note, a report and an appointment. */
async function makeRecord(name: string): Promise<string> {
  const entry = await addWalkIn(name);
  await complete(entry.id);
  const patientId = entry.patient.id;
  await get(app, town.doctor, 'createReport', { body: givenReport(patientId, town.doctorId) });
  await book(patientId);
  return patientId;
}

async function book(patientId: string, date = '2031-01-06'): Promise<void> {
  const taken = await app.db.many(sql`select 1 from appointment`);
  const time = `1${taken.length}:00`;
  await app.db.run(sql`
    insert into appointment (hospital_id, doctor_id, patient_id, date, time, starts_at, status,
      booked_at)
    values (${town.hospitalId}, ${town.doctorId}, ${patientId}, ${date}, ${time},
      ${`${date}T${time}:00Z`}, 'booked', now())`);
}

/** All rows of the tables with patient data, as text. */
async function everything(): Promise<string> {
  const tables = ['queue_entry', 'appointment', 'report', 'patient'];
  const rows = await Promise.all(
    tables.map((name) =>
      app.owner.query<{ row: string }>(`select t::text as row from ${name} t order by id`),
    ),
  );
  return rows.flatMap((each) => each.rows.map(({ row }) => row)).join('\n');
}

function merge(keptId: string, goneId: string, by: TestPerson = town.receptionist) {
  return call(app, by, 'mergePatients', { id: keptId, body: { goneId } });
}

async function merged(keptId: string, goneId: string, by: TestPerson = town.receptionist) {
  return (await get(app, by, 'mergePatients', { id: keptId, body: { goneId } })).merge;
}

async function visitsOf(id: string): Promise<number> {
  return (await get(app, town.receptionist, 'listPatientVisits', { id })).visits.length;
}

test('a merge moves visits with notes, appointments and reports, and undoing it restores every row [DESK-10]', async () => {
  const kept = await makeRecord('Sunita Verma');
  await app.db.run(sql`update appointment set date = '2031-01-07' where patient_id = ${kept}`);
  const gone = await makeRecord('Suneeta Varma');
  const before = await everything();
  const preview = await get(app, town.receptionist, 'previewMerge', {
    id: kept,
    body: { goneId: gone },
  });
  const moves = { visits: 1, appointments: 1, reports: 1 };
  assert.deepEqual([preview.moves, preview.refused], [moves, null]);
  assert.deepEqual([preview.kept.name, preview.gone.name], ['Sunita Verma', 'Suneeta Varma']);
  assert.equal(await everything(), before, 'a look changes nothing');

  const done = await merged(kept, gone);
  assert.deepEqual(done.moves, moves);
  assert.equal(await visitsOf(kept), 2);
  const { visits } = await get(app, town.receptionist, 'listPatientVisits', { id: kept });
  assert.ok(visits.every(({ notes }) => notes?.startsWith('note on')));
  assertRefused(await call(app, town.receptionist, 'listPatientVisits', { id: gone }), 'not_found');
  const { patients } = await get(app, town.receptionist, 'findAlike', {
    body: { phone: '9876500001' },
  });
  assert.deepEqual(
    patients.map(({ id }) => id),
    [kept],
    'the record that went is found no more',
  );
  const put = { id: gone, body: { doctorId: town.doctorId } };
  assertRefused(await call(app, town.receptionist, 'putInLine', put), 'not_found');

  const { merges } = await get(app, town.receptionist, 'listMerges');
  assert.deepEqual(merges[0], done);
  const undone = await get(app, town.receptionist, 'undoMerge', { id: done.id });
  assert.ok(undone.merge.undoneAt !== null && undone.merge.undoUntil === null);
  assert.equal(await everything(), before);
});

test('data added after a merge stays with the remaining record when the merge is undone [DESK-10]', async () => {
  const kept = await makeRecord('Asha Rao');
  await app.db.run(sql`update appointment set date = '2031-01-07' where patient_id = ${kept}`);
  const gone = await makeRecord('Aasha Rao');
  const { id } = await merged(kept, gone);
  const { queue } = await get(app, town.receptionist, 'putInLine', {
    id: kept,
    body: { doctorId: town.doctorId },
  });
  await get(app, town.receptionist, 'undoMerge', { id });
  const entry = await get(app, town.receptionist, 'getEntry', { id: queue.id });
  assert.equal(entry.queue.patient.id, kept);
  assert.deepEqual([await visitsOf(kept), await visitsOf(gone)], [1, 1]);
});

test('a patient’s place in line moves with its token when records are merged, and moves back when the merge is undone [DESK-10, INV-5]', async () => {
  const first = await addWalkIn('Kamla Devi');
  await complete(first.id);
  await addWalkIn('Somebody Before');
  const open = await addWalkIn('Kamala Devi');
  const { id } = await merged(first.patient.id, open.patient.id);
  const read = async () => (await get(app, town.receptionist, 'getEntry', { id: open.id })).queue;
  const during = await read();
  assert.deepEqual(
    [during.patient.name, during.position, during.token],
    ['Kamla Devi', 2, open.token],
  );
  assert.equal(during.queueVersion, open.queueVersion + 1);
  await get(app, town.receptionist, 'undoMerge', { id });
  const after = await read();
  assert.deepEqual(
    [after.patient.name, after.position, after.token],
    ['Kamala Devi', 2, open.token],
  );
  const published = await publishedOf(app.db.pool, open.id);
  assert.deepEqual(
    published.filter(({ type }) => type === 'queue_updated').map(({ entry }) => entry.patient.name),
    ['Kamla Devi', 'Kamala Devi'],
  );
});

test('two records cannot be merged if both are in a queue or booked with one doctor on one day [DESK-10, INV-2]', async () => {
  const one = await addWalkIn('Gauri Sen');
  const other = await addWalkIn('Gouri Sen', town.colleagueId);
  const before = await everything();
  assertRefused(await merge(one.patient.id, other.patient.id), 'both_in_queue');
  const preview = await get(app, town.receptionist, 'previewMerge', {
    id: one.patient.id,
    body: { goneId: other.patient.id },
  });
  assert.equal(preview.refused, 'both_in_queue');
  assert.equal(await everything(), before);
  await get(app, town.receptionist, 'removeEntry', { id: other.id });
  for (const { patient } of [one, other]) await book(patient.id);
  assertRefused(await merge(one.patient.id, other.patient.id), 'both_booked');
  assertRefused(await merge(one.patient.id, one.patient.id), 'merge_not_possible');
});

test('a record with an account is never merged away, and an administrator may merge a desk record into it [DESK-10, SEC-5]', async () => {
  const owner = await makePerson(app, { name: 'Farida Ansari', phone: '+919876500002' });
  const { queue } = await get(app, owner, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  await complete(queue.id);
  const desk = await makeRecord('Fareeda Ansari');
  assertRefused(await merge(desk, owner.userId, town.admin), 'merge_not_possible');
  assertRefused(await merge(owner.userId, desk), 'merge_needs_admin');
  assert.equal((await get(app, owner, 'listOwnReports')).reports.length, 0);
  const { id } = await merged(owner.userId, desk, town.admin);
  assert.equal((await get(app, owner, 'listOwnReports')).reports.length, 1);
  assert.equal((await get(app, owner, 'listHistory')).queues.length, 2);
  const { data } = await get(app, owner, 'exportOwnData');
  assert.match(JSON.stringify(data), /Fareeda Ansari/u, 'the export has what was written down');
  assertRefused(await call(app, town.receptionist, 'undoMerge', { id }), 'merge_needs_admin');
  await get(app, town.admin, 'undoMerge', { id });
  assert.equal((await get(app, owner, 'listOwnReports')).reports.length, 0);
  assert.doesNotMatch(
    JSON.stringify((await get(app, owner, 'exportOwnData')).data),
    /Fareeda Ansari/u,
  );
});

test('another hospital’s records and merges are not found [DESK-10, ROLE-7]', async () => {
  const [one, other] = [
    await addWalkIn('Hema Iyer'),
    await addWalkIn('Hemaa Iyer', town.colleagueId),
  ];
  assertRefused(await merge(one.patient.id, other.patient.id, town.otherAdmin), 'not_found');
  await get(app, town.receptionist, 'removeEntry', { id: other.id });
  const { id } = await merged(one.patient.id, other.patient.id);
  assertRefused(await call(app, town.otherAdmin, 'undoMerge', { id }), 'not_found');
  assert.deepEqual((await get(app, town.otherAdmin, 'listMerges')).merges, []);
});

test('a merge of two records can be undone once within thirty days, and the later of two merges must be undone first [DESK-10]', async () => {
  const ids: string[] = [];
  for (const name of ['Ojas Desai', 'Ojaas Desai', 'Ojas Desaai']) {
    const { id, patient } = await addWalkIn(name);
    await complete(id);
    ids.push(patient.id);
  }
  const [one = '', two = '', three = ''] = ids;
  const first = await merged(two, one);
  const second = await merged(three, two);
  const undo = (id: string) => call(app, town.receptionist, 'undoMerge', { id });
  assertRefused(await undo(first.id), 'merge_over');
  await get(app, town.receptionist, 'undoMerge', { id: second.id });
  await get(app, town.receptionist, 'undoMerge', { id: first.id });
  assert.deepEqual(await Promise.all(ids.map(visitsOf)), [1, 1, 1]);
  assertRefused(await undo(first.id), 'merge_over');
  const late = await merged(two, one);
  // The test backdates the merge instead of moving the clock, because the sign-in session would
  // expire before the undo period ends.
  await app.db.run(sql`
    update patient_merge set merged_at = merged_at - make_interval(days => ${mergeUndoDays})
    where id = ${late.id}`);
  assertRefused(await undo(late.id), 'merge_over');
});

test('when two desks merge one record at once, one succeeds and no data is lost [DESK-10]', async () => {
  const ids: string[] = [];
  for (const name of ['Tara Gokhale', 'Taraa Gokhale', 'Taara Gokhale']) {
    const { id, patient } = await addWalkIn(name);
    await complete(id);
    ids.push(patient.id);
  }
  const [one = '', two = '', gone = ''] = ids;
  const answers = await Promise.all([merge(one, gone), merge(two, gone, town.admin)]);
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((here, there) => here - there),
    [200, 404],
  );
  assert.equal((await visitsOf(one)) + (await visitsOf(two)), 3);
});

test('an erasure after a merge deletes the desk’s texts on both records, makes the merge final, and leaves the audit hashes valid [DESK-10, SEC-14]', async () => {
  const owner = await makePerson(app, { name: 'Xerxes Patel', phone: '+919876500003' });
  const { queue } = await get(app, owner, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  await complete(queue.id);
  const { id: visit, patient } = await addWalkIn('Zerxes Patel');
  await complete(visit);
  const { id } = await merged(owner.userId, patient.id, town.admin);
  await sealNow(app.db);
  await get(app, owner, 'requestErasure');
  await app.db.run(sql`update erasure_request set due_at = ${app.clock.now()}`);
  assert.equal(await carryOutErasures({ db: app.db, clock: app.clock }), 1);
  const { rows } = await app.owner.query(
    `select 1 from patient where name ilike '%erxes%'
     union all select 1 from queue_entry where symptoms ilike '%erxes%' or notes is not null
       and patient_id in (select id from patient where erased_at is not null)`,
  );
  assert.equal(rows.length, 0);
  assert.doesNotMatch(JSON.stringify(await entriesInLog(app.owner)), /erxes/u);
  assertRefused(await call(app, town.admin, 'undoMerge', { id }), 'not_found');
  assert.deepEqual((await checkNow(app.db, town.hospitalId)).finding, null);
});

test('each merge, preview and undo is recorded with both records [DESK-10, SEC-13]', async () => {
  const kept = await addWalkIn('Veda Kale');
  await complete(kept.id);
  const gone = await addWalkIn('Vedaa Kale');
  const ids = [kept.patient.id, gone.patient.id];
  await get(app, town.receptionist, 'previewMerge', {
    id: ids[0] ?? '',
    body: { goneId: ids[1] ?? '' },
  });
  const { id } = await merged(kept.patient.id, gone.patient.id);
  await get(app, town.receptionist, 'undoMerge', { id });
  for (const action of ['look at a merge', 'merge records', 'take a merge back'] as const) {
    const { entries } = await get(app, town.admin, 'listAudit', { query: { action } });
    assert.deepEqual(
      entries[0]?.patients.map((each) => each.id).toSorted(),
      ids.toSorted(),
      action,
    );
  }
});
