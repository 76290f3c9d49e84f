/**
 * Tests that no patient data reaches an unauthenticated caller, the log, an error or a URL
 * [security 5].
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@baari/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@baari/contract/endpoints.ts';
import { streamPath } from '@baari/contract/events.ts';
import { boardStreamPath } from '@baari/contract/hospital/screen.ts';
import {
  call,
  get,
  makeTestApp,
  readReply,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

const planted = 200;
/**
 * Recognisable words. Every text that this test stores contains one of these words, which nothing
 * else contains.
 */
const marks = ['Xanthippe', 'zugzwang', 'qwertz', 'plumbago'] as const;
/** A whole phone number, because four digits of it can occur in times and durations of the log. */
const phoneMark = /(?<![\d.])(?:\+?91)?5550\d{6}(?!\d)/u;

let app: TestApp;
let town: Town;
let caller: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  const [person] = await makePatients(app, 1);
  assert.ok(person !== undefined);
  caller = person;
  await plant();
});
after(() => app.close());

/**
 * Stores 200 patients in every status, with recognisable names, addresses, phone numbers, symptoms
 * and notes.
 */
async function plant(): Promise<void> {
  const { pool } = app.db;
  await pool.query(
    `insert into patient (id, account_id, name, email, phone)
     select gen_random_uuid(), gen_random_uuid(), 'Xanthippe ' || n, 'qwertz' || n || '@example.org',
       '+915550' || lpad(n::text, 6, '0')
     from generate_series(1, $1::int) n`,
    [planted],
  );
  await pool.query(
    `insert into queue_entry (hospital_id, doctor_id, patient_id, status, order_key, symptoms,
       urgency, rejection_reason, notes, cancelled_by, joined_at, approved_at, started_at, ended_at)
     select $1, $2, id, status, n, 'zugzwang ' || n, 'high',
       case when status = 'rejected' then 'plumbago' end, 'plumbago ' || n,
       case when status = 'cancelled' then 'staff' end, now(), now(), now(),
       case when status in ('pending_approval', 'waiting') then null else now() end
     from (
       select id, row_number() over () as n, (array['pending_approval', 'waiting', 'completed',
         'cancelled', 'no_show', 'rejected'])[1 + (row_number() over ()) % 6] as status
       from patient where name like 'Xanthippe%'
     ) p`,
    [town.hospitalId, town.doctorId],
  );
}

function assertNothingRevealed(text: string, where: string): void {
  for (const mark of marks) {
    assert.ok(!text.toLowerCase().includes(mark.toLowerCase()), `${mark} in ${where}`);
  }
  assert.ok(!phoneMark.test(text), `a phone in ${where}`);
}

/** The response as text, without Content-Length, which may be any number. */
function everythingOf(answer: TestAnswer): string {
  const headers = [...answer.headers].filter(([name]) => name !== 'content-length');
  return headers.flat().join('\n') + answer.text;
}

const names = Object.keys(endpoints) as EndpointName[];

async function someEntryId(): Promise<string> {
  const { rows } = await app.db.pool.query<{ id: string }>('select id from queue_entry limit 1');
  return rows[0]?.id ?? '';
}

test('staff can read the test patient’s data, so the other tests can detect this data where it must not appear', async () => {
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  const pending = await get(app, town.admin, 'listPending', { id: town.hospitalId });
  const text = JSON.stringify([queue, pending]);
  for (const mark of marks) assert.ok(text.includes(mark), mark);
  assert.match(text, phoneMark);
});

test('no API answer to a visitor without sign-in holds any data of a patient [ROLE-5, SEC-5]', async () => {
  let asked = 0;
  for (const name of names) {
    const { access, params, method }: Endpoint = endpoints[name];
    if (access !== 'public' || method !== 'GET') continue;
    const ids =
      params === undefined ? [undefined] : [town.hospitalId, town.doctorId, await someEntryId()];
    for (const id of ids) {
      const answer = await call(app, undefined, name, id === undefined ? {} : { id });
      assertNothingRevealed(everythingOf(answer), name);
      asked += 1;
    }
  }
  for (const mark of [...marks, '5550']) {
    // A search for the recognisable word finds nothing, and the search text is stored nowhere.
    const { hospitals } = await get(app, undefined, 'listHospitals', { query: { search: mark } });
    assert.deepEqual(hospitals, [], mark);
  }
  const pages = ['health', 'ready', 'docs', 'docs.css', 'openapi.json', 'nothing', 'metrics'];
  for (const page of pages) {
    const answer = await app.send({ method: 'GET', url: `/api/${page}` });
    assertNothingRevealed(everythingOf(answer), page);
  }
  assert.ok(asked >= 8);
});

