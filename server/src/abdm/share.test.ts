/** Tests of ABDM shares: place, answer, refusals and repeats, against a strict gateway [API-38]. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type Town } from '../testing/test-people.ts';
import {
  type AbdmGateway,
  errorShapes,
  type OnShare,
  type ShareGiven,
  sharedPatient,
  sharePatient,
  startAbdmGateway,
  type TokenGiven,
} from '../testing/stand-ins/abdm-gateway.ts';
import { until } from '../testing/stand-ins/webhook-receiver.ts';
import { tidyShares } from './tidy-shares.ts';

const hipId = 'IN2810014366';
let app: TestApp;
let beside: TestApp;
let gateway: AbdmGateway;
let town: Town;
let counter: string;
before(async () => {
  let now = () => new Date();
  gateway = await startAbdmGateway(() => now());
  const { settings } = gateway;
  app = await makeTestApp({ settings });
  now = app.clock.now;
  beside = await makeTestApp({ beside: app, settings });
  town = await makeTown(app);
  assertRefused(
    await call(app, town.admin, 'saveAbdm', { body: { hipId } }),
    'hospital_not_confirmed',
  );
  await app.owner.query(`update hospital set confirmed_at = now(), looked_as = '{}'`);
  await get(app, town.admin, 'saveAbdm', { body: { hipId } });
  counter = await addCounter(town.doctorId);
});
after(async () => {
  await beside.close();
  await app.close();
  gateway.close();
});
beforeEach(async () => {
  await app.owner.query(
    'delete from abdm_share; delete from abdm_address; delete from queue_entry; delete from patient where account_id is null',
  );
  await app.owner.query(`update doctor set status = 'Available'`);
  gateway.answers.length = 0;
  gateway.answering = undefined;
});

async function addCounter(lineId: string): Promise<string> {
  const { counters } = await get(app, town.admin, 'addAbdmCounter', { body: { lineId } });
  return counters.at(-1)?.code ?? '';
}

function share(given: Partial<ShareGiven> = {}, server = app) {
  return sharePatient(server, gateway, { hipId, counter, ...given });
}

/** Shares and waits for the answer that the gateway then has. */
async function answerTo(given: Partial<ShareGiven> = {}): Promise<OnShare> {
  const requestId = given.requestId ?? randomUUID();
  const answer = await share({ ...given, requestId });
  assert.equal(answer.status, 200, answer.text);
  await until(() => answersTo(requestId).length > 0, 'the answer arrives');
  const [first] = answersTo(requestId);
  assert.ok(first !== undefined);
  return first;
}

function answersTo(requestId: string): OnShare[] {
  return gateway.answers.filter(({ response }) => response.requestId === requestId);
}

function tokenIn(answer: OnShare): string {
  assert.ok('acknowledgement' in answer, JSON.stringify(answer));
  return answer.acknowledgement.profile.tokenNumber;
}

function errorIn(answer: OnShare): { code: string; message: string } {
  assert.ok('error' in answer, JSON.stringify(answer));
  return answer.error;
}

async function lineNow() {
  return (await get(app, town.receptionist, 'getDoctorQueue', { id: town.doctorId })).queue;
}

async function count(table: 'abdm_share' | 'patient' | 'queue_entry'): Promise<number> {
  const { rows } = await app.owner.query<{ found: number }>(
    `select count(*)::int as found from ${table}`,
  );
  return rows[0]?.found ?? 0;
}

test('a patient who scans the code of a counter gets a place in its line, and the app shows the token of this place [API-38]', async () => {
  const answer = await answerTo();
  const [waiting] = await lineNow();
  assert.ok(waiting !== undefined);
  assert.equal(waiting.patient.name, 'Asha Kulkarni');
  assert.ok('acknowledgement' in answer);
  assert.deepEqual(answer.acknowledgement, {
    status: 'SUCCESS',
    abhaAddress: sharedPatient.abhaAddress,
    profile: { context: counter, tokenNumber: waiting.token, expiry: '1800' },
  });
  const { rows } = await app.owner.query<Record<string, unknown>>(
    `select name, phone, gender, date_of_birth::text as born, account_id from patient
     where account_id is null`,
  );
  assert.deepEqual(rows, [
    {
      name: 'Asha Kulkarni',
      phone: '+919876500011',
      gender: 'Female',
      born: '1987-06-06',
      account_id: null,
    },
  ]);
  assert.deepEqual(gateway.refused, []);
});

