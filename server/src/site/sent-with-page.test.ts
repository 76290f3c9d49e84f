import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { ok } from '../platform/result.ts';
import { makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson } from '../testing/test-people.ts';
import { askAhead } from './sent-with-page.ts';

let world: TestApp;
before(async () => {
  world = await makeTestApp();
});
after(() => world.close());

const asks = ['/api/queues/open', '/api/hospitals'];
const opening = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

function open(person: TestPerson | undefined, headers: Record<string, string> = opening) {
  const cookie =
    person === undefined
      ? {}
      : { cookie: `baari.session_token=${encodeURIComponent(person.session)}` };
  const request = { headers: { ...headers, ...cookie }, ip: '203.0.113.9', server: world.app.http };
  return askAhead(request, () => undefined, asks);
}

test('a patient’s page brings who it is, and what the patient’s own calls would be answered [AUTH-1, PAT-2]', async () => {
  const patient = await makePerson(world, { name: 'Asha Verma' });
  const sent = await open(patient);
  assert.equal(sent?.user?.name, 'Asha Verma');
  assert.deepEqual(Object.keys(sent.answers), asks);
  assert.deepEqual(sent.answers['/api/queues/open'], { queues: [] });
});

test('what somebody may not read is left out of the page [SEC-3]', async () => {
  const { receptionist } = await makeTown(world);
  const sent = await open(receptionist);
  assert.equal(sent?.user?.role, 'receptionist');
  assert.equal(sent.answers['/api/queues/open'], undefined);
});

test('who is signed out is nobody when the page is opened again [AUTH-2, SEC-6]', async () => {
  const patient = await makePerson(world);
  await world.db.run(sql`delete from identity.session where user_id = ${patient.userId}`);
  assert.deepEqual(await open(patient), { user: null, answers: {} });
});

test('a page without a session brings that nobody is signed in, and a program is told nothing [AUTH-1]', async () => {
  const patient = await makePerson(world);
  assert.deepEqual(await open(undefined), { user: null, answers: {} });
  assert.equal(await open(patient, {}), undefined);
  assert.equal(await open(patient, { ...opening, 'sec-purpose': 'prefetch;prerender' }), undefined);
  assert.equal(await open(patient, { ...opening, 'sec-fetch-dest': 'iframe' }), undefined);
});

test('a page does not wait for a database in trouble: it comes without answers [INV-5]', async () => {
  const patient = await makePerson(world);
  await world.db.transaction(async (tx) => {
    await tx.run(sql`lock table identity.session in access exclusive mode`);
    assert.equal(await open(patient), undefined);
    return ok(undefined);
  });
  assert.equal((await open(patient))?.user?.id, patient.userId);
});