test('no display, kiosk or ticket reveals who a patient is [ARR-4…6]', async () => {
  const { pool } = app.db;
  await pool.query(
    `update queue_entry e set token = 'A-' || n, token_day = current_date, token_number = n
     from (select id, row_number() over () as n from queue_entry) numbered
     where numbered.id = e.id and e.status <> 'pending_approval'`,
  );
  const link = (kind: string) =>
    get(app, town.admin, 'makeScreen', { body: { kind, name: kind } }).then(({ url }) =>
      new URL(url).hash.slice(1),
    );
  const leaving = new AbortController();
  const display = await fetch(`${app.origin()}/api${boardStreamPath}`, {
    headers: { authorization: `Bearer ${await link('display')}` },
    signal: leaving.signal,
  });
  let heard = '';
  for await (const text of display.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += text;
    if (heard.includes('"board"') && heard.endsWith('\n\n')) break;
  }
  leaving.abort();
  assert.match(heard, /"next":\["A-\d+"/u);
  assertNothingRevealed(heard, 'the display');

  const key = await link('kiosk');
  let letIn = 0;
  for (const answer of ['000001', '000002', '000003', '0001', 'A-1', 'A-2', 'qwertz1', '5550']) {
    const said = await call(app, undefined, 'checkInAtKiosk', { body: { key, answer } });
    assertNothingRevealed(everythingOf(said), 'the kiosk');
    if (said.status !== 200) continue;
    const right = readReply('checkInAtKiosk', said).questions?.right;
    if (right === undefined) continue;
    letIn += 1;
    for (const name of ['openKioskQuestions', 'leaveKioskQuestions'] as const) {
      const asked = await call(app, undefined, name, { body: { key, right } });
      assert.equal(asked.status, 200, asked.text);
      assertNothingRevealed(everythingOf(asked), 'the questions at the kiosk');
    }
  }
  assert.ok(letIn > 0);

  const { rows } = await pool.query<{ id: string }>(
    'select distinct on (status) id from queue_entry where token is not null',
  );
  assert.equal(rows.length, 5, 'one of each status');
  for (const { id } of rows) {
    const { ticket } = await get(app, town.admin, 'makeTicket', { id });
    for (const lang of ['en', 'hi']) {
      const url = `${new URL(ticket.url).pathname}?lang=${lang}`;
      const page = await app.send({ method: 'GET', url });
      assert.equal(page.status, 200);
      assertNothingRevealed(everythingOf(page), 'the ticket');
    }
  }
});

test('no refusal to a stranger or to another hospital’s staff reveals a patient [SEC-5] @long', async () => {
  const entryId = await someEntryId();
  for (const name of names) {
    if (endpoints[name].access === 'public') continue;
    for (const who of [undefined, { token: 'forged' }, caller, town.otherAdmin]) {
      const answer = await call(app, who, name, { id: entryId });
      if (answer.status >= 400) assertNothingRevealed(everythingOf(answer), `${name}: refusal`);
      if (who === caller || who === town.otherAdmin) {
        assertNothingRevealed(answer.text, `${name}: answer to a stranger`);
      }
    }
  }
  assert.equal((await app.send({ method: 'GET', url: `/api${streamPath}` })).status, 401);
});

test('no error message repeats the text that the caller sent [SEC-5]', async () => {
  const { pool } = app.db;
  const taken = await pool.query<{ id: string }>(
    `select id from queue_entry where status = 'rejected' limit 1`,
  );
  const id = taken.rows[0]?.id ?? '';
  const doctorId = town.doctorId;
  const answers = await Promise.all([
    call(app, caller, 'requestPlace', { body: { doctorId: 'Xanthippe', symptoms: 'zugzwang' } }),
    call(app, caller, 'requestPlace', { body: { doctorId, urgency: 'zugzwang' } }),
    call(app, caller, 'requestPlace', { body: '{"symptoms":"zugzwang",,}' }),
    call(app, town.admin, 'noteEntry', { id, body: { notes: 'zugzwang' } }),
    call(app, town.admin, 'approveRequest', { id, body: { notes: 'plumbago' } }),
    call(app, town.admin, 'addDoctor', { body: { name: 'Xanthippe', email: 'qwertz' } }),
    app.send({ method: 'GET', url: '/api/hospitals/Xanthippe%' }),
    app.send({ method: 'GET', url: '/api/Xanthippe' }),
    app.send({ method: 'GET', url: `/api/hospitals?search=${'Xanthippe'.repeat(99)}` }),
    app.send({
      method: 'POST',
      url: '/api/identity/sign-in/email',
      body: { email: 'qwertz1@example.org', password: 'plumbago' },
    }),
  ]);
  for (const answer of answers) {
    assert.ok(answer.status >= 400, answer.text);
    assertNothingRevealed(everythingOf(answer), answer.text);
  }
});

test('a server error shows and logs neither patient data nor the database statement [SEC-5]', async () => {
  const logged = app.logged.length;
  await app.owner.query(
    `alter table queue_entry add constraint planted check (symptoms <> 'zugzwang 9999')`,
  );
  try {
    const answer = await call(app, caller, 'requestPlace', {
      body: { doctorId: town.doctorId, symptoms: 'zugzwang 9999' },
    });
    assert.equal(answer.status, 500);
    assertNothingRevealed(everythingOf(answer), 'the answer');
    assert.ok(!/select|insert|queue_entry|\.ts/iu.test(answer.text), answer.text);
  } finally {
    await app.owner.query('alter table queue_entry drop constraint planted');
  }
  const lines = app.logged.slice(logged).join('');
  assert.match(lines, /"code":"23514"/u, 'what failed is in the log');
  assertNothingRevealed(lines, 'the log');
});

// This test runs last, when every call above has been logged.
test('no line of the log holds any patient data, token, address or id [SEC-5]', async () => {
  const { queues } = await get(app, town.admin, 'listWaiting', { id: town.hospitalId });
  const [waiting] = queues;
  assert.ok(waiting !== undefined);
  await get(app, town.admin, 'noteEntry', { id: waiting.id, body: { notes: 'plumbago again' } });
  await call(app, town.admin, 'getEntry', { id: randomUUID() });
  const log = app.logged.join('');
  assert.ok(app.logged.length > 100, 'the log is not empty');
  assertNothingRevealed(log, 'the log');
  const secrets = [caller.token, caller.session, caller.email, town.admin.token, waiting.id];
  for (const secret of secrets) assert.ok(!log.includes(secret), secret);
  assert.ok(!log.includes('Bearer'));
});
