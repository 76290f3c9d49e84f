import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenProfile } from '../testing/test-bodies.ts';
import { listMails } from '../testing/test-mails.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let asha: TestPerson;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  asha = await makePerson(app, { name: 'Asha Verma', phone: '+919811000000' });
});
after(() => app.close());

const filled = givenProfile();

test('a patient’s profile is saved with all its fields and read back unchanged [PROF-1, PAT-14]', async () => {
  const saved = await get(app, asha, 'saveProfile', { body: filled });
  const { version } = saved.profile;
  const own = { id: asha.userId, email: asha.email, erasureRequestedAt: null, version };
  const expected = { ...filled, ...own };
  assert.deepEqual(saved.profile, expected);
  assert.deepEqual((await get(app, asha, 'getProfile')).profile, expected);
  const { user } = await get(app, asha, 'getCurrentUser');
  assert.equal(user.name, 'Asha R. Verma');
  assert.equal(user.phone, '+919811000001');
});

test('saving a patient’s profile is refused if the profile was changed on another page since it was opened [PROF-1]', async () => {
  const person = await makePerson(app, { name: 'Lata Joshi' });
  const { profile: seen } = await get(app, person, 'getProfile');
  const save = (change: object, version?: string) =>
    call(app, person, 'saveProfile', { body: { ...filled, ...change, seen: version } });
  assert.equal((await save({ name: 'Lata A.' }, seen.version)).status, 200);
  assertRefused(await save({ name: 'Lata B.' }, seen.version), 'profile_changed');
  const { profile } = await get(app, person, 'getProfile');
  assert.equal(profile.name, 'Lata A.');
  // Switches that save at once, such as the language, do not change the profile's version.
  const language = profile.preferences.language === 'hi' ? 'en' : 'hi';
  const preferences = { ...filled.preferences, language };
  assert.equal((await save({ name: 'Lata A.', preferences }, profile.version)).status, 200);
  const again = await get(app, person, 'getProfile');
  assert.equal(again.profile.version, profile.version);
  const answers = await Promise.all(
    ['1', '2', '3', '4'].map((name) => save({ name }, profile.version)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  // Pages of the previous release do not send `seen`, the version that they read.
  assert.equal((await save({ name: 'Lata C.' })).status, 200);
});

test('a patient who never wrote a profile reads an empty profile without a language or theme [PROF-1]', async () => {
  const newcomer = await makePerson(app, { name: 'Om Das' });
  const { profile } = await get(app, newcomer, 'getProfile');
  assert.equal(profile.name, 'Om Das');
  assert.equal(profile.dateOfBirth, '');
  assert.deepEqual(profile.emergencyContacts, []);
  assert.deepEqual(profile.preferences, {
    language: null,
    theme: null,
    notifications: { email: true, sms: false, push: false },
  });
});

test('the language of the first page after sign-up is stored unless chosen earlier, and the menu changes it [PROF-1, ENT-9]', async () => {
  const person = await makePerson(app, { name: 'Nisha Rao' });
  const keepLanguage = (body: { language: 'hi' | 'ta' | 'en'; isFirst?: boolean }) =>
    get(app, person, 'keepOwnLanguage', { body });
  const kept = async () => (await get(app, person, 'getProfile')).profile.preferences;
  assert.deepEqual(await keepLanguage({ language: 'hi', isFirst: true }), { language: 'hi' });
  assert.deepEqual(await kept(), {
    language: 'hi',
    theme: null,
    notifications: { email: true, sms: false, push: false },
  });
  // A new device starts with another language; the earlier choice is kept.
  assert.deepEqual(await keepLanguage({ language: 'ta', isFirst: true }), { language: 'hi' });
  assert.deepEqual(await keepLanguage({ language: 'ta' }), { language: 'ta' });
  assert.equal((await kept()).language, 'ta');
  // Staff can choose a language too.
  const staff = await get(app, town.receptionist, 'keepOwnLanguage', { body: { language: 'hi' } });
  assert.equal(staff.language, 'hi');
});

test('a future date of birth, a wrong phone and an unknown gender are refused with the field named [PROF-1, VAL-6]', async () => {
  const wrong: [string, object][] = [
    ['dateOfBirth', { dateOfBirth: '2999-01-01' }],
    ['dateOfBirth', { dateOfBirth: '1988-02-31' }],
    ['phone', { phone: '12345' }],
    ['gender', { gender: 'Unknown' }],
    ['name', { name: '   ' }],
    ['emergencyContacts.0.name', { emergencyContacts: [{ name: '', phone: '+919811000002' }] }],
  ];
  for (const [param, change] of wrong) {
    const answer = await call(app, asha, 'saveProfile', { body: { ...filled, ...change } });
    assertRefused(answer, 'invalid_request', param);
    assert.match(answer.text, new RegExp(`"param":"${param}`, 'u'));
  }
  assert.equal((await get(app, asha, 'getProfile')).profile.dateOfBirth, '1988-03-09');
});

test('a patient gets all their stored data and who read the data, and no other person’s data [PROF-1]', async () => {
  const other = await makePerson(app, { name: 'Zainab Khan' });
  for (const [person, symptoms] of [
    [asha, 'fever of Asha'],
    [other, 'cough of Zainab'],
  ] as const) {
    await get(app, person, 'requestPlace', { body: { doctorId: town.doctorId, symptoms } });
  }
  await get(app, town.receptionist, 'listPending', { id: town.hospitalId });
  const { data } = await get(app, asha, 'exportOwnData');
  const text = JSON.stringify(data);
  assert.match(text, /fever of Asha/u);
  assert.match(text, /read pending requests/u);
  assert.match(text, /4 Lake Road/u);
  assert.doesNotMatch(text, /Zainab/u);
});

test('requesting erasure twice makes one request and one mail to the operator [PROF-1]', async () => {
  const first = await get(app, asha, 'requestErasure');
  app.clock.advance(60_000);
  assert.deepEqual(await get(app, asha, 'requestErasure'), first);
  const { profile } = await get(app, asha, 'getProfile');
  assert.equal(profile.erasureRequestedAt, first.requestedAt);
  const mails = await listMails(app.db);
  assert.equal(mails.filter(({ subject }) => subject === 'Erasure requested').length, 1);
});

test('staff and strangers have no access to a patient’s profile [PROF-1, ROLE-1]', async () => {
  assertRefused(await call(app, town.receptionist, 'getProfile'), 'forbidden');
  assertRefused(await call(app, undefined, 'getProfile'), 'not_authenticated');
});
