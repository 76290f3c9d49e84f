/** Tests of API keys: making, using and revoking them, and what is kept and told of it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import sql from 'sql-template-tag';
import {
  assertRefused,
  type CallParts,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { listenToStatements } from '../testing/measuring/statements.ts';
import { mailsTo } from '../testing/test-mails.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { addTo, makeLine } from '../testing/test-stops.ts';
import { remindOfKeys } from './remind-of-keys.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

interface Key {
  readonly id: string;
  readonly token: string;
}

async function makeKey(
  scopes: readonly Scope[],
  { by = town.admin, lifetime = 'year', name = 'HIS bridge' } = {},
): Promise<Key> {
  const { apiKey, key } = await get(app, by, 'makeApiKey', { body: { name, scopes, lifetime } });
  return { id: apiKey.id, token: key };
}

function byKey(
  key: { readonly token: string },
  name: EndpointName,
  parts: CallParts = {},
  through: Pick<TestApp, 'send'> = app,
): Promise<TestAnswer> {
  return call(through, key, name, { ...parts, isByKey: true });
}

const deskScopes = ['queue:read', 'queue:act'] as const;

/** A request of a new patient, whose name, contact and words are marked. */
async function request(): Promise<{ readonly patient: TestPerson; readonly id: string }> {
  const patient = await makePerson(app);
  const body = { doctorId: town.doctorId, symptoms: 'chest pain' };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  return { patient, id: queue.id };
}

test('a key is shown once: the server keeps its hash, and the list shows who made it and its last four characters [API-28]', async () => {
  const { token, id } = await makeKey(['queue:read'], { name: 'Laboratory system' });
  assert.match(token, /^baari_a_[0-9A-Za-z]{49}$/u);
  const row = await app.db.one<{ text: string }>(sql`
    select k::text as text from api_key k where k.id = ${id}`);
  assert.ok(!row.text.includes(token.slice(8, 40)), 'the database does not hold the key');
  const { keys } = await get(app, town.admin, 'listApiKeys');
  const listed = keys.find((each) => each.id === id);
  assert.equal(listed?.shown, `baari_a_…${token.slice(-4)}`);
  assert.equal(listed?.madeBy.id, town.admin.userId);
  assert.equal(listed?.lastUse, null);
  assert.ok(!JSON.stringify(keys).includes(token));
});

test('a text that is no key, or has a wrong checksum, is refused without a statement to the database [API-28, SEC-16]', async () => {
  const { token } = await makeKey(['queue:read']);
  const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  const listen = listenToStatements(app.db.pools);
  for (const text of [wrong, `baari_a_${'x'.repeat(49)}`, 'x', town.admin.token]) {
    let answer: TestAnswer | undefined;
    const { statements } = await listen(async () => {
      answer = await byKey({ token: text }, 'getDayCounts', { id: town.hospitalId });
    });
    assert.ok(answer !== undefined);
    assertRefused(answer, 'key_not_valid');
    assert.deepEqual(statements, [], text);
  }
  const { statements } = await listen(() => byKey({ token }, 'getOwnHospital'));
  assert.ok(statements.length > 0, 'a real key is looked up');
});

test('a session is no key at /api/v1, and a key is no session at /api, not even for the live stream [API-28]', async () => {
  const { token } = await makeKey(deskScopes);
  assertRefused(await byKey(town.admin, 'getOwnHospital'), 'key_not_valid');
  const cookie = { headers: { cookie: `session=${town.admin.session}` } };
  const withCookie = await call(app, undefined, 'getOwnHospital', { ...cookie, isByKey: true });
  assertRefused(withCookie, 'key_not_valid');
  assertRefused(await call(app, { token }, 'getOwnHospital'), 'not_authenticated');
  assertRefused(await call(app, { token }, 'listApiKeys'), 'not_authenticated');
  const stream = await app.send({ method: 'GET', url: '/api/live/events', token });
  assert.ok(stream.status === 401 || stream.status === 404, stream.text);
});

