/** Tests work that grows with a user's input, and its effect on other users [SEC-16]. */
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { reportSummaryMaxLength } from '@baari/contract/visit/report.ts';
import { openDocuments } from '../reports/documents/documents.ts';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { givenReport } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao' });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
});
after(() => app.close());

async function writeReport(summary: string): Promise<string> {
  const body = { ...givenReport(patient.userId, town.doctorId), summary };
  return (await get(app, town.receptionist, 'createReport', { body })).report.id;
}

/**
 * Requests a printed report and retries as a client does, because on a busy machine the queue for
 * this work may be full.
 */
async function print(reader: TestPerson | undefined, id: string): Promise<TestAnswer> {
  for (;;) {
    const answer = await call(app, reader, 'printReport', { id });
    if (answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const worst: Readonly<Record<string, string>> = {
  'a word of 10,000 letters of Devanagari': 'क',
  'a word of 10,000 Latin letters': 'a',
  'both scripts in turns': 'aक',
  'one letter under 9,999 marks': 'ि',
  'ten thousand lines': 'a\n',
  'ten thousand signs that no font has': '😀',
};

test('the server continues to answer while ten large reports are prepared for printing [SEC-16] @long', async () => {
  const ids: string[] = [];
  for (const text of Object.values(worst)) {
    ids.push(await writeReport(text.repeat((reportSummaryMaxLength - 1) / text.length)));
  }
  // Several users read the reports, because one user may have only a few reports queued.
  const readers = [patient, town.doctor, town.admin];
  const asked = ids
    .concat(ids.slice(0, 4))
    .map((id, index) => print(readers[index % readers.length], id));
  let answered = 0;
  let areDrawn = false;
  const all = Promise.all(asked).finally(() => {
    areDrawn = true;
  });
  while (!areDrawn) {
    const { status } = await app.send({ method: 'GET', url: '/api/health' });
    if (status === 200) answered += 1;
    // Lets the event loop run, which a request injected within the process does not do.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const answer of await all) {
    assert.equal(answer.status, 200, answer.text.slice(0, 200));
    assert.ok(answer.text.startsWith('%PDF-'));
  }
  // If reports were rendered on the event loop, each of the ten would block other requests.
  assert.ok(answered > 50, `${answered} times`);
});

test('if preparing a report for printing takes too long, it is refused with a reason, and the next report is printed [SEC-16]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await writeReport('short') });
  const head = {
    name: 'Lakeside Hospital',
    address: '9 Lake Road',
    city: 'Udaipur',
    state: 'Rajasthan',
    zip_code: '313001',
    phone: '+912942000009',
    email: 'desk@lakeside.example',
  };
  const hasty = openDocuments({ timeMs: 1 });
  const late = await hasty.draw({ head, report, language: 'en' }, 'asha');
  await hasty.close();
  assert.ok(!late.ok && late.code === 'report_too_large');
  const documents = openDocuments();
  assert.ok((await documents.draw({ head, report, language: 'en' }, 'asha')).ok);
  await documents.close();
});

test('a person who prints the same report repeatedly must wait, and others get their reports [SEC-16]', async () => {
  const id = await writeReport('क'.repeat(5000));
  const asked = Array.from({ length: 12 }, () => call(app, patient, 'printReport', { id }));
  const staff = print(town.doctor, id);
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.length > 0 && refused.length < answers.length, `${refused.length} refused`);
  for (const answer of refused) {
    assertRefused(answer, 'too_many_requests');
    assert.ok(answer.headers.get('retry-after') !== null);
  }
  assert.equal((await staff).status, 200);
});

const json = { 'content-type': 'application/json' };

test('a request with half a million invalid values is refused with one short message [SEC-16]', async () => {
  const body = `{"departments":[${'0,'.repeat(500_000)}0]}`;
  const answer = await call(app, patient, 'createHospital', { body });
  assertRefused(answer, 'invalid_request');
  assert.ok(answer.text.length < 10_000, `${answer.text.length} characters`);
});

test('a passkey’s answer that is longer than any real one is refused before it is read [SEC-16]', async () => {
  // A deeply nested list in the binary CBOR format.
  const attestationObject = Buffer.alloc(700_000, 0x81).toString('base64url');
  const response = { clientDataJSON: 'e30', attestationObject };
  const answer = await app.send({
    method: 'POST',
    url: '/api/identity/passkey/verify-authentication',
    headers: json,
    body: { response: { id: 'x', rawId: 'x', type: 'public-key', response } },
  });
  assertRefused(answer, 'invalid_request');
});

test('the API document of 800,000 characters is generated once, however often people open it [SEC-16]', async () => {
  const written = mock.method(JSON, 'stringify');
  try {
    for (const encoding of ['identity', 'gzip, br', 'identity', 'gzip, br']) {
      const { statusCode, headers, body } = await app.app.http.inject({
        url: '/api/openapi.json',
        headers: { 'accept-encoding': encoding },
      });
      assert.equal(statusCode, 200);
      const isPacked = headers['content-encoding'] === 'br';
      assert.equal(isPacked, encoding !== 'identity', encoding);
      assert.equal(headers.vary, 'accept-encoding');
      assert.ok(isPacked || body.includes('idempotency_key_reused'));
      assert.equal((await app.app.http.inject({ url: '/api/docs' })).statusCode, 200);
    }
    const long = written.mock.calls.filter(({ result }) => String(result).startsWith('{"openapi"'));
    assert.equal(long.length, 1);
  } finally {
    written.mock.restore();
  }
});

test('if one administrator downloads many long tables at once, a few are written and the others refused with a time to retry [SEC-16]', async () => {
  for (const name of ['exportAudit', 'exportAnalytics', 'getAnalytics'] as const) {
    const asked = Array.from({ length: 60 }, () => call(app, town.admin, name));
    const beside = await call(app, town.receptionist, 'getCurrentUser');
    assert.equal(beside.status, 200);
    const answers = await Promise.all(asked);
    assert.ok(
      answers.some(({ status }) => status === 200),
      name,
    );
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0, `${name}: all at once`);
    for (const answer of refused) assertRefused(answer, 'too_many_requests', name);
    assert.equal((await call(app, town.admin, name)).status, 200, 'one after the other');
  }
});

test('a search made of wildcard characters alone quickly finds nothing [SEC-16]', async () => {
  for (const sign of ['%', '_', '\\', '%_']) {
    const search = sign.repeat(100 / sign.length);
    const { hospitals } = await get(app, undefined, 'listHospitals', { query: { search } });
    assert.deepEqual(hospitals, []);
  }
});

test('a long request without a session is refused unread, and API calls that need no sign-in refuse long requests [SEC-16]', async () => {
  // A server that read the body would answer 400, because the body is not complete JSON.
  const long = `{"doctorId": "${'x'.repeat(900_000)}`;
  const calls = [
    ['POST', '/api/queues/request'],
    ['PUT', '/api/hospital'],
    ['POST', '/api/hospital/reports'],
  ] as const;
  for (const token of [undefined, 'x.y.z']) {
    for (const [method, url] of calls) {
      const answer = await app.send({ method, url, token, body: long });
      assertRefused(answer, 'not_authenticated', url);
    }
  }
  for (const url of ['/api/kiosk', '/api/site/contact', '/api/identity/sign-in/email']) {
    assertRefused(await app.send({ method: 'POST', url, body: long }), 'body_too_large', url);
  }
});
