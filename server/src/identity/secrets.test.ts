/**
 * Tests rotation of SECRET: values signed or encrypted with the former secret stay valid [API-27].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { openDatabase } from '../platform/database/database.ts';
import type { Secrets } from '../platform/secrets/secret.ts';
import {
  askForCode,
  type IdentityTestApp,
  linkIn,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  receiveCode,
  signUp,
  solveBotCheck,
} from '../testing/identity-app.ts';
import { forgetUnreadable, renewEncryption } from './provider/encryption.ts';
import { signCookie } from './sessions/signed-cookies.ts';

const [oldSecret, newSecret, third] = [
  'the-former-secret-0123456789-abcdefghijkl',
  'the-present-secret-0123456789-abcdefghijk',
  'a-third-secret-0123456789-abcdefghijklmno',
];

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp({ secrets: [oldSecret] });
});
after(() => world.close());

/** Starts the same installation again with these secrets. */
async function startedWith(
  secrets: Secrets,
  work: (again: IdentityTestApp) => Promise<void>,
): Promise<void> {
  const again = await makeIdentityTestApp({ secrets, beside: world });
  try {
    const { keys, factors } = await renewEncryption(again.db, secrets);
    assert.deepEqual([keys, factors], [[], []]);
    await work(again);
  } finally {
    await again.close();
  }
}

test('sessions, tokens, links, codes and second factors keep working while the operator replaces the server’s secrets', async () => {
  const person = await signUp(world.app);
  const token = await person.browser.token();
  const linked = await signUp(world.app);
  const [mail] = await world.mailsTo(linked.email);
  const phoneNumber = newPhone();
  const code = await receiveCode(world, openBrowser(world.app), phoneNumber);
  const botCheck = await solveBotCheck(openBrowser(world.app));
  const guarded = await signUp(world.app);
  const enabled = await guarded.browser.post('/two-factor/enable', { password: guarded.password });
  const { recoveryCodes } = enabled.json<{ recoveryCodes: string[] }>();
  await world.db.run(sql`update identity.two_factor set verified = true`);
  await world.db.run(sql`
    update identity."user" set two_factor_enabled = true where id = ${guarded.userId}`);

  await startedWith([newSecret, oldSecret], async (again) => {
    const browser = openBrowser(again.app);
    for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value);
    assert.notEqual((await browser.get('/get-session')).json(), null, 'the session');
    assert.equal((await again.identity.authenticate(token)).ok, true, 'the earlier token');
    const fresh = await browser.token();
    assert.equal((await again.identity.authenticate(fresh)).ok, true, 'a fresh token');
    const link = linkIn(mail);
    const opened = await browser.get(`${link.pathname}${link.search}`);
    assert.match(String(opened.headers.location), /verified=1/u, 'the link of a mail');
    const verified = await browser.post('/phone-number/verify', { phoneNumber, ...code });
    assert.equal(verified.statusCode, 200, 'the code of an SMS');
    const sent = await browser.post('/phone-number/send-otp', {
      phoneNumber: newPhone(),
      botCheck,
    });
    assert.equal(sent.statusCode, 200, 'the bot check');
    await passSecondStep(again, guarded, recoveryCodes[0]);
  });

  await startedWith([newSecret], async (again) => {
    const browser = openBrowser(again.app);
    await browser.post('/sign-in/email', { email: person.email, password: person.password });
    assert.ok((await browser.token()).length > 0, 'the signing key was re-encrypted');
    await passSecondStep(again, guarded, recoveryCodes[1]);
    const former = openBrowser(again.app);
    for (const [name, value] of person.browser.cookies) former.cookies.set(name, value);
    assert.equal(
      (await former.get('/get-session')).json(),
      null,
      'the former secret is no longer accepted',
    );
  });
});

async function passSecondStep(
  again: IdentityTestApp,
  { email, password }: { readonly email: string; readonly password: string },
  code: string | undefined,
): Promise<void> {
  const browser = openBrowser(again.app);
  await browser.post('/sign-in/email', { email, password });
  const answer = await browser.post('/two-factor/verify-backup-code', { code });
  assert.equal(answer.statusCode, 200, answer.body);
}

test('a cookie, a token or a link signed with a foreign secret is refused [security]', async () => {
  const person = await signUp(world.app);
  const forger = await makeIdentityTestApp({ secrets: [third], beside: world });
  const forged = openBrowser(forger.app);
  for (const [name, value] of person.browser.cookies) {
    const bare = decodeURIComponent(value).split('.')[0] ?? '';
    forged.cookies.set(name, signCookie(bare, third));
  }
  assert.notEqual(
    (await forged.get('/get-session')).json(),
    null,
    "the forger's own server accepts it",
  );
  await forger.close();
  await startedWith([newSecret, oldSecret], async (again) => {
    const browser = openBrowser(again.app);
    for (const [name, value] of forged.cookies) browser.cookies.set(name, value);
    assert.equal((await browser.get('/get-session')).json(), null);
    assert.equal((await askForCode(browser, newPhone())).statusCode, 200);
  });
});

test('if the configured secret cannot decrypt stored values the server reports this, and a command can delete these values', async () => {
  const lost = await makeIdentityTestApp({ secrets: [oldSecret] });
  const person = await signUp(lost.app);
  await person.browser.token();
  await person.browser.post('/two-factor/enable', { password: person.password });
  await lost.db.run(sql`
    update identity."user" set two_factor_enabled = true where id = ${person.userId}`);
  const db = openDatabase({
    connection: lost.connection,
    poolSize: 1,
    onIdleError: () => undefined,
  });
  const unreadable = await renewEncryption(db, [third]);
  assert.equal(unreadable.keys.length, 1);
  assert.equal(unreadable.factors.length, 1);
  assert.deepEqual(await renewEncryption(db, [oldSecret]), { keys: [], factors: [] });

  await forgetUnreadable(db, unreadable);
  const again = await makeIdentityTestApp({ secrets: [third], beside: lost });
  const browser = openBrowser(again.app);
  const answer = await browser.post('/sign-in/email', {
    email: person.email,
    password: person.password,
  });
  assert.equal(answer.statusCode, 200, 'without the deleted second step the person can sign in');
  assert.ok((await browser.token()).length > 0);
  await again.close();
  await db.close();
  await lost.close();
});
