/**
 * Tests that nobody can flood another person's mailbox or phone, or put text into it through
 * Baari's mails [SEC-21].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { runDueJobs } from '../platform/jobs/jobs.ts';
import { makeMailHandler } from '../platform/messages/mail.ts';
import { listOutboxMessages } from '../platform/messages/outbox.store.ts';
import { sendBudgets } from '../platform/messages/send-budget.rules.ts';
import { openDeliveries } from '../platform/messages/deliveries.ts';
import { makeSmsHandler, enqueueSms, smsJobKind } from '../platform/messages/sms/sms.ts';
import { makeRecordingLog, publicUrl } from '../testing/identity-app.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen, givenHospitalProfile, givenSettings } from '../testing/test-bodies.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import {
  makeDoctor,
  makeHospital,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await app.db.pool.query('delete from send_count');
  await app.db.pool.query('delete from job');
  await app.db.pool.query('delete from outbox_message');
});

/** Sends the queued mails; returns the mails to one address. */
async function mailsTo(
  to: string,
  db: Database = app.db,
): Promise<{ subject: string; plain: string; html: string }[]> {
  const { clock } = app;
  const log = makeRecordingLog([]);
  const mail = makeMailHandler({ db, clock, log, smtpUrl: undefined, mailFrom: 'x@baari.test' });
  while ((await runDueJobs({ db, clock, log, handlers: { mail } })) > 0);
  const all = await listOutboxMessages(db, 200);
  return all.filter(({ recipient }) => recipient === to);
}

function newDoctor(email: string, name = 'Dr. Invited') {
  return {
    name,
    email,
    phone: '+919876543210',
    specialty: 'Cardiology',
    department: 'Cardiology',
  } as const;
}

test('a hospital may invite one email address five times a day, and is then refused with the time to retry [SEC-21]', async () => {
  const email = 'victim@example.org';
  const { doctor } = await get(app, town.admin, 'addDoctor', { body: newDoctor(email) });
  const { allowed } = sendBudgets.invitation['hospital-receiver'];
  for (let n = 1; n < allowed; n += 1)
    await get(app, town.admin, 'inviteDoctor', { id: doctor.id });
  const refused = await call(app, town.admin, 'inviteDoctor', { id: doctor.id });
  assertRefused(refused, 'too_many_messages');
  assert.ok(Number(refused.headers.get('retry-after')) > 23 * 3600);
  assert.equal((await mailsTo(email)).length, allowed);
  await app.db.run(sql`update send_count set window_ends_at = now() - interval '1 day'`);
  await get(app, town.admin, 'inviteDoctor', { id: doctor.id });
});

test('many hospitals together cannot flood one mailbox with invitations, and no hospital learns of the others [SEC-21] @long', async () => {
  const email = 'popular@example.org';
  const { allowed } = sendBudgets.invitation.receiver;
  for (let n = 0; n < allowed + 3; n += 1) {
    const hospitalId = await makeHospital(app);
    const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
    const { doctor } = await get(app, admin, 'addDoctor', { body: newDoctor(email) });
    assert.equal(doctor.email, email, 'answered as if it had been sent');
  }
  assert.equal((await mailsTo(email)).length, allowed);
});

test('all administrators of an unconfirmed hospital together invite at most forty people a day [SEC-21, SEC-20] @long', async () => {
  const hospitalId = await makeHospital(app);
  const works = { as: 'hospital_admin', hospitalId } as const;
  const admins = [await makePerson(app, { works }), await makePerson(app, { works })];
  const { unconfirmed } = sendBudgets.invitation.hospital;
  for (let n = 0; n < unconfirmed; n += 1) {
    const body = newDoctor(`stranger-${n}@example.org`);
    await get(app, admins[n % 2], 'addDoctor', { body });
  }
  const body = newDoctor('one-more@example.org');
  assertRefused(await call(app, admins[0], 'addDoctor', { body }), 'too_many_messages');
  const { doctors } = await get(app, admins[0], 'listColleagues');
  assert.ok(!doctors.some(({ email }) => email === body.email), 'nobody was added');
});

test('when twenty invitations to one address are requested at once, five are sent [SEC-21]', async () => {
  const email = 'storm@example.org';
  const id = await makeDoctor(app, town.hospitalId);
  await app.db.run(sql`update doctor set email = ${email} where id = ${id}`);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(app, town.admin, 'inviteDoctor', { id })),
  );
  const { allowed } = sendBudgets.invitation['hospital-receiver'];
  assert.equal(answers.filter(({ status }) => status === 201).length, allowed);
  assert.equal((await mailsTo(email)).length, allowed);
});