test('without the operator’s settings nothing of ABDM exists at its address [API-37]', async () => {
  const off = await makeTestApp({ beside: app });
  try {
    assert.equal((await share({}, off)).status, 404);
    const works = { as: 'hospital_admin', hospitalId: town.hospitalId } as const;
    const admin = await makePerson(off, { works });
    assert.equal((await get(off, admin, 'getAbdm')).isOffered, false);
    assert.equal((await get(off, admin, 'getAbdmPart')).takesPart, false);
    assert.equal((await get(app, admin, 'getAbdmPart')).takesPart, true);
  } finally {
    await off.close();
  }
});

test('neither the photo nor the ABHA number of a patient is stored or logged [API-38]', async () => {
  await answerTo();
  const { rows } = await app.owner.query<{ text: string }>(
    `select string_agg(t::text, ' ') as text from (
       select p::text as t from patient p union all select s::text from abdm_share s
       union all select e::text from event e union all select a::text from audit a) t`,
  );
  const stored = `${rows[0]?.text ?? ''} ${app.logged.join(' ')}`;
  assert.ok(!stored.includes(sharedPatient.kycPhoto));
  assert.ok(!stored.includes('7507-6821') && !stored.includes('75076821'));
  assert.ok(!app.logged.join(' ').includes(gateway.settings['ABDM_CLIENT_SECRET'] ?? ''));
});

test('the trail says that ABDM registered the patient [API-38, SEC-13]', async () => {
  await answerTo();
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: 'register through ABDM' },
  });
  assert.equal(entries[0]?.role, 'abdm');
  assert.equal(entries[0]?.patients[0]?.name, 'Asha Kulkarni');
});

test('a second scan shows the same place, also when the line has closed since [API-38]', async () => {
  const first = tokenIn(await answerTo());
  app.clock.advance(29 * 60_000);
  assert.equal(tokenIn(await answerTo()), first);
  await app.owner.query(`update doctor set status = 'Offline'`);
  assert.equal(tokenIn(await answerTo()), first);
  assert.equal((await lineNow()).length, 1);
  assert.equal(await count('patient'), 1);
});

test('a patient with a place in another line keeps it and is told so [API-38, INV-2]', async () => {
  const other = await addCounter(town.colleagueId);
  await answerTo();
  const { message } = errorIn(await answerTo({ counter: other }));
  assert.match(message, /already have a place/u);
});

test('a patient who comes back another day is the same patient [API-38]', async () => {
  await answerTo();
  await app.owner.query(`delete from abdm_share; delete from queue_entry`);
  await answerTo({ patient: { name: 'Asha S Kulkarni' } });
  assert.equal(await count('patient'), 1);
});

test('after a merge the ABHA address leads to the record that remains, and after its undoing to its own [API-38, DESK-10]', async () => {
  const walkIn = { name: 'Asha Kulkarni', phone: '+919876500099', doctorId: town.colleagueId };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body: walkIn });
  await get(app, town.receptionist, 'removeEntry', { id: queue.id, body: {} });
  await answerTo();
  const [shared] = await lineNow();
  const goneId = shared?.patient.id ?? '';
  const keptId = queue.patient.id;
  const { merge } = await get(app, town.admin, 'mergePatients', { id: keptId, body: { goneId } });
  tokenIn(await answerTo());
  const patientOf = async () => (await lineNow())[0]?.patient.id;
  assert.equal(await patientOf(), keptId);
  await get(app, town.admin, 'undoMerge', { id: merge.id });
  tokenIn(await answerTo());
  assert.equal(await patientOf(), goneId);
  assert.equal(await count('patient'), 2);
});

test('a call that ABDM repeats makes one place, also when two processes receive it at once [API-38]', async () => {
  const requestId = randomUUID();
  const calls = [app, beside, app, beside].map((server) => share({ requestId }, server));
  const answers = await Promise.all(calls);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  await until(() => answersTo(requestId).length > 0, 'the answer arrives');
  assert.equal((await lineNow()).length, 1);
  assert.equal(await count('abdm_share'), 1);
  assert.equal(await count('patient'), 1);
});

test('two scans of one patient at once at two processes make one place [API-38, INV-2]', async () => {
  const ids = [randomUUID(), randomUUID()];
  await Promise.all(ids.map((requestId, n) => share({ requestId }, n === 0 ? app : beside)));
  await until(() => ids.every((id) => answersTo(id).length > 0), 'both answers arrive');
  const tokens = ids.flatMap((id) => answersTo(id).map(tokenIn));
  assert.equal(new Set(tokens).size, 1);
  assert.equal(await count('patient'), 1);
});

