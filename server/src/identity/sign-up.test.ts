import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import sql from 'sql-template-tag';
import { type JobRunnerOptions, runDueJobs } from '../platform/jobs/jobs.ts';
import { makeMailHandler } from '../platform/messages/mail.ts';
import {
  codeOf,
  type IdentityTestApp,
  linkIn,
  makeIdentityTestApp,
  makeRecordingLog,
  openBrowser,
  publicUrl,
  signUp,
} from '../testing/identity-app.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
});
after(() => world.close());

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

test('signing up creates an account with a uuid, signs in and sends a verification mail [SIGN-2, SIGN-3]', async () => {
  const browser = openBrowser(world.app);
  const answer = await browser.post('/sign-up/email', {
    name: ' Asha Rao ',
    email: 'Asha@Example.org',
    password: 'six666',
    callbackURL: '/email-verification?redirect=/patient/dashboard&role=patient',
  });
  assert.equal(answer.statusCode, 200);
  const { user } = answer.json<{ user: Record<string, unknown> }>();
  assert.match(String(user['id']), uuid);
  assert.deepEqual(Object.keys(answer.json<object>()), ['user'], 'no session token in the body');
  assert.deepEqual(
    { ...user, id: '' },
    {
      id: '',
      name: 'Asha Rao',
      email: 'asha@example.org',
      emailVerified: false,
    },
  );
  assert.equal(answer.headers['set-auth-token'], undefined, 'no session token for scripts');
  assert.equal(answer.headers['cache-control'], 'no-store');
  const [mail] = await world.mailsTo('asha@example.org');
  assert.match(mail?.plain ?? '', /Hello Asha Rao/u);
  const link = linkIn(mail);
  assert.equal(link.origin, publicUrl);
  assert.equal(
    link.searchParams.get('callbackURL'),
    '/email-verification?verified=1&redirect=%2Fpatient%2Fdashboard&role=patient',
  );
});

test('the link in a verification mail verifies the email address once and opens the verification page [VERI-1, VERI-2]', async () => {
  const { email, browser } = await signUp(world.app);
  const link = linkIn((await world.mailsTo(email))[0]);
  const path = `${link.pathname}${link.search}`;
  const stranger = openBrowser(world.app);
  const clicked = await stranger.get(path);
  assert.equal(clicked.statusCode, 302);
  assert.equal(clicked.headers.location, '/email-verification?verified=1');
  assert.equal(stranger.cookies.size, 0, 'the link signs nobody in');
  const session = await browser.get('/get-session');
  assert.equal(session.json<{ user: { emailVerified: boolean } }>().user.emailVerified, true);
  const again = await stranger.get(path);
  assert.equal(again.headers.location, '/email-verification?verified=1');
  assert.equal(stranger.cookies.size, 0);
});

test('an altered or expired link for email verification is reported on the page and verifies nothing [VERI-2]', async (context) => {
  const { email, browser } = await signUp(world.app);
  const link = linkIn((await world.mailsTo(email))[0]);
  const token = link.searchParams.get('token') ?? '';
  const altered = await browser.get(`/verify-email?token=${token.slice(0, -4)}AAAA`);
  assert.equal(altered.headers.location, '/email-verification?error=link_invalid');
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * 3600_000 + 5000 });
  const late = await browser.get(`${link.pathname}${link.search}`);
  context.mock.timers.reset();
  assert.equal(late.headers.location, '/email-verification?error=link_expired');
  const session = await browser.get('/get-session');
  assert.equal(session.json<{ user: { emailVerified: boolean } }>().user.emailVerified, false);
});

