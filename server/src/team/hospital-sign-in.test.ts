/**
 * A hospital's single sign-on, tested with real OpenID providers: whom it signs in, and attempts to
 * gain more access than allowed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { type Browser, codeOf, openBrowser } from '../testing/identity-app.ts';
import {
  type ProvidedPerson,
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../testing/stand-ins/open-id-provider.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  alsoWorks,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';

let first: TestApp;
let app: TestApp;
let town: Town;
let other: Town;
let own: TestOpenIdProvider;
let others: TestOpenIdProvider;
const folder = mkdtempSync(join(tmpdir(), 'baari-staff-'));

before(async () => {
  first = await makeTestApp();
  town = await makeTown(first);
  other = await makeTown(first);
  own = await startOpenIdProvider(`hospital-${town.hospitalId}`);
  others = await startOpenIdProvider(`hospital-${other.hospitalId}`);
  const file = join(folder, 'staff.json');
  writeFileSync(
    file,
    JSON.stringify([
      settingsOf(own, town.hospitalId, 'own.example'),
      settingsOf(others, other.hospitalId, 'others.example'),
    ]),
  );
  const settings = { STAFF_OPENID: file, THEIR_SECRET: own.client.clientSecret };
  app = await makeTestApp({ beside: first, settings });
});
after(async () => {
  await app.close();
  await first.close();
  own.close();
  others.close();
  rmSync(folder, { recursive: true });
});

function settingsOf(provider: TestOpenIdProvider, hospitalId: string, domain: string) {
  const { clientId, discoveryUrl } = provider.client;
  return {
    hospitalId,
    name: `Staff of ${domain}`,
    discoveryUrl,
    clientId,
    clientSecretVariable: 'THEIR_SECRET',
    emailDomains: [domain],
  };
}

let people = 0;
function vouchedFor(given: Partial<ProvidedPerson> = {}): ProvidedPerson {
  people += 1;
  const email = `colleague-${people}@own.example`;
  return { sub: `staff-${people}`, email, email_verified: true, name: 'Dr. Isha Nair', ...given };
}

/**
 * Goes through the whole sign-in, by default with the OpenID provider of `town`. Returns the
 * address at which the sign-in popup ends.
 */
async function signInAs(
  browser: Browser,
  person: ProvidedPerson | 'cancels',
  provider = own,
  hospitalId = town.hospitalId,
): Promise<string> {
  const answer = await browser.post('/sign-in/hospital', { hospitalId });
  assert.equal(answer.statusCode, 200, answer.body);
  const back = await provider.visit(answer.json<{ url: string }>().url, person);
  const ended = await browser.get(`${back.pathname}${back.search}`);
  assert.equal(ended.statusCode, 302, ended.body);
  return String(ended.headers.location);
}

async function userOf(browser: Browser) {
  const answer = await app.send({
    method: 'GET',
    url: '/api/auth/user',
    token: await browser.token(),
  });
  const { user } = answer.body as {
    user?: { id: string; role: string; hospitalId: string | null };
  };
  return user;
}

async function expectNobody(
  browser: Browser,
  landing: string,
  code = 'not_hospital_staff',
): Promise<void> {
  assert.equal(landing, `/signed-in?error=${code}`);
  assert.equal((await browser.get('/get-session')).body, 'null', 'nobody is signed in');
}

async function makeColleague(at: Town, domain = 'own.example'): Promise<TestPerson> {
  people += 1;
  return makePerson(app, {
    email: `works-${people}@${domain}`,
    works: { as: 'receptionist', hospitalId: at.hospitalId },
  });
}

