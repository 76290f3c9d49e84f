import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  type IdentityTestApp,
  makeIdentityTestApp,
  openBrowser,
  signUp,
} from '../testing/identity-app.ts';
import { evenMs, untilNext } from './sign-in/even-answers.ts';

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

test('a person can sign in before the email address is verified, and can type the address in any letter case [LOGIN-1, VERI-2]', async () => {
  const { email, password } = await signUp(world.app);
  const browser = openBrowser(world.app);
  const answer = await browser.post('/sign-in/email', { email: email.toUpperCase(), password });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(Object.keys(answer.json<object>()), ['user']);
  assert.equal(
    (await browser.get('/get-session')).json<{ user: { email: string } }>().user.email,
    email,
  );
});

test("the session cookie lasts a week with 'remember me', and ends with the browser without [LOGIN-1]", async () => {
  const { email, password } = await signUp(world.app);
  const [remembered, forgotten] = await Promise.all(
    [true, false].map((rememberMe) =>
      openBrowser(world.app).post('/sign-in/email', { email, password, rememberMe }),
    ),
  );
  const name = 'baari.session_token';
  const kept = remembered?.cookies.find((cookie) => cookie.name === name);
  assert.equal(kept?.maxAge, 7 * 24 * 3600);
  assert.equal(kept?.httpOnly, true);
  assert.equal(kept?.sameSite, 'Lax');
  const brief = forgotten?.cookies.find((cookie) => cookie.name === name);
  assert.ok(brief !== undefined);
  assert.equal(brief.maxAge, undefined);
  assert.equal(brief.expires, undefined);
});

test("a session with 'remember me' is prolonged by each return within the week, and lasts one day without [LOGIN-1, AUTH-3]", async () => {
  const { email, password, userId } = await signUp(world.app);
  async function comeBackAfter(days: number, rememberMe: boolean) {
    const browser = openBrowser(world.app);
    await browser.post('/sign-in/email', { email, password, rememberMe });
    const { id } = await world.db.one<{ id: string }>(sql`
      update identity.session set expires_at = expires_at - make_interval(days => ${days})
      where id = (
        select id from identity.session where user_id = ${userId} order by created_at desc limit 1)
      returning id`);
    const answer = await browser.get('/token');
    const kept = await world.db.maybeOne<{ days: number }>(sql`
      select round(extract(epoch from expires_at - now()) / 86400, 1)::float8 as days
      from identity.session where id = ${id}`);
    return { status: answer.statusCode, seconds: answer.cookies[0]?.maxAge, days: kept?.days };
  }
  const week = 7 * 24 * 3600;
  assert.deepEqual(await comeBackAfter(6, true), { status: 200, seconds: week, days: 7 });
  assert.equal((await comeBackAfter(8, true)).status, 401);
  const sameDay = { status: 200, seconds: undefined, days: 1 };
  assert.deepEqual(await comeBackAfter(0, false), sameDay);
  assert.equal((await comeBackAfter(1, false)).status, 401);
});

test('a sign-in to an unknown account and a wrong password get different error messages, both in the agreed wording [ERR-3]', async () => {
  const { email } = await signUp(world.app);
  const browser = openBrowser(world.app, '203.0.113.20');
  const wrong = await browser.post('/sign-in/email', { email, password: 'not it' });
  assert.equal(wrong.statusCode, 401);
  const incorrect = 'Incorrect password. Please try again.';
  assert.deepEqual(wrong.json(), { error: incorrect, details: incorrect, code: 'wrong_password' });
  const unknown = await browser.post('/sign-in/email', { email: 'no@example.org', password: 'x' });
  const none = 'No account found. Would you like to sign up?';
  assert.deepEqual(unknown.json(), { error: none, details: none, code: 'user_not_found' });
  const long = await browser.post('/sign-in/email', { email, password: 'x'.repeat(200) });
  assert.equal(long.json<{ code: string }>().code, 'wrong_password');
});

test('signing in to an unknown account takes as long as signing in with a wrong password [SEC-8] @long', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  async function time(taken: number[], address: string, who: string): Promise<void> {
    const began = performance.now();
    await openBrowser(hiding.app, address).post('/sign-in/email', { email: who, password: 'no' });
    taken.push(performance.now() - began);
  }
  const shortest = () => [Math.min(...unknown), Math.min(...known)] as const;
  const areAlike = () => {
    const [u, k] = shortest();
    return u > k * 0.5 && k > u * 0.5;
  };
  // The fastest sign-in attempts are compared, because they show the true cost. A busy machine may
  // need more repetitions, but ten attempts lock an account.
  for (let round = 0; round < 6 && !(round > 0 && areAlike()); round += 1) {
    const { email } = await signUp(hiding.app);
    // Attempts for known and unknown accounts alternate, so that a busy moment slows both kinds.
    for (let n = 0; n < 9; n += 1) {
      await time(known, `203.0.113.${31 + round}`, email);
      await time(unknown, `203.0.113.${41 + round}`, `nobody${round}@example.org`);
    }
  }
  const [u, k] = shortest();
  assert.ok(areAlike(), `unknown ${u} ms, known ${k} ms`);
});