test('where no place can be made, the app says why, and nothing is stored of the patient [API-38]', async () => {
  const wrong: [Partial<ShareGiven>, string][] = [
    [{ counter: 'OPD1' }, 'ABDM-1001'],
    [{ intent: 'PAYMENT_SHARE' }, 'ABDM-1006'],
    [{ intent: 'RECORD_SHARE' }, 'ABDM-1006'],
    [{ hipId: 'IN0000000000' }, 'ABDM-1001'],
  ];
  for (const [given, code] of wrong) {
    assert.equal(errorIn(await answerTo(given)).code, code, JSON.stringify(given));
  }
  await app.owner.query(`update doctor set status = 'Offline'`);
  assert.match(errorIn(await answerTo()).message, /not available/u);
  assert.equal(await count('patient'), 0);
  assert.equal(await count('queue_entry'), 0);
  const { shares } = await get(app, town.receptionist, 'listAbdmShares');
  assert.deepEqual(
    new Set(shares.map(({ refusal }) => refusal)),
    new Set(['doctor_not_available', 'other_intent', 'unknown_counter']),
  );
});

test('a counter of one hospital makes no place for the facility id of another [API-37, ROLE-7]', async () => {
  const others = 'IN9990000001';
  await get(app, town.otherAdmin, 'saveAbdm', { body: { hipId: others } });
  assert.equal(errorIn(await answerTo({ hipId: others })).code, 'ABDM-1001');
  assert.equal(await count('queue_entry'), 0);
  const body = { hipId };
  const taken = await app.send({
    method: 'PUT',
    url: '/api/hospital/abdm',
    token: town.otherAdmin.token,
    body,
  });
  assert.equal(taken.status, 409);
});

test('a full line answers with an error, as it would refuse the desk [API-38, QST-1]', async () => {
  await get(app, town.admin, 'setLineLimits', {
    id: town.doctorId,
    body: { requestsADay: null, lastRequestAt: null, waitingAtOnce: 1 },
  });
  await answerTo({ patient: { abhaAddress: 'first@sbx', name: 'First Person' } });
  assert.match(errorIn(await answerTo()).message, /full/u);
  await get(app, town.admin, 'setLineLimits', {
    id: town.doctorId,
    body: { requestsADay: null, lastRequestAt: null, waitingAtOnce: null },
  });
});

test('a call without a valid token of the gateway is refused before its body is read [API-38]', async () => {
  const wrong: TokenGiven[] = [
    { audience: 'somebody-else' },
    { lasts: -120 },
    { kid: 'unknown' },
    { kid: undefined },
    { isForged: true },
    { algorithm: 'HS256' },
  ];
  for (const given of wrong) {
    const token = await gateway.token(given);
    const answer = await share({ token });
    assert.equal(answer.status, 401, JSON.stringify(given));
  }
  assert.equal((await share({ token: 'no-token-of-anybody-at-all' })).status, 401);
  assert.equal((await share({ headers: { authorization: '' } })).status, 401);
  const body = 'not even JSON';
  const unread = await app.send({ method: 'POST', url: '/api/v3/hip/patient/share', body });
  assert.equal(unread.status, 401);
  assert.equal(await count('abdm_share'), 0);
});

test('a call in another form than ABDM documents is refused with the name of the field [API-38]', async () => {
  const wrong: [Partial<ShareGiven>, string][] = [
    [{ headers: { 'request-id': '' } }, 'REQUEST-ID'],
    [{ headers: { timestamp: 'yesterday' } }, 'TIMESTAMP'],
    [{ headers: { 'x-hip-id': 'IN1' } }, 'hipId'],
    [{ patient: { abhaAddress: 'nobody' } }, 'abhaAddress'],
    [{ patient: { yearOfBirth: '87' } }, 'yearOfBirth'],
    [{ patient: { gender: 'X' } }, 'gender'],
    [{ patient: { name: ' ' } }, 'name'],
  ];
  for (const [given, field] of wrong) {
    const answer = await share(given);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, new RegExp(field, 'u'));
    assert.match(answer.text, /ABDM-1006/u);
  }
  assert.equal(await count('abdm_share'), 0);
});

test('a new key of the gateway is read with a session, and its calls are accepted [API-38]', async () => {
  await answerTo();
  const reads = gateway.readsOfKeys;
  await gateway.rotateKey();
  // Reads of the keys for an unknown key have an interval, so the gateway may have to repeat.
  await until(async () => (await share()).status === 200, 'the call is accepted');
  assert.ok(gateway.readsOfKeys > reads);
});