test('a request that names an address of another site as the next page is refused [VERI-2, SEC-15]', async () => {
  const { email, browser } = await signUp(world.app);
  const link = linkIn((await world.mailsTo(email))[0]);
  const token = link.searchParams.get('token') ?? '';
  const foreign = [
    'https://evil.example/email-verification',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    `http://localhost:3999@evil.example/`,
    '/email-verification?redirect=https://evil.example',
    '/email-verification?redirect=//evil.example',
    '/email-verification?redirect=/%5Cevil.example',
  ];
  for (const callbackURL of foreign) {
    const body = { name: 'A', email: 'open@example.org', password: 'plum pie', callbackURL };
    const query = new URLSearchParams({ token, callbackURL });
    const answers = [
      await openBrowser(world.app).post('/sign-up/email', body),
      await browser.post('/send-verification-email', { email, callbackURL }),
      await browser.get(`/verify-email?${query.toString()}`),
    ];
    for (const answer of answers) {
      assert.equal(answer.statusCode, 400, callbackURL);
      assert.equal(answer.json<{ code: string }>().code, 'invalid_request');
      assert.equal(answer.headers.location, undefined);
    }
  }
  const session = await browser.get('/get-session');
  assert.equal(session.json<{ user: { emailVerified: boolean } }>().user.emailVerified, false);
});

test('a mail server that does not answer neither slows nor fails a sign-up, and the mail is sent once it answers again [VERI-1]', async (t) => {
  const hanging = createServer().listen(0, '127.0.0.1');
  t.after(() => hanging.close());
  await once(hanging, 'listening');
  const address = hanging.address();
  assert.ok(address !== null && typeof address === 'object');
  const smtpUrl = `smtp://127.0.0.1:${address.port}`;
  const { db, clock } = world;
  const mailFrom = 'Baari <no-reply@baari.test>';
  const log = makeRecordingLog([]);
  const handlers = { mail: makeMailHandler({ db, clock, log, smtpUrl, mailFrom }) };
  const jobs: JobRunnerOptions = {
    db,
    clock,
    handlers,
    log,
    timeLimitMs: 300,
  };
  await signUp(world.app);
  const sending = runDueJobs(jobs);
  const began = performance.now();
  const { email } = await signUp(world.app);
  const took = performance.now() - began;
  // If the sign-up waited for the mail server, which does not respond, it would take eight seconds,
  // the timeout in mail.ts.
  assert.ok(took < 5000, `signing up took ${took} ms`);
  await sending;
  await runDueJobs(jobs);
  hanging.close();

  const received: string[] = [];
  const revived = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, callback) {
      received.push(...session.envelope.rcptTo.map((recipient) => recipient.address));
      stream.resume().on('end', () => callback());
    },
  });
  await new Promise<void>((resolve) => {
    revived.listen(address.port, '127.0.0.1', resolve);
  });
  clock.advance(3600_000);
  while ((await runDueJobs({ ...jobs, timeLimitMs: 5000 })) > 0);
  await new Promise<void>((resolve) => {
    revived.close(resolve);
  });
  clock.advance(-3600_000);
  assert.ok(received.includes(email), received.join());
});

test('the verification mail is sent again on request, but not once the address is verified [VERI-1, VERI-3]', async () => {
  const { email, browser } = await signUp(world.app);
  const resent = await browser.post('/send-verification-email', { email });
  assert.deepEqual(resent.json(), { status: true });
  const mails = await world.mailsTo(email);
  assert.equal(mails.length, 2);
  const link = linkIn(mails[0]);
  await browser.get(`${link.pathname}${link.search}`);
  const verified = await browser.post('/send-verification-email', { email });
  assert.equal(verified.statusCode, 409);
  assert.equal(verified.json<{ code: string }>().code, 'email_already_verified');
  const other = await browser.post('/send-verification-email', { email: 'else@example.org' });
  assert.equal(other.json<{ code: string }>().code, 'email_mismatch');
});

test('a sixth request for the verification mail within a quarter of an hour is refused with a waiting time [SEC-7]', async () => {
  const { email, browser } = await signUp(world.app);
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await browser.post('/send-verification-email', { email })).statusCode, 200);
  }
  const refused = await browser.post('/send-verification-email', { email });
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers['retry-after']) > 800);
});

test('a stranger in another network who requests verification mails for an address does not use up the owner’s own requests [SEC-7, VERI-3]', async () => {
  const { email, browser } = await signUp(world.app);
  const stranger = openBrowser(world.app, '198.51.100.7');
  for (let n = 0; n < 6; n += 1) await stranger.post('/send-verification-email', { email });
  assert.equal((await browser.post('/send-verification-email', { email })).statusCode, 200);
});