/**
 * The share of pairs in which the duration from `others` is longer than the duration from `ones`.
 * At one half nobody can distinguish the two groups.
 */
function longerAmong(ones: readonly number[], others: readonly number[]): number {
  const pairs = ones.flatMap((one) =>
    others.map((other) => (other > one ? 1 : other === one ? 0.5 : 0)),
  );
  return pairs.reduce<number>((sum, each) => sum + each, 0) / pairs.length;
}

for (const { call, everyMs, knownBody, unknownBody } of [
  {
    call: '/sign-in/email',
    everyMs: evenMs.signIn,
    knownBody: (email: string) => ({ email, password: 'a guess' }),
    unknownBody: (n: number) => ({ email: `no-such-${n}@example.org`, password: 'a guess' }),
  },
  {
    call: '/sign-up/email',
    everyMs: evenMs.signUp,
    knownBody: (email: string) => ({ name: 'Asha', email, password: 'a new password' }),
    unknownBody: (n: number) => ({
      name: 'Asha',
      email: `fresh-${n}@example.org`,
      password: 'a new password',
    }),
  },
  {
    call: '/send-verification-email',
    everyMs: evenMs.resend,
    knownBody: (email: string) => ({ email }),
    unknownBody: (n: number) => ({ email: `no-such-${n}@example.org` }),
  },
] as const) {
  test(`if Baari is set to hide accounts, the time to answer does not reveal whether an account exists: ${call} [SEC-8] @long`, async () => {
    const [known, unknown]: [number[], number[]] = [[], []];
    const time = async (taken: number[], n: number, body: object) => {
      const browser = openBrowser(hiding.app, `198.19.${n}.1`);
      const began = performance.now();
      await browser.post(call, body);
      taken.push(performance.now() - began);
    };
    // Attempts for known and unknown accounts alternate, so that a busy moment slows both kinds.
    for (let n = 0; n < 12; n += 1) {
      const { email } = await signUp(hiding.app, { address: `198.19.${n}.2` });
      await time(known, n, knownBody(email));
      await time(unknown, n, unknownBody(n));
    }
    const share = longerAmong(known, unknown);
    // For known and unknown accounts the work takes less than the fixed interval, so response times
    // do not reveal whether the account exists.
    const shortest = Math.min(...known, ...unknown);
    assert.ok(shortest >= everyMs - 1, `an answer left after ${shortest} ms`);
    assert.ok(share > 0.1 && share < 0.9, `the unknown one takes longer in ${share} of all pairs`);
  });
}

test('if Baari is set to hide accounts, a sign-in answer is sent only at multiples of a fixed delay, and never before this delay [SEC-8]', () => {
  assert.deepEqual(
    [0, 21.5, 148.9, 149.5, 150, 299.9].map((elapsed) => untilNext(elapsed, 150) + elapsed),
    [150, 150, 150, 300, 300, 450],
  );
});

test('one setting makes the answers to sign-in and sign-up the same for known and unknown accounts [SEC-8]', async () => {
  const { email } = await signUp(hiding.app);
  const browser = openBrowser(hiding.app);
  const wrong = await browser.post('/sign-in/email', { email, password: 'no' });
  const unknown = await browser.post('/sign-in/email', { email: 'no@example.org', password: 'no' });
  assert.equal(wrong.body, unknown.body);
  assert.equal(wrong.statusCode, unknown.statusCode);

  const again = await openBrowser(hiding.app).post('/sign-up/email', {
    name: 'Asha Rao',
    email,
    password: 'plum pie',
  });
  const fresh = await openBrowser(hiding.app).post('/sign-up/email', {
    name: 'Asha Rao',
    email: 'fresh@example.org',
    password: 'plum pie',
  });
  assert.equal(again.statusCode, fresh.statusCode);
  const shape = (body: string) => body.replace(/"id":"[^"]+"/u, '').replace(/"email":"[^"]+"/u, '');
  assert.equal(shape(again.body), shape(fresh.body));
  assert.deepEqual(again.cookies, []);
  assert.deepEqual(fresh.cookies, []);
  const [notice] = await hiding.mailsTo(email);
  assert.match(notice?.subject ?? '', /already have/u);
});

