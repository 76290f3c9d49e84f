import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  type IdentityTestApp,
  linkIn,
  makeIdentityTestApp,
  openBrowser,
  signUp,
  codeOf,
} from '../../testing/identity-app.ts';

let world: IdentityTestApp;
let hiding: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
  hiding = await makeIdentityTestApp({ hideAccounts: true });
});
after(async () => {
  await world.close();
  await hiding.close();
});

const path = '/request-password-reset';

/** Requests a password reset and returns the token of the latest mail to this address. */
async function askForToken(email: string, address?: string): Promise<string> {
  const answer = await openBrowser(world.app, address).post(path, { email });
  assert.equal(answer.statusCode, 200, answer.body);
  const link = linkIn((await world.mailsTo(email))[0]);
  assert.equal(link.pathname, '/reset-password');
  return link.searchParams.get('token') ?? '';
}

const reset = (token: string, newPassword = 'a new one') =>
  openBrowser(world.app).post('/reset-password', { token, newPassword });

test('a mailed link sets a new password once and signs every device out [ROUTE-10]', async () => {
  const { email, password, browser } = await signUp(world.app);
  const identityToken = await browser.token();
  const token = await askForToken(email);
  const done = await reset(token);
  assert.equal(done.json<{ status: boolean }>().status, true);
  assert.deepEqual(done.cookies, [], 'the link signs nobody in');
  assert.equal((await browser.get('/get-session')).json(), null);
  const refused = await world.identity.authenticate(identityToken);
  assert.equal(refused.ok, false, 'a token of before counts no longer');
  const old = await openBrowser(world.app).post('/sign-in/email', { email, password });
  assert.equal(codeOf(old), 'wrong_password');
  const fresh = { email, password: 'a new one' };
  assert.equal((await openBrowser(world.app).post('/sign-in/email', fresh)).statusCode, 200);
  const again = await reset(token, 'another one');
  assert.equal(again.statusCode, 400);
  assert.equal(codeOf(again), 'reset_link_invalid');
});

test('a stranger who requests password-reset links all day does not stop the account’s owner from getting a link [ROUTE-10, SEC-7]', async () => {
  const { email } = await signUp(world.app);
  const stranger = openBrowser(world.app, '198.51.100.7');
  const isRefused = async () =>
    codeOf(await stranger.post(path, { email })) === 'too_many_attempts';
  for (let quarter = 0; quarter < 3; quarter += 1) {
    for (let n = 0; n < 5; n += 1) assert.equal(await isRefused(), false);
    assert.equal(await isRefused(), true, 'one network has so many and no more');
    assert.equal((await reset(await askForToken(email, '198.51.100.8'))).statusCode, 200);
    world.clock.advance(16 * 60_000);
  }
});

test('when one password-reset link is used ten times at once, one use succeeds, and the account’s earlier reset links stop working [ROUTE-10]', async () => {
  const { email } = await signUp(world.app);
  const earlier = await askForToken(email);
  const token = await askForToken(email);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => reset(token, `password ${n}`)),
  );
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
  assert.equal(codeOf(await reset(earlier)), 'reset_link_invalid');
});

test('a password-reset link works for an hour, and entering a weak password does not use up the link [ROUTE-10, ERR-4]', async () => {
  const { email } = await signUp(world.app);
  const token = await askForToken(email);
  assert.equal(codeOf(await reset(token, 'short')), 'weak_password');
  assert.equal(codeOf(await reset(token, 'password123')), 'weak_password');
  world.clock.advance(61 * 60_000);
  assert.equal(codeOf(await reset(token)), 'reset_link_invalid');
  world.clock.advance(-61 * 60_000);
  assert.equal((await reset(token)).statusCode, 200);
});

