/**
 * A hospital's languages: who chooses them, what uses them, and that a person's own choice has
 * priority.
 */
import assert from 'node:assert/strict';
import sql from 'sql-template-tag';
import { after, before, test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenHospitalProfile, givenNotificationSettings } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

async function choose(chosen: readonly string[]) {
  const body = { ...givenHospitalProfile(), languages: chosen };
  return call(app, town.admin, 'saveOwnHospital', { body });
}

async function kioskLanguages(): Promise<readonly string[]> {
  const { url } = await get(app, town.admin, 'makeScreen', {
    body: { kind: 'kiosk', name: 'Entrance' },
  });
  const key = new URL(url).hash.slice(1);
  return (await get(app, undefined, 'openKiosk', { body: { key } })).hospital.languages;
}

async function ticketIn(asked: string): Promise<string> {
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id: queue.id });
  const { pathname: url } = new URL(ticket.url);
  const headers = { 'accept-language': asked };
  return (await app.send({ method: 'GET', url, headers })).text;
}

test('a hospital that has not chosen languages offers those reviewed by native readers, English first [HPROF-1, ENT-9]', async () => {
  assert.deepEqual(await kioskLanguages(), ['en', 'hi']);
});

test('the kiosk, tickets and the public page show a hospital’s languages with its main language first [HPROF-1, ARR-5, ARR-4]', async () => {
  const answer = await choose(['hi', 'en']);
  assert.equal(answer.status, 200);
  assert.deepEqual(await kioskLanguages(), ['hi', 'en']);
  const { hospital } = await get(app, undefined, 'getHospital', { id: town.hospitalId });
  assert.deepEqual(hospital.languages, ['hi', 'en']);
  assert.match(await ticketIn('fr-FR'), /<html lang="hi"/u);
  assert.match(await ticketIn('fr-FR, en;q=0.5'), /<html lang="en"/u);
});

test('a ticket offers only the hospital’s languages [ARR-4]', async () => {
  await choose(['hi']);
  assert.ok(!/hreflang="en"/u.test(await ticketIn('hi')));
  assert.match(await ticketIn('en'), /hreflang="hi"/u);
});

test('a profile saved without languages keeps the stored ones, and an empty or unknown choice is refused [HPROF-1, VAL-6]', async () => {
  await choose(['hi']);
  await get(app, town.admin, 'saveOwnHospital', { body: givenHospitalProfile() });
  const { hospital } = await get(app, undefined, 'getHospital', { id: town.hospitalId });
  assert.deepEqual(hospital.languages, ['hi']);
  for (const wrong of [[], ['xx'], [...languages, ...languages]]) {
    assertRefused(await choose(wrong), 'invalid_request', JSON.stringify(wrong));
  }
});

test('a stored language that Baari no longer supports counts as not chosen [ENT-9, PROF-1]', async () => {
  await app.db.run(sql`update hospital set languages = '{xx}' where id = ${town.hospitalId}`);
  assert.deepEqual(await kioskLanguages(), ['en', 'hi']);
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  await get(app, patient, 'saveNotificationSettings', {
    body: { ...givenNotificationSettings(), language: 'hi' },
  });
  const before = await get(app, patient, 'getProfile');
  assert.equal(before.profile.preferences.language, 'hi');
  await app.db.run(sql`update account_preferences set language = 'xx'`);
  const { profile } = await get(app, patient, 'getProfile');
  assert.equal(profile.preferences.language, null);
});