test('ten wrong passwords block sign-in to an account from that network address, and the owner can sign in from elsewhere [SEC-7]', async () => {
  const { email, password } = await signUp(world.app);
  const attacker = openBrowser(world.app, '198.51.100.1');
  for (let n = 0; n < 10; n += 1) {
    const answer = await attacker.post('/sign-in/email', { email, password: `guess ${n}` });
    assert.equal(answer.statusCode, 401, `try ${n + 1}`);
  }
  const locked = await attacker.post('/sign-in/email', { email, password });
  assert.equal(locked.statusCode, 429);
  assert.equal(locked.json<{ code: string }>().code, 'too_many_attempts');
  assert.equal(
    locked.json<{ error: string }>().error,
    'Too many attempts. Please wait and try again.',
  );
  const wait = Number(locked.headers['retry-after']);
  assert.ok(wait > 800 && wait <= 900, String(wait));
  const owner = openBrowser(world.app, '198.51.100.2');
  assert.equal((await owner.post('/sign-in/email', { email, password })).statusCode, 200);
  world.clock.advance(wait * 1000);
  assert.equal((await attacker.post('/sign-in/email', { email, password })).statusCode, 200);
});

test('thirty wrong passwords sent at the same moment do not bypass the limit of ten [SEC-7]', async () => {
  const { email } = await signUp(world.app);
  const attacker = openBrowser(world.app, '198.51.100.3');
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      attacker.post('/sign-in/email', { email, password: `guess ${n}` }),
    ),
  );
  const checked = answers.filter(({ statusCode }) => statusCode === 401).length;
  assert.ok(checked <= 10, `${checked} passwords were checked`);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 429).length, 30 - checked);
});

test('a hundred wrong passwords from one address block that address for every account [SEC-7] @long', async () => {
  const { email, password } = await signUp(world.app);
  const address = '198.51.100.4';
  const attacker = openBrowser(world.app, address);
  for (let n = 0; n < 100; n += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, m) =>
        attacker.post('/sign-in/email', { email: `g${n + m}@example.org`, password: 'x' }),
      ),
    );
    assert.ok(answers.every(({ statusCode }) => statusCode === 401));
  }
  const stopped = await attacker.post('/sign-in/email', { email, password });
  assert.equal(stopped.statusCode, 429);
});

test('correct passwords do not count towards the sign-in limit, so a busy reception never locks itself out [SEC-7]', async () => {
  const { email, password } = await signUp(world.app);
  const address = '198.51.100.5';
  for (let n = 0; n < 15; n += 1) {
    const answer = await openBrowser(world.app, address).post('/sign-in/email', {
      email,
      password,
    });
    assert.equal(answer.statusCode, 200);
  }
});

test('wrong passwords sent from many addresses are blocked, and the owner at a known address can still sign in [SEC-7] @long', async () => {
  const home = '192.0.2.77';
  const { email, password } = await signUp(world.app, { address: home });
  for (let n = 0; n < 100; n += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, m) =>
        openBrowser(world.app, `192.0.2.${100 + m}`).post('/sign-in/email', {
          email,
          password: `guess ${n}`,
        }),
      ),
    );
    assert.ok(answers.every(({ statusCode }) => statusCode === 401));
  }
  const elsewhere = openBrowser(world.app, '192.0.2.200');
  assert.equal((await elsewhere.post('/sign-in/email', { email, password })).statusCode, 429);
  const owner = openBrowser(world.app, home);
  assert.equal((await owner.post('/sign-in/email', { email, password })).statusCode, 200);
});

test('a page of another site can neither sign in nor out [security]', async () => {
  const { email, password, browser } = await signUp(world.app);
  const evil = { origin: 'https://evil.example' };
  const signIn = await openBrowser(world.app).post('/sign-in/email', { email, password }, evil);
  assert.equal(signIn.statusCode, 403);
  assert.equal(signIn.json<{ code: string }>().code, 'other_origin');
  assert.equal((await browser.post('/sign-out', {}, evil)).statusCode, 403);
  assert.notEqual((await browser.get('/get-session')).json(), null);
  const spelled = { origin: 'http://127.0.0.1:3999' };
  assert.equal((await browser.post('/sign-out', {}, spelled)).statusCode, 200);
});

test('a caller cannot pretend to have another network address by sending a header [SEC-7]', async () => {
  const { email, password } = await signUp(world.app);
  const browser = openBrowser(world.app, '192.0.2.9');
  await browser.post('/sign-in/email', { email, password }, { 'x-baari-address': '10.9.9.9' });
  const { default: sql } = await import('sql-template-tag');
  const rows = await world.db.many<{ ip_address: string }>(
    sql`select ip_address from identity.session where ip_address in ('10.9.9.9', '192.0.2.9')`,
  );
  assert.deepEqual(
    rows.map((row) => row.ip_address),
    ['192.0.2.9'],
  );
});