test('a stranger’s unverified account does not stop the owner of the address from signing in [SEC-9]', async () => {
  const { email, password, browser, userId } = await signUp(world.app, { name: 'Squatter' });
  await world.db.run(sql`
    insert into identity.account (user_id, provider_id, account_id)
    values (${userId}, 'google', 'of-the-squatter')`);
  await world.db.run(sql`
    update identity."user" set phone_number = '+919000000001', phone_number_verified = true,
      two_factor_enabled = true where id = ${userId}`);
  await world.db.run(sql`
    insert into identity.two_factor (user_id, secret, backup_codes, verified)
    values (${userId}, 'x', 'x', true)`);
  const token = await askForToken(email);
  assert.equal((await reset(token)).statusCode, 200);
  assert.equal((await browser.get('/get-session')).json(), null, 'the stranger is out');
  const stranger = await openBrowser(world.app).post('/sign-in/email', { email, password });
  assert.equal(codeOf(stranger), 'wrong_password');
  const row = await world.db.one(sql`
    select u.email_verified as verified, u.phone_number as phone, u.two_factor_enabled as second,
      (select count(*) from identity.account a where a.user_id = u.id) as accounts,
      (select count(*) from identity.two_factor t where t.user_id = u.id) as factors
    from identity."user" u where u.id = ${userId}`);
  assert.deepEqual(row, { verified: true, phone: null, second: false, accounts: 1, factors: 0 });
});

test('after a password reset, a verified account keeps its other ways to sign in', async () => {
  const { email, userId } = await signUp(world.app);
  await world.db.run(sql`
    insert into identity.account (user_id, provider_id, account_id)
    values (${userId}, 'google', 'of-the-owner')`);
  await world.db.run(sql`update identity."user" set email_verified = true where id = ${userId}`);
  assert.equal((await reset(await askForToken(email))).statusCode, 200);
  const { ways } = await world.db.one<{ ways: number }>(
    sql`select count(*) as ways from identity.account where user_id = ${userId}`,
  );
  assert.equal(ways, 2);
});

test('an owner whose account was locked by wrong guesses signs in with the new password [SEC-7]', async () => {
  const { email, password } = await signUp(world.app);
  const browser = openBrowser(world.app);
  for (let n = 0; n < 10; n += 1) await browser.post('/sign-in/email', { email, password: 'no' });
  assert.equal((await browser.post('/sign-in/email', { email, password })).statusCode, 429);
  await reset(await askForToken(email));
  const fresh = await browser.post('/sign-in/email', { email, password: 'a new one' });
  assert.equal(fresh.statusCode, 200);
});

test('a password reset for an address without an account is refused as unknown by default, and a sixth request is refused [ERR-3, SEC-7]', async () => {
  const browser = openBrowser(world.app);
  const email = 'nobody-here@example.org';
  for (let n = 0; n < 5; n += 1) {
    assert.equal(codeOf(await browser.post(path, { email })), 'user_not_found');
  }
  const sixth = await browser.post(path, { email });
  assert.equal(sixth.statusCode, 429);
  assert.ok(Number(sixth.headers['retry-after']) > 800);
});

test('if Baari is set to hide accounts, a password reset gets the same answer and takes as much work for known and unknown addresses [SEC-8]', async () => {
  const { email } = await signUp(hiding.app);
  const unknown = 'unknown@example.org';
  const browser = openBrowser(hiding.app);
  const jobs = () =>
    hiding.db.many(sql`select kind, payload->>'email' as email from job where kind = 'password-reset'
      and finished_at is null order by id`);
  const known = await browser.post(path, { email });
  const other = await browser.post(path, { email: unknown });
  assert.equal(known.body, other.body);
  assert.equal(known.statusCode, other.statusCode);
  assert.deepEqual(await jobs(), [
    { kind: 'password-reset', email },
    { kind: 'password-reset', email: unknown },
  ]);
  assert.equal((await hiding.mailsTo(unknown)).length, 0);
  assert.match((await hiding.mailsTo(email))[0]?.subject ?? '', /new password/u);
});

test('the database stores only the hash of the reset link [security]', async () => {
  const { email } = await signUp(world.app);
  const token = await askForToken(email);
  const { found } = await world.db.one<{ found: number }>(sql`
    select count(*) as found from identity.password_reset where token_hash = ${token}`);
  assert.equal(found, 0);
  const jobs = await world.db.many(sql`select 1 from job where payload::text like ${`%${token}%`}`);
  assert.deepEqual(jobs, [], 'a sent mail is forgotten');
});

test('the mail for a password reset uses the browser’s language, and another site cannot request this mail [I18N]', async () => {
  const { email } = await signUp(world.app);
  const browser = openBrowser(world.app);
  await browser.post(path, { email }, { 'accept-language': 'hi' });
  assert.match((await world.mailsTo(email))[0]?.subject ?? '', /पासवर्ड/u);
  const foreign = await browser.post(path, { email }, { origin: 'https://evil.example' });
  assert.equal(foreign.statusCode, 403);
});