async function invite(at: Town, email: string): Promise<string> {
  const body = {
    name: 'Dr. Isha Nair',
    email,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  return (await get(app, at.admin, 'addDoctor', { body })).doctor.id;
}

test('a hospital’s own sign-in is offered on the login page with its email domains [LOGIN-2]', async () => {
  const { signIn } = await get(app, undefined, 'getSite');
  assert.deepEqual(signIn.hospitals[0], {
    hospitalId: town.hospitalId,
    name: 'Staff of own.example',
    emailDomains: ['own.example'],
  });
  assert.deepEqual((await get(first, undefined, 'getSite')).signIn.hospitals, []);
});

test('a staff member who signs in by the hospital’s identity provider gets their role, the first time and later [ROLE-6]', async () => {
  const colleague = await makeColleague(town);
  const person = vouchedFor({ email: colleague.email });
  for (const browser of [openBrowser(app.app.http), openBrowser(app.app.http)]) {
    assert.equal(await signInAs(browser, person), '/signed-in');
    const user = await userOf(browser);
    assert.equal(user?.id, colleague.userId);
    assert.equal(user.role, 'receptionist');
    assert.equal(user.hospitalId, town.hospitalId);
  }
});

test('a person of two hospitals who signs in by one hospital’s provider may act only for that hospital [ROLE-9, ROLE-7]', async () => {
  const colleague = await makeColleague(town);
  const { hospitalId } = await makeTown(app);
  await alsoWorks(app, colleague, { as: 'hospital_admin', hospitalId });
  await get(app, colleague, 'actForHospital', { body: { hospitalId } });
  const browser = openBrowser(app.app.http);
  await signInAs(browser, vouchedFor({ email: colleague.email }));
  const session = { token: await browser.token() };
  assert.equal((await userOf(browser))?.hospitalId, town.hospitalId);
  const { hospitals } = await get(app, session, 'listOwnHospitals');
  assert.deepEqual(
    hospitals.map(({ id }) => id),
    [town.hospitalId],
  );
  const refused = await call(app, session, 'actForHospital', { body: { hospitalId } });
  assertRefused(refused, 'not_found');
  await get(app, town.admin, 'removeMember', { id: colleague.userId });
  assertRefused(await call(app, session, 'getOwnHospital'), 'session_ended');
  assert.equal((await get(app, colleague, 'getCurrentUser')).user.hospitalId, hospitalId);
});

test('an invited doctor who signs in by the provider becomes exactly that doctor and uses up the invitation [ROLE-8]', async () => {
  const person = vouchedFor();
  const doctorId = await invite(town, person.email);
  const browser = openBrowser(app.app.http);
  assert.equal(await signInAs(browser, person), '/signed-in');
  const { user } = await get(app, { token: await browser.token() }, 'getCurrentUser');
  assert.equal(user.doctorId, doctorId);
  assert.equal(user.emailVerified, true);
  const { invitations } = await get(app, town.admin, 'getTeam');
  assert.ok(invitations.every(({ email }) => email !== person.email));
});

test('signing in and becoming a doctor by the hospital’s identity provider are recorded in the hospital’s audit trail [SEC-13]', async () => {
  const person = vouchedFor();
  const doctorId = await invite(town, person.email);
  await signInAs(openBrowser(app.app.http, '198.51.100.7'), person);
  const rows = await app.db.many(sql`
    select a.action, a.address, a.details from audit a
      join identity."user" u on u.id = a.user_id and u.email = ${person.email}
    order by a.id`);
  assert.deepEqual(rows, [
    {
      action: 'accept invitation',
      address: '198.51.100.7',
      details: { to: 'doctor', from: 'patient', way: 'hospital', doctorId },
    },
    { action: 'sign in', address: '198.51.100.7', details: { way: 'hospital' } },
  ]);
});

test('a person unknown to the hospital gets no account and no role, even with the provider’s confirmation [ROLE-6, SEC-9]', async () => {
  const browser = openBrowser(app.app.http);
  const person = vouchedFor();
  await expectNobody(browser, await signInAs(browser, person));
  const made = await app.db.maybeOne(
    sql`select 1 from identity."user" where email = ${person.email}`,
  );
  assert.equal(made, undefined);
});

test('an email address that the identity provider has not verified gives no access [SEC-9]', async () => {
  const invited = vouchedFor({ email_verified: false });
  await invite(town, invited.email);
  const browser = openBrowser(app.app.http);
  await expectNobody(browser, await signInAs(browser, invited));
  const colleague = await makeColleague(town);
  const claims = vouchedFor({ email: colleague.email, email_verified: false });
  await expectNobody(browser, await signInAs(browser, claims), 'account_not_linked');
});

test('signing in by one hospital’s identity provider gives no access to accounts of another hospital’s staff [ROLE-7, SEC-9]', async () => {
  const victims = [
    await makeColleague(other, 'others.example'),
    await makeColleague(other, 'own.example'),
    other.admin,
  ];
  for (const victim of victims) {
    const browser = openBrowser(app.app.http);
    await expectNobody(browser, await signInAs(browser, vouchedFor({ email: victim.email })));
  }
});

test('a sign-in through one hospital’s identity provider leaves another hospital’s invitation unused [ROLE-7]', async () => {
  const person = vouchedFor();
  await invite(other, person.email);
  const browser = openBrowser(app.app.http);
  await expectNobody(browser, await signInAs(browser, person));
});

test('a hospital that invites a patient gets no access to the patient’s earlier account [SEC-9]', async () => {
  const patient = await makePerson(app, { email: `patient-${people}@own.example` });
  await invite(town, patient.email);
  const browser = openBrowser(app.app.http);
  await expectNobody(browser, await signInAs(browser, vouchedFor({ email: patient.email })));
});

test('an unverified account that a stranger created with the invited email cannot be used and gets no staff role [SEC-9]', async () => {
  const squatter = await makePerson(app, {
    email: `squatted-${people}@own.example`,
    isVerified: false,
  });
  await invite(town, squatter.email);
  const browser = openBrowser(app.app.http);
  const landing = await signInAs(browser, vouchedFor({ email: squatter.email }));
  await expectNobody(browser, landing, 'account_not_linked');
  assert.equal((await get(app, squatter, 'getCurrentUser')).user.role, 'patient');
});

test('an address outside the hospital’s domains gives no access, even to the hospital’s staff [SEC-9]', async () => {
  const colleague = await makeColleague(town, 'gmail.example');
  const browser = openBrowser(app.app.http);
  await expectNobody(browser, await signInAs(browser, vouchedFor({ email: colleague.email })));
});

test('a person removed from the team can no longer sign in, even with linked accounts [SEC-6]', async () => {
  const colleague = await makeColleague(town);
  const person = vouchedFor({ email: colleague.email });
  assert.equal(await signInAs(openBrowser(app.app.http), person), '/signed-in');
  await get(app, town.admin, 'removeMember', { id: colleague.userId });
  const browser = openBrowser(app.app.http);
  await expectNobody(browser, await signInAs(browser, person));
});

test('if the provider now gives another address for a linked account, the sign-in is refused [SEC-9]', async () => {
  const colleague = await makeColleague(town);
  const person = vouchedFor({ email: colleague.email });
  assert.equal(await signInAs(openBrowser(app.app.http), person), '/signed-in');
  const renamed = { ...person, email: `${person.sub}@own.example` };
  const browser = openBrowser(app.app.http);
  await expectNobody(browser, await signInAs(browser, renamed));
});

test('a sign-in begun at one hospital cannot be completed by another hospital or by a stranger [security]', async () => {
  const colleague = await makeColleague(town);
  const browser = openBrowser(app.app.http);
  const answer = await browser.post('/sign-in/hospital', { hospitalId: town.hospitalId });
  const asked = answer.json<{ url: string }>().url;
  const back = await own.visit(asked, vouchedFor({ email: colleague.email }));
  const crossed = back.pathname.replace(town.hospitalId, other.hospitalId);
  const failure = 'hospital_sign_in_failed';
  for (const path of [
    `${crossed}${back.search}`,
    `/callback/google${back.search}`,
    `${back.pathname}?code=x&state=y`,
  ]) {
    const ended = await browser.get(path);
    const isAway = ended.statusCode === 404;
    if (!isAway) await expectNobody(browser, String(ended.headers.location), failure);
  }
  const victim = openBrowser(app.app.http);
  const forced = await victim.get(`${back.pathname}${back.search}`);
  await expectNobody(victim, String(forced.headers.location), failure);
});

test('a sign-in provider is refused if its issuer name differs from the name in its published settings [security]', async () => {
  const colleague = await makeColleague(town);
  const browser = openBrowser(app.app.http);
  const answer = await browser.post('/sign-in/hospital', { hospitalId: town.hospitalId });
  const back = await own.visit(
    answer.json<{ url: string }>().url,
    vouchedFor({ email: colleague.email }),
  );
  back.searchParams.set('iss', 'https://elsewhere.example');
  const ended = await browser.get(`${back.pathname}${back.search}`);
  await expectNobody(browser, String(ended.headers.location), 'hospital_sign_in_failed');
});

test('a second factor is required after the hospital’s own sign-in too [SEC-7]', async () => {
  const colleague = await makeColleague(town);
  await app.db.run(sql`
    update identity."user" set two_factor_enabled = true where id = ${colleague.userId}`);
  const browser = openBrowser(app.app.http);
  const landing = await signInAs(browser, vouchedFor({ email: colleague.email }));
  await expectNobody(browser, landing, 'second_factor_required');
});

test('a person reads that a hospital has no sign-in of its own, or that the sign-in was cancelled', async () => {
  const browser = openBrowser(app.app.http);
  const unknown = await browser.post('/sign-in/hospital', { hospitalId: crypto.randomUUID() });
  assert.equal(codeOf(unknown), 'way_in_not_available');
  const none = await call(first, undefined, 'getSite');
  assert.equal(none.status, 200);
  await expectNobody(browser, await signInAs(browser, 'cancels'), 'hospital_sign_in_failed');
});

test('the session after a hospital sign-in lasts as long as requested [LOGIN-1]', async () => {
  const colleague = await makeColleague(town);
  const person = vouchedFor({ email: colleague.email });
  const browser = openBrowser(app.app.http);
  const answer = await browser.post('/sign-in/hospital', {
    hospitalId: town.hospitalId,
    rememberMe: false,
  });
  const back = await own.visit(answer.json<{ url: string }>().url, person);
  const ended = await browser.get(`${back.pathname}${back.search}`);
  const cookie = ended.cookies.find(({ name }) => name === 'baari.session_token');
  assert.ok(cookie !== undefined && cookie.maxAge === undefined, 'it ends with the browser');
});
