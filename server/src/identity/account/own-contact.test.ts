/**
 * Tests adding and changing the email address and phone number of one's own account [API-27,
 * security 7, 9].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  type Browser,
  codeOf,
  forgetProofs,
  type IdentityTestApp,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  type Person,
  receiveCode,
  signUp,
  signUpByPhone,
} from '../../testing/identity-app.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
});
after(() => world.close());

let addresses = 0;
function newEmail(): string {
  addresses += 1;
  return `own-${addresses}@example.org`;
}

async function verifiedPerson(): Promise<Person> {
  const person = await signUp(world.app);
  await world.db.run(sql`
    update identity."user" set email_verified = true where id = ${person.userId}`);
  return person;
}

interface Given {
  readonly code: string;
  readonly confirmation: string;
}

/**
 * Requests a code for `to` (an email address or phone number) and reads the code from the message.
 */
async function receiveFor(browser: Browser, to: string, proof: object = {}): Promise<Given> {
  const isEmail = to.includes('@');
  const answer = await browser.post(
    isEmail ? '/contact/email/send-code' : '/contact/phone/send-code',
    { ...(isEmail ? { email: to } : { phoneNumber: to }), ...proof },
  );
  assert.equal(answer.statusCode, 200, answer.body);
  const [message] = await world.mailsTo(to);
  const code = /\b\d{6}\b/u.exec(message?.plain ?? '')?.[0] ?? '';
  return { code, confirmation: answer.json<{ confirmation: string }>().confirmation };
}

function confirm(browser: Browser, to: string, given: Given) {
  return to.includes('@')
    ? browser.post('/contact/email/verify', { email: to, ...given })
    : browser.post('/contact/phone/verify', { phoneNumber: to, ...given });
}

function accountOf(userId: string) {
  return world.db.one<{ email: string; verified: boolean; phone: string | null }>(sql`
    select email, email_verified as verified, phone_number as phone
    from identity."user" where id = ${userId}`);
}

test('a person who signed up by phone adds an email address and verifies it with a mailed code', async () => {
  const { browser, userId, phoneNumber } = await signUpByPhone(world);
  const email = newEmail();
  const given = await receiveFor(browser, email);
  assert.equal((await confirm(browser, email, given)).statusCode, 200);
  assert.deepEqual(await accountOf(userId), { email, verified: true, phone: phoneNumber });
  assert.equal(codeOf(await confirm(browser, email, given)), 'no_confirmation_session', 'once');
});

test('a person who signed up by email adds a phone with the password, and then signs in by phone', async () => {
  const { browser, userId, password } = await verifiedPerson();
  const phone = newPhone();
  const given = await receiveFor(browser, phone, { password });
  assert.equal((await confirm(browser, phone, given)).statusCode, 200);
  const elsewhere = openBrowser(world.app);
  const code = await receiveCode(world, elsewhere, phone);
  const answer = await elsewhere.post('/phone-number/verify', { phoneNumber: phone, ...code });
  assert.equal(answer.json<{ user: { id: string } }>().user.id, userId);
});

test('a stranger at an unattended browser cannot add an email or phone without the password, second factor or recent sign-in [SEC-7, SEC-17]', async () => {
  const { browser, password } = await verifiedPerson();
  const path = '/contact/email/send-code';
  const email = newEmail();
  await forgetProofs(world);
  assert.equal(codeOf(await browser.post(path, { email })), 'proof_required');
  assert.equal(codeOf(await browser.post(path, { email, password })), 'proof_required');
  const guessed = await browser.post('/prove', { by: 'password', password: 'x' });
  assert.equal(codeOf(guessed), 'wrong_password');
  assert.equal((await browser.post('/prove', { by: 'password', password })).statusCode, 200);
  const enabled = await browser.post('/two-factor/enable', {});
  const { recoveryCodes } = enabled.json<{ recoveryCodes: string[] }>();
  await world.db.run(sql`update identity.two_factor set verified = true`);
  await world.db.run(sql`
    update identity."user" u set two_factor_enabled = true
    from identity.two_factor f where f.user_id = u.id`);
  await forgetProofs(world);
  const byPassword = await browser.post('/prove', { by: 'password', password });
  assert.equal(codeOf(byPassword), 'proof_required', 'no longer enough');
  const proof = { by: 'second_factor', code: recoveryCodes[0] };
  assert.equal((await browser.post('/prove', proof)).statusCode, 200);
  await receiveFor(browser, email);

  const byPhone = await signUpByPhone(world);
  await forgetProofs(world);
  const late = await byPhone.browser.post(path, { email: newEmail() });
  assert.equal(codeOf(late), 'proof_required');
  assert.deepEqual(await world.mailsTo('nobody'), []);
});

