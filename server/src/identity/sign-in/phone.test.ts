import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCurrentUser, identityCalls } from '@baari/contract/account/identity.ts';
import sql from 'sql-template-tag';
import {
  askForCode,
  type Browser,
  type IdentityTestApp,
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  receiveCode,
  signUp,
  signUpByPhone,
  solveBotCheck,
  codeOf,
} from '../../testing/identity-app.ts';
import { smsText } from '../../platform/messages/sms/sms-kinds.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
});
after(() => world.close());

const verifyPath = '/phone-number/verify';
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

async function currentUser(browser: Browser) {
  const answer = await world.app.inject({
    method: 'GET',
    url: '/api/auth/user',
    headers: { authorization: `Bearer ${await browser.token()}` },
  });
  return getCurrentUser.reply.parse(answer.json()).user;
}

test('a code sent to a new phone number creates an account, and a code sent to a known number signs the person in [SIGN-2, VERI-4, VERI-5]', async () => {
  const phoneNumber = newPhone();
  const browser = openBrowser(world.app);
  const typed = `${phoneNumber.slice(0, 3)} ${phoneNumber.slice(3, 8)}-${phoneNumber.slice(8)}`;
  const asked = await askForCode(browser, typed);
  const { confirmation } = asked.json<{ confirmation: string }>();
  const code = (await world.mailsTo(phoneNumber))[0]?.plain.slice(0, 6) ?? '';
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const answer = await browser.post(verifyPath, { phoneNumber, code: spaced, confirmation });
  assert.equal(answer.statusCode, 200, answer.body);
  const { user } = identityCalls.verifyPhoneCode.reply.parse(answer.json());
  assert.deepEqual(answer.json(), {
    user: { ...user, email: null, emailVerified: false, name: '' },
  });
  const seen = await currentUser(browser);
  assert.equal(seen.phone, phoneNumber);
  assert.equal(seen.email, null);
  assert.equal(seen.name, 'Patient');
  assert.equal(seen.role, 'patient');
  const again = await signUpByPhone(world, phoneNumber);
  assert.equal(again.userId, user.id);
});

test('the internal email address of an account that signs in by phone appears in no API answer, token or mail [ENT-6]', async () => {
  const { browser, phoneNumber } = await signUpByPhone(world);
  const session = await browser.get('/get-session');
  const token = await browser.token();
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  for (const text of [session.body, claims, JSON.stringify(await currentUser(browser))]) {
    assert.doesNotMatch(text, /phone\.invalid/u);
  }
  const { email } = await world.db.one<{ email: string }>(
    sql`select email from identity."user" where phone_number = ${phoneNumber}`,
  );
  assert.match(email, /@phone\.invalid$/u);
  const asked = openBrowser(world.app);
  assert.equal(codeOf(await asked.post('/request-password-reset', { email })), 'invalid_email');
  const taken = { name: 'Eve', email: 'x@phone.invalid', password: 'plum pie' };
  assert.equal(codeOf(await asked.post('/sign-up/email', taken)), 'invalid_email');
  assert.equal(codeOf(await asked.post('/send-verification-email', { email })), 'invalid_email');
  await browser.post('/send-verification-email', { email });
  assert.deepEqual(await world.mailsTo(email), []);
});

test('the SMS code has six digits, comes in the browser’s language, and works once [VERI-6]', async () => {
  const phoneNumber = newPhone();
  const browser = openBrowser(world.app);
  const answer = await askForCode(browser, phoneNumber, { 'accept-language': 'hi' });
  const { confirmation, ...rest } = answer.json<Record<string, unknown>>();
  assert.deepEqual(rest, { resendAfterSeconds: 30, expiresInSeconds: 600 });
  const [sms] = await world.mailsTo(phoneNumber);
  assert.match(sms?.plain ?? '', /^\d{6} आपका/u);
  const code = sms?.plain.slice(0, 6);
  const given = { phoneNumber, code, confirmation };
  assert.equal((await browser.post(verifyPath, given)).statusCode, 200);
  const again = await openBrowser(world.app).post(verifyPath, given);
  assert.equal(codeOf(again), 'no_confirmation_session');
  const text = smsText({ kind: 'code', language: 'hi', variables: { code: '123456' } });
  assert.ok(text.length <= 70, 'one message, also in Devanagari');
});