test('a revoked key is refused at the next request by every process, an expired one says that it expired [API-28]', async () => {
  const second = await makeTestApp({ beside: app });
  try {
    const { token, id } = await makeKey(['lines:read'], { lifetime: '30 days' });
    const ended = await makeKey(['lines:read']);
    for (const process of [app, second]) {
      assert.equal((await byKey({ token }, 'getOwnHospital', {}, process)).status, 200);
      assert.equal((await byKey(ended, 'getOwnHospital', {}, process)).status, 200);
    }
    await get(app, town.admin, 'revokeApiKey', { id: ended.id });
    await app.db.run(sql`update api_key set expires_at = ${app.clock.now()} where id = ${id}`);
    for (const process of [app, second]) {
      assertRefused(await byKey(ended, 'getOwnHospital', {}, process), 'key_not_valid');
      assertRefused(await byKey({ token }, 'getOwnHospital', {}, process), 'key_expired');
    }
    // A key stays on record after its end, and revoking twice is refused.
    assertRefused(await call(app, town.admin, 'revokeApiKey', { id: ended.id }), 'not_found');
    const { keys } = await get(app, town.admin, 'listApiKeys');
    const listed = keys.find((each) => each.id === ended.id);
    assert.equal(listed?.revoked?.by.id, town.admin.userId);
  } finally {
    await second.close();
  }
});

test('when a key is revoked, the counters that it opened close at once, except one with a patient; counters of staff and a doctor’s point stay open [API-28, LINE-2]', async () => {
  const key = await makeKey(deskScopes);
  const line = await makeLine(app, town.admin, { name: 'Blood tests', points: 4 });
  const rooms = await makeLine(app, town.admin, {
    name: 'Any doctor',
    kind: 'any_doctor',
    points: [town.doctorId],
  });
  const [opened = '', paused = '', serving = ''] = line.points.map(({ id }) => id);
  const [room = ''] = rooms.points.map(({ id }) => id);
  for (const id of [opened, paused, serving, room]) {
    for (const state of ['closed', 'open'])
      await byKey(key, 'setPointState', { id, body: { state } });
  }
  await byKey(key, 'setPointState', { id: paused, body: { state: 'paused' } });
  await addTo(app, town.receptionist, line.id);
  assert.equal((await byKey(key, 'callNext', { id: serving })).status, 200);
  const other = await makeKey(deskScopes);
  await get(app, town.admin, 'revokeApiKey', { id: other.id });
  const statesOf = async (id: string) => {
    const { lines } = await get(app, town.admin, 'listLines', {});
    return lines.find((each) => each.id === id)?.points.map(({ state, by }) => [state, by?.name]);
  };
  assert.deepEqual(
    (await statesOf(line.id))?.[0],
    ['open', 'HIS bridge'],
    'another key was revoked',
  );
  await get(app, town.admin, 'revokeApiKey', { id: key.id });
  assert.deepEqual(await statesOf(line.id), [
    ['closed', undefined],
    ['closed', undefined],
    ['open', 'HIS bridge'],
    ['open', town.admin.name],
  ]);
  assert.deepEqual(await statesOf(rooms.id), [['open', 'HIS bridge']]);
  const { body } = await app.db.one<{ body: { points: { state: string }[] } }>(sql`
    select body from event where type = 'line_updated' and doctor_id = ${line.id}
    order by id desc limit 1`);
  const sent = body.points.map(({ state }) => state);
  assert.deepEqual(sent, ['closed', 'closed', 'open', 'open'], 'every desk screen learns of it');
});

test('only an administrator who proved their identity lately makes a key, and sees only keys of their own hospital [API-28, SEC-17, ROLE-7]', async () => {
  const { id } = await makeKey(['queue:read']);
  const body = { name: 'HIS bridge', scopes: ['queue:read'] };
  assertRefused(await call(app, town.receptionist, 'makeApiKey', { body }), 'forbidden');
  const others = await get(app, town.otherAdmin, 'listApiKeys');
  assert.ok(!others.keys.some((each) => each.id === id));
  assertRefused(await call(app, town.otherAdmin, 'revokeApiKey', { id }), 'not_found');
  await app.db.run(sql`
    update identity.session set proved_at = proved_at - interval '1 day'
    where user_id = ${town.admin.userId}`);
  assertRefused(await call(app, town.admin, 'makeApiKey', { body }), 'proof_required');
  await app.db.run(sql`
    update identity.session set proved_at = now() where user_id = ${town.admin.userId}`);
});

test('a key reads and changes only its own hospital [API-28, ROLE-7]', async () => {
  const others = await makeKey(deskScopes, { by: town.otherAdmin });
  const { id } = await request();
  assertRefused(await byKey(others, 'getEntry', { id }), 'not_found');
  assertRefused(await byKey(others, 'approveRequest', { id, body: {} }), 'not_found');
  assertRefused(await byKey(others, 'getDoctorQueue', { id: town.doctorId }), 'not_found');
  assertRefused(await byKey(others, 'listPending', { id: town.hospitalId }), 'not_found');
  await get(app, town.admin, 'rejectRequest', { id, body: { reason: 'closed' } });
});