test('a person who can only sign in by phone proves their identity by an SMS code that is valid once [SEC-17]', async () => {
  const { browser, phoneNumber } = await signUpByPhone(world);
  await forgetProofs(world);
  const sent = await browser.post('/prove/send-code', {});
  assert.equal(sent.statusCode, 200, sent.body);
  const [sms] = await world.mailsTo(phoneNumber);
  const code = /\b\d{6}\b/u.exec(sms?.plain ?? '')?.[0];
  const { confirmation } = sent.json<{ confirmation: string }>();
  const given = { code, confirmation };
  const asContact = await confirm(browser, phoneNumber, { code: code ?? '', confirmation });
  assert.equal(
    codeOf(asContact),
    'no_confirmation_session',
    'the code is valid for this purpose only',
  );
  assert.equal((await browser.post('/prove', { by: 'code', ...given })).statusCode, 200);
  const again = await browser.post('/prove', { by: 'code', ...given });
  assert.equal(codeOf(again), 'no_confirmation_session');
  await receiveFor(browser, newEmail());
  const other = await verifiedPerson();
  const withPassword = await other.browser.post('/prove/send-code', {});
  assert.equal(codeOf(withPassword), 'proof_required', 'an account with a password must give it');
});

test('no verification code is sent if the caller is not signed in or the request comes from another site', async () => {
  const browser = openBrowser(world.app);
  const given = { code: '123456', confirmation: 'x' };
  const calls = [
    ['/contact/email/send-code', { email: newEmail() }],
    ['/contact/email/verify', { email: newEmail(), ...given }],
    ['/contact/phone/send-code', { phoneNumber: newPhone() }],
    ['/contact/phone/verify', { phoneNumber: newPhone(), ...given }],
    ['/contact/phone/remove', {}],
  ] as const;
  for (const [path, body] of calls) {
    assert.equal(codeOf(await browser.post(path, body)), 'not_authenticated', path);
    const evil = await browser.post(path, body, { origin: 'https://evil.example' });
    assert.equal(codeOf(evil), 'other_origin', path);
  }
});

test('a verification code works only for the person, the email or phone and the purpose for which it was sent [SEC-9]', async () => {
  const victim = await verifiedPerson();
  const thief = await verifiedPerson();
  const phone = newPhone();
  // A sign-in code can be requested without a password, so it must not allow adding the phone
  // number to an account.
  const forSignIn = await receiveCode(world, thief.browser, phone);
  const tries = [await confirm(thief.browser, phone, forSignIn)];
  const email = newEmail();
  const given = await receiveFor(thief.browser, email, { password: thief.password });
  tries.push(await confirm(victim.browser, email, given));
  tries.push(await confirm(thief.browser, newEmail(), given));
  const ownPhone = newPhone();
  const forOwn = await receiveFor(thief.browser, ownPhone, { password: thief.password });
  tries.push(
    await openBrowser(world.app).post('/phone-number/verify', { phoneNumber: ownPhone, ...forOwn }),
  );
  for (const answer of tries) assert.equal(codeOf(answer), 'no_confirmation_session');
  assert.equal((await accountOf(victim.userId)).email, victim.email);
});

test('five wrong verification codes end the attempt, and then the right code fails too [SEC-7]', async () => {
  const { browser, userId } = await signUpByPhone(world);
  const email = newEmail();
  const given = await receiveFor(browser, email);
  const wrong = { ...given, code: given.code === '000000' ? '111111' : '000000' };
  for (let tries = 0; tries < 5; tries += 1) {
    assert.equal(codeOf(await confirm(browser, email, wrong)), 'invalid_code');
  }
  assert.equal(codeOf(await confirm(browser, email, given)), 'no_confirmation_session');
  assert.equal((await accountOf(userId)).verified, false);
});

test('a stranger who requests verification codes for a number all day does not stop the number’s owner from getting a code [SEC-7, SEC-17]', async () => {
  const { browser, phoneNumber } = await signUpByPhone(world);
  const stranger = await verifiedPerson();
  const isSent = async () =>
    (await stranger.browser.post('/contact/phone/send-code', { phoneNumber })).statusCode === 200;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const { password } = stranger;
    await stranger.browser.post('/prove', { by: 'password', password });
    for (let n = 0; n < 5; n += 1) assert.equal(await isSent(), true);
    await world.mailsTo(phoneNumber);
    world.clock.advance(16 * 60_000);
  }
  const before = (await world.mailsTo(phoneNumber)).length;
  const sent = await browser.post('/prove/send-code', {});
  assert.equal(sent.statusCode, 200, sent.body);
  const [sms, ...others] = await world.mailsTo(phoneNumber);
  assert.equal(others.length, before, 'the code has arrived');
  const code = /\b\d{6}\b/u.exec(sms?.plain ?? '')?.[0] ?? '';
  const { confirmation } = sent.json<{ confirmation: string }>();
  const proved = await browser.post('/prove', { by: 'code', code, confirmation });
  assert.equal(proved.statusCode, 200, proved.body);
});

test('a person gets at most twenty codes for an identity proof a day [SEC-21]', async () => {
  const { browser } = await signUpByPhone(world);
  for (let n = 0; n < 20; n += 1) {
    const sent = await browser.post('/prove/send-code', {});
    assert.equal(sent.statusCode, 200, sent.body);
    world.clock.advance(4 * 60_000);
  }
  assert.equal(codeOf(await browser.post('/prove/send-code', {})), 'too_many_messages');
});