test('when the correct SMS code is used twenty times at once, one use signs in [SEC-7]', async () => {
  const phoneNumber = newPhone();
  const given = await receiveCode(world, openBrowser(world.app), phoneNumber);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      openBrowser(world.app, `198.18.0.${n + 1}`).post(verifyPath, { phoneNumber, ...given }),
    ),
  );
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
});

test('an SMS code has five attempts, a new code adds no attempts, and the owner can still sign in from another network [SEC-7]', async () => {
  const { phoneNumber, userId } = await signUpByPhone(world);
  const guesser = openBrowser(world.app, '198.51.100.50');
  const { code, confirmation } = await receiveCode(world, guesser, phoneNumber);
  for (let n = 0; n < 5; n += 1) {
    const guess = { phoneNumber, code: wrong(code), confirmation };
    assert.equal(codeOf(await guesser.post(verifyPath, guess)), 'invalid_code', `try ${n + 1}`);
  }
  const right = await guesser.post(verifyPath, { phoneNumber, code, confirmation });
  assert.equal(right.statusCode, 429);
  assert.ok(Number(right.headers['retry-after']) > 800);
  const resent = await receiveCode(world, guesser, phoneNumber);
  const more = await guesser.post(verifyPath, { phoneNumber, ...resent });
  assert.equal(more.statusCode, 429, 'a new code does not refill the tries');
  const elsewhere = { phoneNumber, code, confirmation };
  const other = await openBrowser(world.app, '198.51.100.51').post(verifyPath, elsewhere);
  assert.equal(codeOf(other), 'no_confirmation_session', 'the code itself is used up everywhere');
  const owner = await signUpByPhone(world, phoneNumber, '198.51.100.52');
  assert.equal(owner.userId, userId);
});

test('forty guesses of an SMS code at one moment do not bypass the limit of five attempts [SEC-7]', async () => {
  const phoneNumber = newPhone();
  const browser = openBrowser(world.app, '198.51.100.60');
  const { code, confirmation } = await receiveCode(world, browser, phoneNumber);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      browser.post(verifyPath, { phoneNumber, code: wrong(code), confirmation }),
    ),
  );
  const judged = answers.filter((answer) => codeOf(answer) === 'invalid_code').length;
  assert.ok(judged <= 5, `${judged} were judged`);
});

test('an SMS code works for ten minutes, and only for the phone number and the request for which it was sent [VERI-6]', async () => {
  const [phoneNumber, other] = [newPhone(), newPhone()];
  const browser = openBrowser(world.app);
  const { code, confirmation } = await receiveCode(world, browser, phoneNumber);
  const tries = [
    { phoneNumber: other, code, confirmation },
    { phoneNumber, code, confirmation: 'x'.repeat(32) },
    { phoneNumber, code, confirmation: '' },
    { phoneNumber, code, confirmation: `${confirmation}.` },
  ];
  for (const given of tries) {
    assert.equal(codeOf(await browser.post(verifyPath, given)), 'no_confirmation_session');
  }
  world.clock.advance(601_000);
  const late = await browser.post(verifyPath, { phoneNumber, code, confirmation });
  world.clock.advance(-601_000);
  assert.equal(codeOf(late), 'no_confirmation_session');
});

test('a malformed phone number or SMS code is refused [VAL-2, VERI-6, CONST-3]', async () => {
  const browser = openBrowser(world.app);
  for (const phoneNumber of ['9876543210', '+0123456789', '+12345', 'abc', '+1234567890123456']) {
    const body = { phoneNumber, botCheck: 'x' };
    const answer = await browser.post('/phone-number/send-otp', body);
    assert.equal(codeOf(answer), 'invalid_phone', phoneNumber);
  }
  for (const code of ['123', '123456789', 'abcdef', '']) {
    const body = { phoneNumber: newPhone(), code, confirmation: 'x' };
    const { details } = (await browser.post(verifyPath, body)).json<{ details: unknown }>();
    assert.deepEqual(details, [{ param: 'code', msg: 'Enter the 6-digit code' }], code);
  }
});