test("a key without patients:read sees a token, an age band and an urgency, and no name, contact, words or patient's id [API-28, SEC-18]", async () => {
  const key = await makeKey(deskScopes);
  const whole = await makeKey([...deskScopes, 'patients:read']);
  const { patient, id } = await request();
  await get(app, town.admin, 'approveRequest', { id, body: {} });
  await get(app, town.admin, 'noteEntry', { id, body: { notes: 'fears needles' } });
  const born = new Date(app.clock.now().getTime() - 40.5 * 365.25 * 86_400_000);
  await app.db.run(sql`update patient set date_of_birth = ${born} where id = ${patient.userId}`);
  const secrets = [patient.email, patient.userId, 'chest pain', 'fears needles'];
  const name = (await get(app, town.admin, 'getEntry', { id })).queue.patient.name;
  for (const [call, parts] of [
    ['getEntry', { id }],
    ['listWaiting', { id: town.hospitalId }],
    ['getDoctorQueue', { id: town.doctorId }],
  ] as const) {
    const { text } = await byKey(key, call, parts);
    for (const secret of [...secrets, name])
      assert.ok(!text.includes(secret), `${call}: ${secret}`);
    assert.match(text, /"token":"[A-Z]+-\d+"/u);
    assert.match(text, /"urgency":"/u);
    const named = await byKey(whole, call, parts);
    assert.ok(named.text.includes(name), call);
    assert.ok(!named.text.includes('chest pain') && !named.text.includes('fears needles'));
  }
  // The age of an account's person counts only if the profile is shared with the hospital.
  assert.match((await byKey(key, 'getEntry', { id })).text, /"ageBand":null/u);
  const share = { hospitalId: town.hospitalId, purpose: 'profile', isGiven: true };
  await get(app, patient, 'saveConsent', { id: town.hospitalId, body: share });
  assert.match((await byKey(key, 'getEntry', { id })).text, /"ageBand":"30-44"/u);
  await get(app, town.admin, 'removeEntry', { id });
});

test('what a key reads and changes is on record under its name, and colleagues read that name on the entry [API-28, SEC-13]', async () => {
  const key = await makeKey(deskScopes, { name: 'Front desk system' });
  const { patient, id } = await request();
  await byKey(key, 'getEntry', { id });
  assert.equal((await byKey(key, 'approveRequest', { id, body: {} })).status, 200);
  assertRefused(await byKey(key, 'approveRequest', { id, body: {} }), 'illegal_transition');
  const { entries, people } = await get(app, town.admin, 'listAudit', {
    query: { personId: key.id },
  });
  assert.deepEqual(
    entries.map(({ action, outcome, role }) => [action, outcome, role]),
    [
      ['approve', 'illegal_transition', 'key'],
      ['approve', 'ok', 'key'],
      ['read entry', 'ok', 'key'],
    ],
  );
  assert.ok(entries.every(({ person }) => person.name === 'Front desk system'));
  assert.deepEqual(
    entries[1]?.patients.map((each) => each.id),
    [patient.userId],
  );
  assert.ok(people.some((each) => each.id === key.id && each.name === 'Front desk system'));
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.ok('lastChange' in queue);
  assert.deepEqual(queue.lastChange?.by, { id: key.id, name: 'Front desk system' });
  const made = await get(app, town.admin, 'listAudit', { query: { action: 'make API key' } });
  assert.ok(made.entries.some(({ about }) => about.key?.name === 'Front desk system'));
  await get(app, town.admin, 'removeEntry', { id });
});

test("a hospital's system completes a visit with queue:read and queue:act: in the order of the line, and also a patient who still waits behind others [API-28]", async () => {
  const key = await makeKey(deskScopes);
  const [first, second, third] = [await request(), await request(), await request()];
  const pending = await byKey(key, 'listPending', { id: town.hospitalId });
  assert.ok(pending.text.includes(first.id));
  for (const { id } of [first, second, third]) {
    assert.equal((await byKey(key, 'approveRequest', { id, body: {} })).status, 200);
  }
  // Called, then completed.
  assert.equal((await byKey(key, 'startConsultation', { id: first.id })).status, 200);
  // Another patient of the doctor is inside: the visit to be completed next is named by the code.
  const early = await byKey(key, 'completeConsultation', { id: third.id, body: {} });
  assertRefused(early, 'consultation_running');
  assert.equal((await get(app, town.admin, 'getEntry', { id: third.id })).queue.position, 2);
  assert.equal((await byKey(key, 'completeConsultation', { id: first.id, body: {} })).status, 200);
  // The doctor has seen the third patient. The second still waits.
  const done = await byKey(key, 'completeConsultation', { id: third.id, body: {} });
  assert.equal(done.status, 200, done.text);
  assert.match(done.text, /"status":"completed"/u);
  const { queue } = await get(app, third.patient, 'getEntry', { id: third.id });
  assert.ok(queue.startedAt !== null && queue.endedAt !== null);
  assert.equal((await get(app, town.admin, 'getEntry', { id: second.id })).queue.position, 1);
  const fourth = await request();
  await byKey(key, 'approveRequest', { id: fourth.id, body: {} });
  const body = { status: 'completed' };
  assert.equal((await byKey(key, 'updateEntry', { id: fourth.id, body })).status, 200);
  assertRefused(
    await byKey(key, 'completeConsultation', { id: third.id, body: {} }),
    'illegal_transition',
  );
  // A doctor still completes only a patient who was called.
  assertRefused(
    await call(app, town.doctor, 'completeConsultation', { id: second.id, body: {} }),
    'illegal_transition',
  );
  await get(app, town.admin, 'removeEntry', { id: second.id });
});

test('a key calls and completes at the counter of a shared line [API-28, LINE-2]', async () => {
  const key = await makeKey(deskScopes);
  const { id, points } = await makeLine(app, town.admin, { name: 'Laboratory' });
  const pointId = points[0]?.id ?? '';
  await addTo(app, town.receptionist, id);
  assert.equal((await byKey(key, 'callNext', { id: pointId })).status, 200);
  const counter = await byKey(key, 'getCounter', { id: pointId });
  assert.match(counter.text, /"serving":\{/u);
  const finished = await byKey(key, 'finishAtPoint', { id: pointId, body: { as: 'completed' } });
  assert.equal(finished.status, 200, finished.text);
});

test('a repeated request of a key with the same Idempotency-Key has one effect, and the same text of another key is its own [API-28, INV-7]', async () => {
  const [one, two] = [await makeKey(deskScopes), await makeKey(deskScopes)];
  const { id } = await request();
  const parts = { id, body: {}, headers: { 'idempotency-key': 'visit-4711' } };
  const first = await byKey(one, 'approveRequest', parts);
  const again = await byKey(one, 'approveRequest', parts);
  assert.equal(first.status, 200, first.text);
  assert.equal(again.text, first.text);
  assertRefused(await byKey(two, 'approveRequest', parts), 'illegal_transition');
  await get(app, town.admin, 'removeEntry', { id });
});

test('each key has a rate limit of its own, and the answer tells how much of it is left [API-28, SEC-10]', async () => {
  const limited = await makeTestApp({ beside: app, rateLimit: true });
  try {
    const [busy, calm] = [await makeKey(['lines:read']), await makeKey(['lines:read'])];
    const first = await byKey(busy, 'getOwnHospital', {}, limited);
    assert.match(first.headers.get('ratelimit') ?? '', /^"read";r=599;t=\d+$/u);
    assert.equal(first.headers.get('ratelimit-policy'), '"read";q=600;w=60');
    let last = first;
    for (let count = 0; count < 600; count += 1) {
      last = await byKey(busy, 'getOwnHospital', {}, limited);
    }
    assertRefused(last, 'too_many_requests');
    assert.ok(Number(last.headers.get('retry-after')) > 0);
    assert.equal((await byKey(calm, 'getOwnHospital', {}, limited)).status, 200);
  } finally {
    await limited.close();
  }
});

test('a key’s last use is written once a minute, and its first use from another network is mailed to the administrators [API-28]', async () => {
  const key = await makeKey(['lines:read'], { name: 'Wandering system' });
  const listen = listenToStatements(app.db.pools);
  const first = await listen(() => byKey(key, 'getOwnHospital'));
  const second = await listen(() => byKey(key, 'getOwnHospital'));
  const writes = (heard: typeof first) =>
    heard.statements.filter((each) => /update api_key/u.test(each));
  assert.equal(writes(first).length, 1);
  assert.equal(writes(second).length, 0);
  const lookups = second.statements.filter((each) => /from api_key/u.test(each));
  assert.equal(lookups.length, 1, 'one statement authenticates');
  const news = async () =>
    (await mailsTo(app.db, town.admin.email)).filter(
      ({ subject, plain }) => /new network/u.test(subject) && plain.includes('Wandering system'),
    );
  assert.equal((await news()).length, 0, 'the first network of a key is no news');
  await app.db.run(sql`
    update api_key set networks = '{203.0.113.9}', last_network = '203.0.113.9' where id = ${key.id}`);
  await byKey(key, 'getOwnHospital');
  await byKey(key, 'getOwnHospital');
  assert.equal((await news()).length, 1);
  const { keys } = await get(app, town.admin, 'listApiKeys');
  assert.notEqual(keys.find(({ id }) => id === key.id)?.lastUse, null);
});

test('administrators get a mail when a key is made, 30 and 7 days before its end, and after 90 days without use, each once [API-28]', async () => {
  const hospital = await makeTown(app);
  const key = await makeKey(['queue:read'], { by: hospital.admin, name: 'Pharmacy' });
  const mails = async () =>
    (await mailsTo(app.db, hospital.admin.email))
      .filter(({ plain }) => plain.includes('Pharmacy'))
      .map(({ subject, plain }) => `${subject} ${/(?:30|7|90) days/u.exec(plain)?.[0] ?? ''}`);
  const set = (column: 'expires_at' | 'made_at', days: number) =>
    app.db.pool.query(`update api_key set ${column} = $1 where id = $2`, [
      new Date(app.clock.now().getTime() + days * 86_400_000),
      key.id,
    ]);
  const remind = async () => {
    for (let process = 0; process < 2; process += 1) {
      await remindOfKeys(app.db, app.clock, 'http://localhost');
    }
  };
  assert.deepEqual(await mails(), ['A new API key of your hospital ']);
  await remind();
  assert.equal((await mails()).length, 1);
  await set('made_at', -50);
  await set('expires_at', 29);
  await remind();
  await set('expires_at', 6);
  await remind();
  await set('expires_at', 300);
  await set('made_at', -91);
  await remind();
  assert.deepEqual(await mails(), [
    'A new API key of your hospital ',
    'An API key of your hospital ends soon 30 days',
    'An API key of your hospital ends soon 7 days',
    'An API key of your hospital is not used 90 days',
  ]);
});

test('when an administrator who made keys leaves the team, the keys still work and one mail names them to the others; who made no working key leaves without a mail [API-28, SEC-17]', async () => {
  const hospital = await makeTown(app);
  const { admin, hospitalId } = hospital;
  const second = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  const keys = [
    await makeKey(['queue:read'], { by: second, name: 'Pharmacy' }),
    await makeKey(['queue:read'], { by: second, name: 'Laboratory' }),
  ];
  const revoked = await makeKey(['queue:read'], { by: second, name: 'Old display' });
  await get(app, admin, 'revokeApiKey', { id: revoked.id });
  await makeKey(['queue:read'], { by: admin, name: 'Own key' });
  const left = async (email: string) =>
    (await mailsTo(app.db, email)).filter(({ subject }) => subject.includes('left your team'));
  await get(app, admin, 'removeMember', { id: hospital.doctor.userId, body: {} });
  assert.equal((await left(admin.email)).length, 0);
  await get(app, admin, 'removeMember', { id: second.userId, body: {} });
  const [mail, ...more] = await left(admin.email);
  assert.ok(mail !== undefined && more.length === 0);
  for (const part of ['Laboratory', 'Pharmacy', '/hospital/dashboard?view=keys']) {
    assert.ok(mail.plain.includes(part), part);
  }
  assert.ok(!mail.plain.includes('Old display') && !mail.plain.includes('Own key'));
  assert.equal((await left(second.email)).length, 0, 'nobody mails the person who left');
  for (const key of keys) {
    const answer = await byKey(key, 'getDayCounts', { id: hospitalId });
    assert.equal(answer.status, 200, answer.text);
  }
});

test('no log line holds a key, whatever is done with it [API-28]', async () => {
  const key = await makeKey(deskScopes);
  await byKey(key, 'getOwnHospital');
  await byKey(key, 'listPending', { id: town.hospitalId });
  await app.send({ method: 'GET', url: `/api/v1/hospital?key=${key.token}` });
  await app.send({ method: 'GET', url: '/api/v1/nothing', token: key.token });
  assert.ok(app.logged.length > 0);
  assert.deepEqual(
    app.logged.filter((line) => /baari_[a-z0-9]{1,12}_[0-9A-Za-z]{49}/u.test(line)),
    [],
  );
});

test('a hospital has at most 50 working keys [API-28]', async () => {
  const hospital = await makeTown(app);
  await app.db.run(sql`
    insert into api_key (hospital_id, name, scopes, secret_hash, shown, made_at, made_by)
    select ${hospital.hospitalId}, 'Key ' || n, '{lines:read}', 'hash ' || n, '', now(),
      ${hospital.admin.userId}
    from generate_series(1, 50) n`);
  const body = { name: 'One more', scopes: ['queue:read'] };
  assertRefused(await call(app, hospital.admin, 'makeApiKey', { body }), 'too_many_keys');
  assert.equal((await get(app, hospital.admin, 'listApiKeys')).keys.length, 50);
});