test('a verified email or phone number belongs to one account and cannot be moved to another account', async () => {
  const other = await verifiedPerson();
  const otherPhone = await signUpByPhone(world);
  const { browser, password } = await verifiedPerson();
  const email = await receiveFor(browser, other.email, { password });
  assert.equal(codeOf(await confirm(browser, other.email, email)), 'email_in_use');
  const phone = await receiveFor(browser, otherPhone.phoneNumber, { password });
  assert.equal(codeOf(await confirm(browser, otherPhone.phoneNumber, phone)), 'phone_in_use');
  assert.equal((await accountOf(other.userId)).email, other.email);
  assert.equal((await accountOf(otherPhone.userId)).phone, otherPhone.phoneNumber);
});

test('if an account never verified its address, the address’s owner can take it, and the account’s password stops working [SEC-9]', async () => {
  const squatter = await signUp(world.app);
  const owner = await signUpByPhone(world);
  const given = await receiveFor(owner.browser, squatter.email);
  assert.equal((await confirm(owner.browser, squatter.email, given)).statusCode, 200);
  assert.equal((await accountOf(owner.userId)).email, squatter.email);
  assert.equal((await squatter.browser.get('/get-session')).json(), null);
  const again = await openBrowser(world.app).post('/sign-in/email', {
    email: squatter.email,
    password: squatter.password,
  });
  assert.equal(again.statusCode, 401);
});

test('a phone is not added to an account with an unverified email, which may be a stranger’s address [SEC-9]', async () => {
  const { browser, password } = await signUp(world.app);
  const answer = await browser.post('/contact/phone/send-code', {
    phoneNumber: newPhone(),
    password,
  });
  assert.equal(codeOf(answer), 'email_not_verified');
});

test('when the email of an account changes, the former address is notified and links mailed there stop working', async () => {
  const { browser, email, password, userId } = await verifiedPerson();
  await browser.post('/request-password-reset', { email });
  const [reset] = await world.mailsTo(email);
  const token = /token=([\w-]+)/u.exec(reset?.plain ?? '')?.[1] ?? '';
  assert.notEqual(token, '');
  const other = newEmail();
  await confirm(browser, other, await receiveFor(browser, other, { password }));
  assert.equal((await accountOf(userId)).email, other);
  const mails = await world.mailsTo(email);
  assert.ok(mails.some(({ plain }) => plain.includes(other)));
  const used = await browser.post('/reset-password', { token, newPassword: 'another horse' });
  assert.equal(codeOf(used), 'reset_link_invalid');
  const same = await browser.post('/contact/email/send-code', { email: other, password });
  assert.equal(codeOf(same), 'email_already_verified');
});

test('a phone number removed from an account cannot sign in to this account and is free for another account [SEC-7, PROF-1]', async () => {
  const { browser, userId, password } = await verifiedPerson();
  const phone = newPhone();
  const added = await confirm(browser, phone, await receiveFor(browser, phone, { password }));
  assert.equal(added.statusCode, 200, added.body);
  const path = '/contact/phone/remove';
  await forgetProofs(world);
  assert.equal(codeOf(await browser.post(path, { password })), 'proof_required');
  assert.equal((await accountOf(userId)).phone, phone);
  await browser.post('/prove', { by: 'password', password });
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await browser.post(path, { password })).statusCode, 200, 'twice is once');
  }
  assert.equal((await accountOf(userId)).phone, null);
  const patients = await world.db.many(sql`select 1 from patient where phone = ${phone}`);
  assert.deepEqual(patients, [], 'also removed from the profile');
  const next = await verifiedPerson();
  const given = await receiveFor(next.browser, phone, { password: next.password });
  assert.equal((await confirm(next.browser, phone, given)).statusCode, 200);
});

test('a number that is the only way to sign in cannot be removed until an email is verified [SEC-7, PROF-1]', async () => {
  const { browser, userId, phoneNumber } = await signUpByPhone(world);
  const path = '/contact/phone/remove';
  assert.equal(codeOf(await browser.post(path, {})), 'phone_is_only_contact');
  assert.equal((await accountOf(userId)).phone, phoneNumber);
  const email = newEmail();
  await confirm(browser, email, await receiveFor(browser, email));
  assert.equal((await browser.post(path, {})).statusCode, 200);
  assert.deepEqual(await accountOf(userId), { email, verified: true, phone: null });
});

test('when two people verify one number at once, one of them gets the number', async () => {
  const people = [await verifiedPerson(), await verifiedPerson()];
  const phone = newPhone();
  const given: Given[] = [];
  for (const { browser, password } of people) {
    given.push(await receiveFor(browser, phone, { password }));
  }
  const answers = await Promise.all(
    people.map(({ browser }, index) =>
      confirm(browser, phone, given[index] ?? { code: '', confirmation: '' }),
    ),
  );
  const won = answers.filter(({ statusCode }) => statusCode === 200);
  const lost = answers.filter((answer) => answer.statusCode === 409);
  assert.deepEqual([won.length, lost.length], [1, 1]);
});