test('a person may ask to join a hospital’s team at most ten times a day, even if each request is rejected [SEC-21, JOINH-2]', async () => {
  const person = await makePerson(app);
  const body = {
    hospitalId: town.hospitalId,
    firstName: 'Asha',
    lastName: 'Rao',
    email: person.email,
    phone: '+919876543210',
    role: 'nurse',
  };
  const { allowed } = sendBudgets.join_request.sender;
  for (let n = 0; n < allowed; n += 1) {
    const { request } = await get(app, person, 'applyToHospital', { body });
    await get(app, town.admin, 'rejectApplication', { id: request.id });
  }
  assertRefused(await call(app, person, 'applyToHospital', { body }), 'too_many_messages');
});

test('one mailbox written in different ways counts as one mailbox for the limits on mails [SEC-21]', async () => {
  const spellings = [1, 2, 3, 4, 5].flatMap((n) => [
    `Vic.Tim+${n}@gmail.com`,
    `v.i.ctim+x${n}@googlemail.com`,
  ]);
  for (const email of spellings)
    await call(app, town.admin, 'addDoctor', { body: newDoctor(email) });
  let reached = 0;
  for (const email of spellings) reached += (await mailsTo(email.toLowerCase())).length;
  assert.equal(reached, sendBudgets.invitation['hospital-receiver'].allowed);
});

test('a hospital that changes its phone number all day does not stop notices to the operator about other hospitals [SEC-21, SEC-20]', async () => {
  const operator = 'hello@baari.local';
  const hospitalId = await makeHospital(app);
  const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  const { allowed } = sendBudgets.operator.hospital;
  for (let n = 0; n < allowed + 5; n += 1) {
    const body = { ...givenHospitalProfile(), phone: `+9120255301${String(n).padStart(2, '0')}` };
    await get(app, admin, 'saveOwnHospital', { body });
  }
  assert.equal((await mailsTo(operator)).length, allowed);
});

test('a patient who repeatedly requests a place and leaves causes at most ten notices to the doctor in a day [SEC-21, DOC-3] @long', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const works = { as: 'doctor', hospitalId: town.hospitalId, doctorId } as const;
  const doctor = await makePerson(app, { works });
  const settings = { ...givenSettings(), defaultStatus: null, breakAfter: null, tellByMail: true };
  await get(app, doctor, 'saveDoctorSettings', { body: settings });
  const { allowed } = sendBudgets.doctor_news.sender;
  const askAndLeave = async (patient: TestPerson, times: number) => {
    for (let n = 0; n < times; n += 1) {
      const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
      await get(app, patient, 'leaveQueue', { id: queue.id });
    }
  };
  await askAndLeave(await makePerson(app), allowed + 5);
  await untilMailed(doctor.email, allowed + 1);
  assert.equal((await mailsTo(doctor.email)).length, allowed);
  await askAndLeave(await makePerson(app), 1);
  assert.equal((await untilMailed(doctor.email, allowed + 1)).length, allowed + 1, 'of others');
});

test('a person who repeatedly requests and withdraws an erasure must wait, and floods no mailbox [SEC-21, SEC-14]', async () => {
  const person = await makePerson(app);
  const { allowed } = sendBudgets.erasure_asked.sender;
  for (let n = 0; n < allowed; n += 1) {
    await get(app, person, 'requestErasure');
    await get(app, person, 'requestErasure');
    await get(app, person, 'withdrawErasure');
  }
  assertRefused(await call(app, person, 'requestErasure'), 'too_many_messages');
  const { erasure } = await get(app, person, 'getErasure');
  assert.equal(erasure.requestedAt, null, 'what was refused is not asked for');
  assert.equal((await mailsTo('hello@baari.local')).length, allowed);
});

async function signUpAgain(email: string): Promise<void> {
  const answer = await app.send({
    method: 'POST',
    url: '/api/identity/sign-up/email',
    body: { name: 'Asha', email, password: 'violet-kite-93' },
  });
  assert.ok(answer.status < 500, answer.text);
}

async function askReset(email: string): Promise<number> {
  const answer = await app.send({
    method: 'POST',
    url: '/api/identity/request-password-reset',
    body: { email },
    headers: { origin: publicUrl },
  });
  return answer.status;
}