test('the answer is repeated after every shape of error, and with a new session after 401 [API-38]', async () => {
  for (const [shape, body] of Object.entries(errorShapes)) {
    const requestId = randomUUID();
    gateway.answering = (response) => {
      response.writeHead(503, { 'content-type': 'application/json' }).end(body);
      gateway.answering = undefined;
    };
    await share({ requestId });
    await until(() => answersTo(requestId).length > 0, `after errors: ${shape}`);
  }
  const { sessions } = gateway;
  gateway.endSessions();
  await answerTo();
  assert.ok(gateway.sessions > sessions);
});

test('an answer that the gateway takes 40 seconds for is not sent twice, and other patients do not wait for it [API-38]', async () => {
  const slow = Promise.withResolvers<ServerResponse>();
  gateway.answering = slow.resolve;
  await share();
  const response = await slow.promise;
  gateway.answering = undefined;
  app.clock.advance(40_000);
  tokenIn(await answerTo({ patient: { abhaAddress: 'second@sbx', name: 'Second Person' } }));
  assert.equal(gateway.answers.length, 1);
  response.writeHead(202).end();
  const isSent = async () => {
    const { shares } = await get(app, town.receptionist, 'listAbdmShares');
    return shares.every(({ answer }) => answer === 'sent');
  };
  await until(isSent, 'the slow answer counts');
  assert.equal(gateway.answers.length, 1);
});

test('a session is renewed 30 seconds before it ends [API-38]', async () => {
  await answerTo();
  const { sessions } = gateway;
  app.clock.advance((gateway.lasts - 29) * 1000);
  await answerTo();
  assert.ok(gateway.sessions > sessions);
});

test('an answer that the gateway refuses for good is not repeated, and the desk sees it [API-38, API-39]', async () => {
  gateway.answering = (response) => response.writeHead(404).end(errorShapes.nested);
  await share();
  const failed = async () =>
    (await get(app, town.receptionist, 'listAbdmShares')).shares[0]?.answer === 'failed';
  await until(failed, 'the answer is given up');
  assert.equal((await lineNow()).length, 1);
});

test('a likely double is named to the desk and never merged [API-39, DESK-7]', async () => {
  const walkIn = { name: 'Asha Kulkarni', phone: '+919876500011', doctorId: town.colleagueId };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body: walkIn });
  await answerTo();
  const { shares } = await get(app, town.receptionist, 'listAbdmShares');
  assert.equal(shares[0]?.place?.like?.id, queue.patient.id);
  assert.notEqual(shares[0]?.place?.patient.id, queue.patient.id);
  assert.equal(await count('patient'), 2);
});

test('relatives with one phone are no doubles [API-39, DESK-7]', async () => {
  const walkIn = { name: 'Ravi Menon', phone: '+919876500011', doctorId: town.colleagueId };
  await get(app, town.receptionist, 'addWalkIn', { body: walkIn });
  await answerTo();
  const { shares } = await get(app, town.receptionist, 'listAbdmShares');
  assert.equal(shares[0]?.place?.like, null);
});

test('the desk takes a share off its list, and the place stays [API-39]', async () => {
  await answerTo();
  const { shares } = await get(app, town.receptionist, 'listAbdmShares');
  const id = shares[0]?.id ?? '';
  const after = await get(app, town.receptionist, 'dismissAbdmShare', { id });
  assert.deepEqual(after.shares, []);
  assert.equal((await lineNow()).length, 1);
});

test('the administrator sees when ABDM last called, and repeats are recognised for two days [API-37]', async () => {
  await answerTo();
  const { lastCallbackAt, isOffered } = await get(app, town.admin, 'getAbdm');
  assert.ok(lastCallbackAt !== null && isOffered);
  app.clock.advance(47 * 3_600_000);
  await tidyShares(app.db, app.clock);
  assert.equal(await count('abdm_share'), 1);
  app.clock.advance(2 * 3_600_000);
  await tidyShares(app.db, app.clock);
  assert.equal(await count('abdm_share'), 0);
});

test('with ABDM_CALLER only tokens of this client are accepted [API-38]', async () => {
  const settings = { ...gateway.settings, ABDM_CALLER: 'gateway' };
  const strict = await makeTestApp({ beside: app, settings });
  try {
    assert.equal((await share({}, strict)).status, 200);
    const token = await gateway.token({ azp: 'SBX_OTHER' });
    assert.equal((await share({ token }, strict)).status, 401);
  } finally {
    await strict.close();
  }
});
