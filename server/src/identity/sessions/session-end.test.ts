/** Automatic ends of sessions, and the end of a session whose sign-out request was lost. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { streamPath } from '@baari/contract/events.ts';
import {
  type Browser,
  codeOf,
  type IdentityTestApp,
  makeIdentityTestApp,
  openBrowser,
  signUp,
} from '../../testing/identity-app.ts';
import { call, makeTestApp, readReply, type TestApp } from '../../testing/test-app.ts';
import { makePerson, makeTown, signIn, type Town } from '../../testing/test-people.ts';
import { whyOver } from './session-end.rules.ts';

let world: IdentityTestApp;
let app: TestApp;
let town: Town;
before(async () => {
  world = await makeIdentityTestApp();
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
});
after(async () => {
  await world.close();
  await app.close();
});

const minutes = 60_000;

/** Moves the time of the last use of every session into the past by this many milliseconds. */
async function leaveUnused(ms: number): Promise<void> {
  await app.db.run(sql`
    update identity.session set last_used_at = last_used_at - make_interval(secs => ${ms / 1000})`);
}

const ask = (token: string, headers: Record<string, string> = {}) =>
  app.send({ method: 'GET', url: '/api/hospital', token, headers });

test('an unused staff session ends exactly after the hospital’s idle time, and a patient’s session has no idle time [SEC-6]', () => {
  const now = new Date('2026-03-12T12:00:00Z');
  const expiresAt = new Date('2026-03-20T12:00:00Z');
  const used = (ms: number) => new Date(now.getTime() - ms);
  const at = (lastUsedAt: Date, idleMinutes: number | null) =>
    whyOver({ expiresAt, lastUsedAt, idleMinutes }, now);
  assert.equal(at(used(15 * minutes), 15), undefined);
  assert.equal(at(used(15 * minutes + 1), 15), 'session_idle');
  assert.equal(at(used(900 * minutes), null), undefined);
  assert.equal(whyOver({ expiresAt: now, lastUsedAt: now, idleMinutes: 15 }, now), 'session_ended');
});

test('an administrator sets the idle time between 15 minutes and 12 hours, and 12 hours is the default [SEC-6]', async () => {
  const { admin, receptionist } = town;
  const before = await call(app, receptionist, 'getOwnSecurity');
  assert.equal(readReply('getOwnSecurity', before).idleMinutes, 720);
  for (const idleMinutes of [14, 721, 15.5, 0, -1]) {
    const refused = await call(app, admin, 'setStaffIdleMinutes', { body: { idleMinutes } });
    assert.equal(refused.status, 400, String(idleMinutes));
  }
  const set = await call(app, admin, 'setStaffIdleMinutes', { body: { idleMinutes: 15 } });
  assert.deepEqual(set.body, { idleMinutes: 15 });
  const heard = await call(app, receptionist, 'reportUse', { body: {} });
  assert.deepEqual(heard.body, { idleMinutes: 15 });
  const elsewhere = await call(app, town.otherAdmin, 'reportUse', { body: {} });
  assert.deepEqual(elsewhere.body, { idleMinutes: 720 }, 'only of that hospital');
  const patient = await makePerson(app);
  const own = await call(app, patient, 'reportUse', { body: {} });
  assert.deepEqual(own.body, { idleMinutes: null });
});

test('an idle session ends for all its requests and live streams, and automatic requests of an open page do not prolong the session [SEC-6]', async () => {
  const { receptionist, admin } = town;
  await call(app, admin, 'setStaffIdleMinutes', { body: { idleMinutes: 15 } });
  const { session, token } = await signIn(app, receptionist.email);
  await leaveUnused(10 * minutes);
  assert.equal((await ask(token, { 'x-baari-unattended': '1' })).status, 200);
  await leaveUnused(4 * minutes);
  assert.equal((await ask(token)).status, 200, 'a use');
  await leaveUnused(14 * minutes);
  assert.equal((await ask(token)).status, 200, 'the idle time restarted');
  const stream = await fetch(`${app.origin()}/api${streamPath}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(stream.status, 200);
  await leaveUnused(16 * minutes);
  const refused = await ask(token);
  assert.equal(refused.status, 401);
  assert.match(refused.text, /session_idle/u);
  const renewal = await app.send({
    method: 'GET',
    url: '/api/identity/token',
    token: session,
  });
  assert.equal(renewal.status, 401);
  assert.match(renewal.text, /session_idle/u);
  // The stream ends within one check interval, so it can be read to its end.
  assert.match(await stream.text(), /"reason":"session_ended"/u);

  await call(app, await freshAdmin(), 'setStaffIdleMinutes', { body: { idleMinutes: 720 } });
  assert.equal((await ask(token)).status, 401, 'another limit revives nothing');
});

async function freshAdmin() {
  return { ...town.admin, ...(await signIn(app, town.admin.email)) };
}

test('a session ends thirty days after sign-in, even if it is used all the time [LOGIN-1, SEC-6]', async () => {
  const patient = await makePerson(app);
  const days = async (count: number) => {
    await app.db.run(sql`
      update identity.session set signed_in_at = now() - make_interval(days => ${count}),
        expires_at = now() + interval '7 days' where user_id = ${patient.userId}`);
    return (await call(app, patient, 'getCurrentUser')).status;
  };
  assert.equal(await days(29), 200);
  assert.equal(await days(31), 401);
  const renewal = await app.send({
    method: 'GET',
    url: '/api/identity/token',
    token: patient.session,
  });
  assert.equal(renewal.status, 401);
});

const isSignedIn = async (browser: Browser) => (await browser.get('/get-session')).json() !== null;

test('a browser that signed out while the server was down has no access, and its next request ends the session [AUTH-2, SEC-6]', async () => {
  const { browser, userId } = await signUp(world.app);
  const token = await browser.token();
  const copy = openBrowser(world.app);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  browser.cookies.set('baari_left', '1');
  assert.equal((await browser.get('/token')).statusCode, 401);
  assert.deepEqual([...browser.cookies.keys()], ['baari.device'], 'both cookies are deleted');
  assert.equal(await isSignedIn(copy), false, 'the session itself is over');
  assert.equal((await world.identity.authenticate(token)).ok, false);
  const rows = await world.db.many(sql`select 1 from identity.session where user_id = ${userId}`);
  assert.deepEqual(rows, []);
});

test('the next person at a signed-out browser signs in with their own account and stays signed in [AUTH-2]', async () => {
  const before = await signUp(world.app);
  const next = await signUp(world.app);
  before.browser.cookies.set('baari_left', '1');
  const { email, password } = next;
  const answer = await before.browser.post('/sign-in/email', { email, password });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(before.browser.cookies.has('baari_left'), false);
  const session = await before.browser.get('/get-session');
  assert.equal(session.json<{ user: { id: string } }>().user.id, next.userId);
  const rows = await world.db.many(sql`
    select 1 from identity.session where user_id = ${before.userId}`);
  assert.deepEqual(rows, [], 'the earlier session is deleted');
});

test('a sign-out that reaches the server late is confirmed as usual, and after a wrong password the browser stays signed out [AUTH-2]', async () => {
  const { browser, email } = await signUp(world.app);
  browser.cookies.set('baari_left', '1');
  const wrong = await browser.post('/sign-in/email', { email, password: 'a guess' });
  assert.equal(codeOf(wrong), 'wrong_password');
  assert.equal(await isSignedIn(browser), false);
  const late = await browser.post('/sign-out', {});
  assert.deepEqual(late.json(), { success: true });
  assert.equal(browser.cookies.has('baari_left'), false);
});
