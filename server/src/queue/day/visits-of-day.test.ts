/** Tests the desk's search in today's visits [DESK-1, DESK-2]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { visitsOfDayShown } from '@baari/contract/queue/queue.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patients = await makePatients(app, 4);
});
after(() => app.close());

async function ask(patient: TestPerson | undefined): Promise<string> {
  assert.ok(patient !== undefined);
  const body = { doctorId: town.doctorId };
  return (await get(app, patient, 'requestPlace', { body })).queue.id;
}

async function found(body: object): Promise<string[]> {
  const parts = { id: town.hospitalId, body };
  const { visits } = await get(app, town.receptionist, 'listVisitsOfDay', parts);
  return visits.map(({ id }) => id);
}

test('the desk finds visits that ended today, latest first, and visits in progress if chosen, and each search is recorded [DESK-1, DESK-2, SEC-13]', async () => {
  const [a, b, c] = [await ask(patients[0]), await ask(patients[1]), await ask(patients[2])];
  for (const id of [a, b, c]) await get(app, town.admin, 'approveRequest', { id });
  await get(app, town.admin, 'removeEntry', { id: b });
  await get(app, town.admin, 'updateEntry', { id: a, body: { status: 'no_show' } });
  const parts = { id: town.hospitalId, body: {} };
  const today = await get(app, town.receptionist, 'listVisitsOfDay', parts);
  const { rows } = await app.db.pool.query(
    'select action, user_id from audit order by id desc limit 1',
  );
  assert.deepEqual(rows, [{ action: "read today's visits", user_id: town.receptionist.userId }]);
  assert.deepEqual(
    today.visits.map(({ id, status }) => [id, status]),
    [
      [a, 'no_show'],
      [b, 'cancelled'],
    ],
  );
  assert.deepEqual([today.total, today.next], [2, null]);
  assert.deepEqual(await found({ open: true }), [c, a, b]);
  assert.deepEqual(await found({ doctorId: town.colleagueId, open: true }), []);
  const yesterday = `update queue_entry set ended_at = ended_at - interval '1 day' where id = $1`;
  await app.owner.query(yesterday, [b]);
  assert.deepEqual(await found({}), [a], 'yesterday is over');
});

test('a visit of today is found by part of the name, by the token in any spelling, and by a phone number that the desk may see [DESK-2, SEC-5]', async () => {
  const { visits } = await get(app, town.receptionist, 'listVisitsOfDay', {
    id: town.hospitalId,
    body: { open: true },
  });
  const open = visits.find(({ status }) => status === 'waiting');
  assert.ok(open !== undefined && open.token !== null);
  const { id, token } = open;
  const part = open.patient.fullName.slice(1).toUpperCase();
  assert.ok((await found({ search: part, open: true })).includes(id));
  for (const search of [token, token.replace('-', ''), token.toLowerCase()]) {
    assert.deepEqual(await found({ search, open: true }), [id], search);
  }
  assert.deepEqual(await found({ search: '%', open: true }), [], 'no wildcard');
  await app.owner.query("update queue_entry set contact_phone = '+919810000003'");
  assert.deepEqual(await found({ search: 'Q-003', open: true }), [], 'a token is no phone');
  await app.owner.query("update queue_entry set contact_phone = '+919812345678'");
  const byPhone = await found({ search: '98123 45678', open: true });
  assert.deepEqual(byPhone, [id], 'not by what is hidden of a request that came to nothing');
});

test('a visit of today is found by a name typed in any script [DESK-2]', async () => {
  await app.owner.query('delete from queue_entry');
  const [hindi, latin] = [await ask(patients[0]), await ask(patients[1])];
  const rename =
    'update patient set name = $2 where id = (select patient_id from queue_entry where id = $1)';
  await app.owner.query(rename, [hindi, 'प्रिया शर्मा']);
  await app.owner.query(rename, [latin, 'Ramesh Kumar']);
  assert.deepEqual(await found({ search: 'priya', open: true }), [hindi]);
  assert.deepEqual(await found({ search: 'ரமேஷ்', open: true }), [latin]);
  assert.deepEqual(await found({ search: 'Pratap', open: true }), []);
});

test('a long list of today’s visits is shown page by page, and another hospital’s visits are not found [DESK-1, KEEP-9]', async () => {
  await app.owner.query('delete from queue_entry');
  const id = await ask(patients[3]);
  await get(app, town.admin, 'rejectRequest', { id, body: { reason: 'No time.' } });
  await app.owner.query(
    `insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
        ended_at, changed_at, last_action, rejection_reason)
      select hospital_id, doctor_id, patient_id, status, urgency, joined_at,
        ended_at - n * interval '1 millisecond', changed_at, last_action, rejection_reason
      from queue_entry, generate_series(1, $1::int) n`,
    [visitsOfDayShown + 4],
  );
  const read = (body: object) =>
    get(app, town.receptionist, 'listVisitsOfDay', { id: town.hospitalId, body });
  const first = await read({});
  assert.deepEqual([first.visits.length, first.total], [visitsOfDayShown, visitsOfDayShown + 5]);
  const second = await read({ after: first.next });
  assert.deepEqual([second.visits.length, second.next], [5, null]);
  const seen = [...first.visits, ...second.visits].map((visit) => visit.id);
  assert.equal(new Set(seen).size, visitsOfDayShown + 5, 'each once');
  const parts = { id: town.hospitalId, body: {} };
  assertRefused(await call(app, town.otherAdmin, 'listVisitsOfDay', parts), 'not_found');
});

test('a scanned ticket finds its patient and place in line, and another hospital’s ticket finds nothing [DESK-11, DESK-2]', async () => {
  await app.owner.query('delete from queue_entry');
  const body = { name: 'Lata Rane', phone: '+919811122334', doctorId: town.doctorId };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id: queue.id });
  const search = ticket.url;
  assert.deepEqual(await found({ search, open: true }), [queue.id]);
  assert.deepEqual(await found({ search: `${search}?lang=hi`, open: true }), [queue.id]);
  assert.deepEqual(await found({ search: `${search}x`, open: true }), []);
  const elsewhere = await get(app, town.otherAdmin, 'listVisitsOfDay', {
    id: town.otherHospitalId,
    body: { search, open: true },
  });
  assert.deepEqual(elsewhere.visits, []);
  const token = queue.token ?? '';
  for (const typed of [token, token.toLowerCase(), token.replace('-', ''), '९८१११२२३३४']) {
    assert.deepEqual(await found({ search: typed, open: true }), [queue.id], typed);
    const { patients: known } = await get(app, town.receptionist, 'findKnownPatients', {
      body: { search: typed },
    });
    assert.deepEqual(
      known.map(({ id }) => id),
      [queue.patient.id],
      typed,
    );
    const theirs = await get(app, town.otherAdmin, 'findKnownPatients', {
      body: { search: typed },
    });
    assert.deepEqual(theirs.patients, []);
  }
  for (const typed of [search, token.toLowerCase().replace('-', '')]) {
    for (const find of ['findKnownPatients', 'findReportPatients'] as const) {
      const asked = { body: { search: typed } };
      const { patients: known } = await get(app, town.receptionist, find, asked);
      assert.deepEqual(
        known.map(({ id }) => id),
        [queue.patient.id],
        `${find} ${typed}`,
      );
      const theirs = await get(app, town.otherAdmin, find, asked);
      assert.deepEqual(theirs.patients, [], `${find} of elsewhere`);
    }
  }
});