test('signing up and requesting password resets with another person’s address floods no mailbox [SEC-21] @long', async () => {
  const { email } = await makePerson(app);
  for (let n = 0; n < 15; n += 1) {
    await signUpAgain(email);
    await askReset(email);
  }
  // Each password reset is a job that queues a mail. The application's own runner runs these jobs,
  // so the test waits until no job is left.
  let reached = 0;
  for (let round = 0; round < 20; round += 1) {
    reached = (await mailsTo(email)).length;
    const open = await app.db.one<{ open: number }>(sql`
      select count(*) as open from job where finished_at is null and failed_at is null`);
    if (open.open === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { account_exists: exists, password_reset: reset } = sendBudgets;
  assert.ok(reached > 0, 'the first ones come');
  assert.ok(
    reached <= exists.receiver.allowed + reset['network-receiver'].allowed,
    String(reached),
  );
});

const evil = 'Win\r\nBcc: x@evil.example\r\nat https://evil.example/claim or www.evil.example';

test('names of hospitals, doctors and patients are shown in every mail on one line and without a link [SEC-21, SEC-12]', async () => {
  const hospitalId = await makeHospital(app, {
    name: evil,
    address: evil.slice(0, 100),
    hours: alwaysOpen,
  });
  const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  const email = 'invited@example.org';
  // A name that is entered today has one line. Names with several lines were stored before names
  // were checked.
  const oneLine = evil.replaceAll(/\s+/gu, ' ');
  const { doctor } = await get(app, admin, 'addDoctor', { body: newDoctor(email, oneLine) });
  await get(app, admin, 'setDoctorStatus', { id: doctor.id, body: { status: 'available' } });
  const patient = await makePerson(app, { name: evil });
  await bookSomeTime(patient, doctor.id);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: doctor.id } });
  await get(app, admin, 'approveRequest', { id: queue.id });
  const mails = await untilMailed(patient.email, 2);
  mails.push(...(await mailsTo(email)));
  assert.ok(mails.length >= 3, String(mails.length));
  for (const { subject, plain, html } of mails) {
    assert.doesNotMatch(subject, /[\r\n]|evil\.example|:\/\//u);
    assert.doesNotMatch(plain, /evil\.example/u, plain);
    assert.doesNotMatch(plain, /\nBcc/u);
    assert.doesNotMatch(html, /evil\.example/u);
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/gu)) {
      assert.ok(address.startsWith(`${publicUrl}/`), address);
    }
  }
});

async function bookSomeTime(patient: TestPerson, doctorId: string): Promise<void> {
  const date = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  await get(app, patient, 'bookAppointment', { body: { doctorId, date, time: '10:00' } });
}

/**
 * Waits until an address has received this many mails. The application's own runner sends notices a
 * moment after the change.
 */
async function untilMailed(to: string, count: number) {
  for (let round = 0; round < 60; round += 1) {
    const mails = await mailsTo(to);
    if (mails.length >= count) return mails;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return mailsTo(to);
}

test('an unconfirmed hospital’s mail to a stranger says that the hospital is not confirmed [SEC-20, SEC-21]', async () => {
  const email = 'warned@example.org';
  await get(app, town.admin, 'addDoctor', { body: newDoctor(email) });
  const [mail] = await mailsTo(email);
  assert.match(mail?.plain ?? '', /Nobody at Baari has checked/u);
  assert.match(mail?.plain ?? '', /पुष्टि नहीं/u);
});

test('text messages to a country stop at the day’s limit, and the operator is warned before and at the limit [SEC-21]', async (t) => {
  const { clock } = app;
  // Uses a separate database, because the server's own job runner would otherwise send some of the
  // messages without the limit that this test sets.
  const own = await makeTestDatabase();
  const db = openDatabase({
    connection: own.connection,
    poolSize: 2,
    onIdleError: () => undefined,
  });
  t.after(async () => {
    await db.close();
    await own.drop();
  });
  const logged: unknown[] = [];
  const log = makeRecordingLog(logged);
  const sms = makeSmsHandler({
    db,
    clock,
    log,
    sending: undefined,
    deliveries: openDeliveries({ db, clock, onMoved: async () => undefined }),
    onOptedOut: async () => undefined,
    smsLimits: new Map([
      ['91', 10],
      ['*', 0],
    ]),
    operatorEmail: 'operator@example.org',
    operatorLanguage: 'en' as const,
  });
  const notAfter = clock.now().getTime() + 600_000;
  const to = (n: number) => `+9198765432${String(n).padStart(2, '0')}`;
  for (let n = 0; n < 14; n += 1) {
    const message = {
      kind: 'sign_in_code',
      to: to(n),
      content: { kind: 'code', variables: { code: `${n}` } },
      language: 'en',
      notAfter,
    } as const;
    await enqueueSms(db, message, clock.now());
  }
  await enqueueSms(
    db,
    {
      kind: 'sign_in_code',
      to: '+37251234567',
      content: { kind: 'code', variables: { code: 'abroad' } },
      language: 'en',
      notAfter,
    },
    clock.now(),
  );
  while ((await runDueJobs({ db, clock, log, handlers: { [smsJobKind]: sms } })) > 0);
  const sent = (await listOutboxMessages(db, 200)).filter(({ subject }) => subject === 'SMS');
  assert.equal(sent.length, 10);
  const alarms = (await mailsTo('operator@example.org', db))
    .map(({ subject }) => subject)
    .toSorted();
  assert.deepEqual(alarms, [
    'Text messages to +372: daily limit reached',
    'Text messages to +91: daily limit reached',
    'Text messages to +91: near the daily limit',
  ]);
  assert.ok(JSON.stringify(logged).includes("reached the day's limit"));
  assert.ok(!JSON.stringify(logged).includes('98765432'), 'no number is logged');
});