test('no SMS code is sent without a bot check, and a solved bot check is valid once [VERI-4]', async () => {
  const phoneNumber = newPhone();
  const browser = openBrowser(world.app);
  const send = (botCheck: string) =>
    browser.post('/phone-number/send-otp', { phoneNumber, botCheck });
  const solved = await solveBotCheck(browser);
  const { challenge, solution } = JSON.parse(Buffer.from(solved, 'base64').toString('utf8')) as {
    challenge: { parameters: Record<string, unknown>; signature: string };
    solution: { counter: number; derivedKey: string };
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } };
  const later = {
    ...challenge,
    parameters: { ...challenge.parameters, expiresAt: Math.ceil(Date.now() / 1000) + 99_999 },
  };
  const forged = [
    '',
    'no base64 {',
    encode({}),
    encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(16) } }),
    encode({ challenge: easier, solution }),
    encode({ challenge: later, solution }),
    encode({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }),
  ];
  for (const answer of forged) assert.equal(codeOf(await send(answer)), 'bot_check_failed', answer);
  assert.deepEqual(await world.mailsTo(phoneNumber), []);
  const answers = await Promise.all([send(solved), send(solved), send(solved)]);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
  assert.equal((await world.mailsTo(phoneNumber)).length, 1);
  const old = await solveBotCheck(browser);
  world.clock.advance(601_000);
  assert.equal(codeOf(await send(old)), 'bot_check_failed');
  world.clock.advance(-601_000);
});

test('a stranger can neither flood a phone with SMS codes nor keep the phone’s owner from getting a code [SEC-7]', async () => {
  const home = '192.0.2.50';
  const { phoneNumber } = await signUpByPhone(world, newPhone(), home);
  const one = openBrowser(world.app, '198.51.100.70');
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await askForCode(one, phoneNumber)).statusCode, 200);
  }
  assert.equal((await askForCode(one, phoneNumber)).statusCode, 429);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const browser = openBrowser(world.app, `198.51.100.${80 + n}`);
    statuses.push((await askForCode(browser, phoneNumber)).statusCode);
  }
  assert.equal(statuses.at(-1), 429, 'from many addresses neither');
  assert.equal((await askForCode(openBrowser(world.app, home), phoneNumber)).statusCode, 200);
});

test('a phone number typed into a sign-up or a profile cannot be used to sign in until the number is verified [SEC-9]', async () => {
  const phoneNumber = newPhone();
  const stranger = await signUp(world.app);
  const given = { role: 'patient', phone: phoneNumber };
  const headers = { authorization: `Bearer ${await stranger.browser.token()}` };
  await stranger.browser.post('/api/auth/role', given, headers);
  const owner = await signUpByPhone(world, phoneNumber);
  assert.notEqual(owner.userId, stranger.userId);
  await assert.rejects(
    world.db.run(sql`
      update identity."user" set phone_number = '+919999999999' where id = ${stranger.userId}`),
    /phone_counts_once_verified/u,
    'not even a statement of ours could make an unproved number count',
  );
});

test('neither the database nor the log contains a phone number together with its code [SEC-5]', async () => {
  const phoneNumber = newPhone();
  const { code } = await receiveCode(world, openBrowser(world.app), phoneNumber);
  const rows = JSON.stringify(await world.db.many(sql`select * from identity.phone_code`));
  assert.ok(rows.length > 2);
  assert.ok(!rows.includes(phoneNumber) && !rows.includes(`"${code}"`));
  const jobs = JSON.stringify(await world.db.many(sql`select payload, last_error from job`));
  assert.ok(!jobs.includes(phoneNumber), 'a sent SMS is forgotten');
  assert.ok(!JSON.stringify(world.logged).includes(phoneNumber));
});

test('phone sign-in is refused as unavailable on an installation that cannot send SMS', async () => {
  const without = await makeIdentityTestApp({ canSendSms: false });
  const browser = openBrowser(without.app);
  const answers = [
    await askForCode(browser, newPhone()),
    await browser.post(verifyPath, { phoneNumber: newPhone(), code: '123456', confirmation: 'x' }),
  ];
  for (const answer of answers) {
    assert.equal(answer.statusCode, 404);
    assert.equal(codeOf(answer), 'way_in_not_available');
  }
  await without.close();
});
