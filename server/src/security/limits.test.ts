/** Tests rate limits for one person and for one network address [security 10]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused, call, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, signIn, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp({ rateLimit: true });
  town = await makeTown(app);
});
after(() => app.close());

test('a person who makes more than 180 changes a minute must wait in every session, and other people need not wait [SEC-10]', async () => {
  const { email, ...first } = await makePerson(app);
  const second = await signIn(app, email);
  const role = { body: { role: 'patient' } };
  for (let n = 0; n < 180; n += 1) {
    const answer = await call(app, n % 2 === 0 ? first : second, 'setRole', role);
    assert.equal(answer.status, 200, `${n}: ${answer.text}`);
  }
  for (const session of [first, second]) {
    const refused = await call(app, session, 'setRole', role);
    assertRefused(refused, 'too_many_requests');
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 60, `Retry-After: ${wait}`);
    assert.equal((await call(app, session, 'getCurrentUser')).status, 200, 'reading goes on');
  }
  const colleague = await call(app, town.doctor, 'setDoctorStatus', {
    id: town.doctorId,
    body: { status: 'busy' },
  });
  assert.equal(colleague.status, 200);
});

test('a person who makes more than 600 reads a minute must wait, and each answer shows how many are left [SEC-10, ERR-2]', async () => {
  const person = await makePerson(app);
  for (let n = 0; n < 600; n += 1) {
    const { status, headers } = await call(app, person, 'getCurrentUser');
    assert.equal(status, 200, String(n));
    if (n > 1) continue;
    assert.equal(headers.get('ratelimit-policy'), '"read";q=600;w=60');
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"read";r=${599 - n};t=\\d+$`, 'u'));
  }
  const refused = await call(app, person, 'getCurrentUser');
  assertRefused(refused, 'too_many_requests');
  assert.match(refused.headers.get('ratelimit') ?? '', /^"read";r=0;t=\d+$/u);
  const anyone = await call(app, undefined, 'listHospitals');
  assert.equal(anyone.headers.get('ratelimit'), null, 'it is the limit of a person');
});
