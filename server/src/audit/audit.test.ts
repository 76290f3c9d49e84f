import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import type { AuditView } from '@baari/contract/account/audit.ts';
import { csvFile } from '../platform/files/csv-file.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  const [made] = await makePatients(app, 1);
  assert.ok(made);
  patient = made;
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await get(app, town.receptionist, 'getEntry', { id: queue.id });
  await call(app, town.otherAdmin, 'getEntry', { id: queue.id });
});
after(() => app.close());

test('an administrator reads who did what with whose data in the audit trail, and this reading is recorded too [API-26]', async () => {
  const { entries } = await get(app, town.admin, 'listAudit');
  const approval = entries.find(({ action }) => action === 'approve');
  assert.deepEqual(
    [approval?.person.name, approval?.role, approval?.outcome, approval?.patientCount],
    [town.receptionist.name, 'receptionist', 'ok', 1],
  );
  assert.deepEqual(approval?.patients, [{ id: patient.userId, name: patient.name }]);
  const again = await get(app, town.admin, 'listAudit');
  assert.equal(again.entries[0]?.action, 'read audit trail');
  assert.equal(again.entries[0]?.person.id, town.admin.userId);
});

test('the audit trail shows refused attempts of the hospital’s own staff, and no row of another hospital [ROLE-7, API-26]', async () => {
  const { entries } = await get(app, town.otherAdmin, 'listAudit');
  assert.deepEqual(
    entries.map(({ action, outcome, person }) => [action, outcome, person.id]),
    [
      ['read entry', 'not_found', town.otherAdmin.userId],
      ['sign in', 'ok', town.otherAdmin.userId],
    ],
  );
});

test('the audit trail can be filtered by person, action and days, and its pages leave out no row [API-26]', async () => {
  const all = await get(app, town.admin, 'listAudit', { query: { limit: 100 } });
  const mine = await get(app, town.admin, 'listAudit', {
    query: { personId: town.receptionist.userId, action: 'read entry' },
  });
  assert.deepEqual(
    mine.entries.map(({ action }) => action),
    ['read entry'],
  );
  assert.ok(all.actions.includes('approve') && all.people.length >= 2);
  const none = await get(app, town.admin, 'listAudit', { query: { to: '2020-01-01' } });
  assert.deepEqual(none.entries, []);
  const ids: number[] = [];
  let before: number | null = all.entries[0]?.id ?? 0;
  ids.push(before);
  while (before !== null) {
    const page: { entries: { id: number }[]; next: number | null } = await get(
      app,
      town.admin,
      'listAudit',
      { query: { limit: 1, before } },
    );
    ids.push(...page.entries.map(({ id }) => id));
    before = page.next;
  }
  assert.deepEqual(
    ids,
    all.entries.map(({ id }) => id),
  );
});

async function actionsIn(view: AuditView, more: object = {}): Promise<(string | null)[]> {
  const query = { view, limit: 100, ...more };
  const { entries } = await get(app, town.admin, 'listAudit', { query });
  return entries.map(({ action }) => action);
}

test('changes, reads and sign-ins in the audit trail can be viewed separately and together [SEC-13, API-26]', async () => {
  const everything = await actionsIn('everything');
  const changes = await actionsIn('changes');
  const reads = await actionsIn('reads');
  const signIns = await actionsIn('sign-ins');
  assert.ok(changes.includes('approve') && !changes.includes('read entry'));
  assert.ok(reads.includes('read entry') && reads.includes('read audit trail'));
  assert.deepEqual([...new Set(signIns)], ['sign in']);
  // `reads` has two rows more, because the reads of `everything` and `changes` above were audited
  // too.
  assert.equal(changes.length + reads.length + signIns.length, everything.length + 2);
  const mine = { personId: town.receptionist.userId };
  assert.deepEqual(await actionsIn('changes', mine), ['approve']);
  assert.deepEqual(await actionsIn('changes', { action: 'read entry' }), []);
  const wrong = await call(app, town.admin, 'listAudit', { query: { action: 'no such thing' } });
  assertRefused(wrong, 'invalid_request');
});

test('in a filtered audit trail, each page continues where the previous page ended, whatever rows lie between [SEC-13, API-26]', async () => {
  const whole = await get(app, town.admin, 'listAudit', {
    query: { view: 'sign-ins', limit: 100 },
  });
  const ids: number[] = [];
  let before: number | null = (whole.entries[0]?.id ?? 0) + 1;
  while (before !== null) {
    const page: { entries: { id: number }[]; next: number | null } = await get(
      app,
      town.admin,
      'listAudit',
      { query: { view: 'sign-ins', limit: 2, before } },
    );
    ids.push(...page.entries.map(({ id }) => id));
    before = page.next;
  }
  assert.deepEqual(
    ids,
    whole.entries.map(({ id }) => id),
  );
});

test('audit rows written under former action names are still shown [SEC-13]', async () => {
  const former = ['signed in on new device', 'passkey added', 'set time without use'];
  for (const name of former) {
    await app.db.run(sql`
      insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
      values (now(), ${town.admin.userId}, 'hospital_admin', ${town.hospitalId}, ${name}, '{}',
        '192.0.2.1', 'ok')`);
  }
  const named = await get(app, town.admin, 'listAudit', { query: { limit: 3 } });
  assert.deepEqual(
    named.entries.map(({ action, recordedAs }) => [action, recordedAs]).toReversed(),
    [
      ['sign in', 'signed in on new device'],
      ['add passkey', 'passkey added'],
      ['change time without use', 'set time without use'],
    ],
  );
  const added = await get(app, town.admin, 'listAudit', { query: { action: 'add passkey' } });
  assert.equal(added.entries.length, 1, 'found by what it means');
  for (const name of ['GET /queues/:id', 'POST /queues/request', 'something long gone']) {
    await app.db.run(sql`
      insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
      values (now(), ${town.admin.userId}, 'hospital_admin', ${town.hospitalId}, ${name}, '{}',
        '192.0.2.1', 'forbidden')`);
  }
  const { entries, actions } = await get(app, town.admin, 'listAudit');
  assert.deepEqual(
    entries.slice(0, 3).map(({ action, recordedAs }) => [action, recordedAs]),
    [
      [null, 'something long gone'],
      ['make another call', 'POST /queues/request'],
      ['read entry', 'GET /queues/:id'],
    ],
  );
  assert.ok(actions.includes('make another call') && actions.includes('read entry'));
  const query = { action: 'read entry', limit: 1 };
  const [found] = (await get(app, town.admin, 'listAudit', { query })).entries;
  assert.equal(found?.recordedAs, 'GET /queues/:id');
});

test('a name that looks like a spreadsheet formula stays text in the downloaded audit trail [API-26]', async () => {
  await app.db.run(sql`
    update identity."user" set name = '=cmd()' where id = ${town.receptionist.userId}`);
  const answer = await call(app, town.admin, 'exportAudit');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/u);
  assert.match(answer.text, /,'=cmd\(\),/u);
  assert.doesNotMatch(answer.text, /,=cmd/u);
});

test('every cell of the downloaded audit trail is text, whatever character the cell begins with [API-26]', async () => {
  const bytes = await csvFile([['=1+1', '+1', '-1', '@x', '\tx', 'a "b", c', -1, null]]);
  const file = Buffer.from(bytes).toString();
  assert.equal(file, `\uFEFF'=1+1,'+1,'-1,'@x,'\tx,"a ""b"", c",-1,\r\n`);
});