test('a refused sign-up names its reason: address in use, invalid address, or weak password [ERR-4]', async () => {
  const { email } = await signUp(world.app);
  const cases = [
    [{ email }, 409, 'email_in_use', 'Email already in use. Try logging in instead.'],
    [
      { email: email.toUpperCase() },
      409,
      'email_in_use',
      'Email already in use. Try logging in instead.',
    ],
    [{ email: 'nobody' }, 400, 'invalid_email', 'Please enter a valid email address.'],
    [{ email: 'ü@example.org' }, 400, 'invalid_email', 'Please enter a valid email address.'],
    [{ password: 'five5' }, 400, 'weak_password', 'Please choose a stronger password.'],
    [{ password: 'password123' }, 400, 'weak_password', 'Please choose a stronger password.'],
    [{ password: 'x'.repeat(129) }, 400, 'weak_password', 'Please choose a stronger password.'],
  ] as const;
  for (const [given, status, code, error] of cases) {
    const body = { name: 'A', email: 'fresh@example.org', password: 'plum pie', ...given };
    const answer = await openBrowser(world.app).post('/sign-up/email', body);
    assert.equal(answer.statusCode, status, code);
    assert.deepEqual(answer.json(), { error, details: error, code });
  }
});

test('of eight concurrent sign-ups with one address one succeeds, and the others are refused as in use [ERR-4, SEC-8]', async () => {
  const body = { name: 'Asha', email: 'eight@example.org', password: 'correct horse' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      openBrowser(world.app, `203.0.113.${n}`).post('/sign-up/email', body),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)]);
  for (const answer of answers) {
    if (answer.statusCode !== 200) assert.equal(codeOf(answer), 'email_in_use');
  }
  const { count } = await world.db.one<{ count: number }>(
    sql`select count(*) from identity."user" where email = 'eight@example.org'`,
  );
  assert.equal(count, 1);
});

test('a role or any other field added to a sign-up is ignored [ROLE-6, SEC-4]', async () => {
  const payload = `{"name":"Eve","email":"eve@example.org","password":"plum pie",
    "role":"hospital_admin","hospitalId":"6e3a3f0e-0000-4000-8000-000000000000",
    "doctorId":"6e3a3f0e-0000-4000-8000-000000000000","emailVerified":true,"email_verified":true,
    "phoneNumber":"+919876543210","image":"https://evil.example/x.png",
    "id":"6e3a3f0e-0000-4000-8000-000000000001","constructor":{"prototype":{"role":"doctor"}}}`;
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/identity/sign-up/email',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    payload,
  });
  assert.equal(answer.statusCode, 400, 'a body that reaches for the prototype is not even read');
  const clean = await openBrowser(world.app).post(
    '/sign-up/email',
    Object.fromEntries(
      Object.entries(JSON.parse(payload) as object).filter(([key]) => key !== 'constructor'),
    ),
  );
  assert.equal(clean.statusCode, 200);
  const row = await world.db.one<Record<string, unknown>>(
    sql`select id, email_verified, image from identity."user" where email = 'eve@example.org'`,
  );
  assert.notEqual(row['id'], '6e3a3f0e-0000-4000-8000-000000000001');
  assert.equal(row['email_verified'], false);
  assert.equal(row['image'], null);
  const staff = await world.db.many(sql`select 1 from membership`);
  assert.equal(staff.length, 0);
});

test('the verification mail is in Hindi for a Hindi browser [I18N]', async () => {
  const browser = openBrowser(world.app);
  const body = { name: 'आशा', email: 'asha-hi@example.org', password: 'plum pie' };
  await browser.post('/sign-up/email', body, { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' });
  const [mail] = await world.mailsTo(body.email);
  assert.match(mail?.subject ?? '', /ईमेल पता/u);
  assert.match(mail?.html ?? '', /lang="hi"/u);
});

test('passwords are stored as Argon2id with 19 MiB and two passes', async () => {
  await signUp(world.app);
  const { password } = await world.db.one<{ password: string }>(
    sql`select password from identity.account limit 1`,
  );
  assert.match(password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
});

test('signing up and signing in write no personal data to the log', async () => {
  const logged = JSON.stringify(world.logged);
  assert.doesNotMatch(logged, /example\.org|Asha|plum pie|correct horse/u);
});
