/**
 * Which patients get which message by which channel, using real calls; mail and SMS are read in the
 * outbox.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { weekdays } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import { leavesIn } from '@baari/contract/queue/leaving.ts';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import { listOutboxMessages, type OutboxMessage } from '../platform/messages/outbox.store.ts';
import type { Result } from '../platform/result.ts';
import { publicUrl } from '../testing/identity-app.ts';
import {
  type PushBrowser,
  type PushReceiver,
  startPushReceiver,
} from '../testing/stand-ins/push-receiver.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  givenNotificationSettings,
  givenProfile,
  givenSubscription,
} from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makePatients,
  makePerson,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
  verifyPhone,
} from '../testing/test-people.ts';
import { notifyOfQueue } from './notify-of-queue.ts';

let receiver: PushReceiver;
let app: TestApp;
let town: Town;
let doctorId: string;
before(async () => {
  receiver = await startPushReceiver();
  app = await makeTestApp({ isListening: true, settings: { PUSH_SERVICES: receiver.origin } });
  town = await makeTown(app);
});
after(async () => {
  await app.close();
  await receiver.close();
});
beforeEach(async () => {
  doctorId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Meera Kulkarni' });
  receiver.answer(201);
});

let phones = 0;

/** Makes a person with a verified email and phone who has chosen these channels for messages. */
async function makeSent(
  choice: Partial<ReturnType<typeof givenNotificationSettings>>,
): Promise<TestPerson & { phone: string }> {
  const person = await makePerson(app);
  phones += 1;
  const phone = `+91981230${String(phones).padStart(4, '0')}`;
  await verifyPhone(app, person, phone);
  const body = { ...givenNotificationSettings(), ...choice };
  await get(app, person, 'saveNotificationSettings', { body });
  return { ...person, phone };
}

async function withBrowser(person: TestPerson): Promise<PushBrowser> {
  const { settings } = await get(app, person, 'getNotificationSettings');
  const browser = receiver.subscribe(settings.pushKey);
  await get(app, person, 'addPushDevice', { body: browser.subscription });
  return browser;
}

async function ask(person: TestPerson, symptoms = 'a secret cough'): Promise<string> {
  const { queue } = await get(app, person, 'requestPlace', { body: { doctorId, symptoms } });
  return queue.id;
}

async function join(person: TestPerson): Promise<string> {
  const id = await ask(person);
  await get(app, town.admin, 'approveRequest', { id, body: {} });
  return id;
}

/** Waits until every due message has been sent. */
async function settle(): Promise<void> {
  const options = { db: app.db, clock: app.clock, publicUrl, canSendSms: true };
  await notifyOfQueue(options, doctorId);
  await until(async () => {
    const { waiting } = await app.db.one<{ waiting: number }>(sql`
      select count(*) as waiting from job
      where kind like 'notice%' and finished_at is null and failed_at is null and attempts < 2
        and run_at <= ${app.clock.now()}`);
    return waiting === 0;
  });
  // Also waits for running jobs. They do not count as due, because their claim ends in the future.
  await until(async () => {
    const { running } = await app.db.one<{ running: number }>(sql`
      select count(*) as running from job
      where kind like 'notice%' and finished_at is null and last_error is null`);
    return running === 0;
  });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('The awaited condition was not met.');
    app.app.lookForJobs();
    await sleep(20);
  }
}

async function messagesTo(address: string): Promise<OutboxMessage[]> {
  await settle();
  const all = await listOutboxMessages(app.db, 2000);
  return all.filter(({ recipient }) => recipient === address).toReversed();
}

async function subjectsTo(person: TestPerson): Promise<string[]> {
  return (await messagesTo(person.email)).map(({ subject }) => subject);
}

test('when staff restore an ended visit, patients who had been notified of the end get a message with their place [DESK-1, PAT-11]', async () => {
  const [sent, unaware] = [await makeSent({}), await makeSent({})];
  const ids: string[] = [];
  for (const person of [sent, unaware]) {
    const { queue } = await get(app, person, 'requestPlace', { body: { doctorId } });
    await get(app, town.admin, 'approveRequest', { id: queue.id });
    ids.push(queue.id);
  }
  const [first = '', second = ''] = ids;
  await settle();
  await get(app, town.admin, 'removeEntry', { id: first });
  await settle();
  await get(app, town.admin, 'bringBack', { id: first });
  await settle();
  const messages = await messagesTo(sent.email);
  const subjects = messages.map(({ subject }) => subject);
  assert.match(subjects.at(-2) ?? '', /^The staff removed you/u);
  assert.match(subjects.at(-1) ?? '', /^Your place is restored/u);
  assert.match(messages.at(-1)?.plain ?? '', /Place 1 in the line/u);
  const heard = (await subjectsTo(unaware)).length;
  await app.db.run(
    sql`update queue_entry set brought_back_at = ${app.clock.now()} where id = ${second}`,
  );
  assert.equal((await subjectsTo(unaware)).length, heard, 'no message about an end was sent');
  await get(app, town.admin, 'removeEntry', { id: first });
  assert.match((await subjectsTo(sent)).at(-1) ?? '', /^The staff removed you/u, 'a second end');
});

/** Every event about which a patient must be notified. */
const events: readonly [
  name: string,
  subject: RegExp,
  happens: (id: string) => Promise<unknown>,
][] = [
  ['approved', /^You are in the line/u, async () => undefined],
  ['called', /^It is your turn/u, (id) => get(app, town.admin, 'startConsultation', { id })],
  [
    'called and not there',
    /^You were called, and your place is kept/u,
    (id) => get(app, town.admin, 'holdEntry', { id }),
  ],
  ['removed', /^The staff removed you/u, (id) => get(app, town.admin, 'removeEntry', { id })],
  [
    'no show',
    /^You were called but were not there/u,
    (id) =>
      get(app, town.admin, 'updateEntry', { id, body: { status: 'no_show', notes: 'absent' } }),
  ],
];

for (const [name, subject, happens] of events) {
  test(`${name}: one message by mail, SMS and push is sent to a patient who chose all three, and to nobody else [PROF-1, PAT-11]`, async () => {
    const all = await makeSent({ email: true, sms: true, push: true });
    const browser = await withBrowser(all);
    const none = await makeSent({ email: false, sms: false, push: false });
    const silent = await withBrowser(none);
    const id = await join(all);
    const otherId = await join(none);
    await happens(id);
    if (name === 'removed') await happens(otherId);
    const mails = (await messagesTo(all.email)).filter((mail) => subject.test(mail.subject));
    assert.equal(mails.length, 1);
    const [mail] = mails;
    assert.match(mail?.plain ?? '', /Dr\. Meera Kulkarni/u);
    assert.match(mail?.plain ?? '', /\/patient\/queue/u);
    assert.match(mail?.html ?? '', /<html lang="en" dir="ltr">/u);
    const texts = (await messagesTo(all.phone)).filter(({ plain }) => subject.test(plain));
    assert.equal(texts.length, 1);
    const pushes = browser.received.filter(({ title }) => subject.test(title));
    assert.equal(pushes.length, 1);
    assert.equal(pushes[0]?.tag, id);
    assert.deepEqual(await messagesTo(none.email), []);
    assert.deepEqual(await messagesTo(none.phone), []);
    assert.deepEqual(silent.received, []);
    const said = JSON.stringify([mails, texts, pushes]);
    assert.doesNotMatch(said, /secret cough|absent/u, 'no symptoms, no notes');
  });
}

test('the message about a rejected request leaves out the reason, which the patient can read in Baari [PROF-1]', async () => {
  const person = await makeSent({ sms: true });
  const id = await ask(person);
  await get(app, town.admin, 'rejectRequest', { id, body: { reason: 'A secret diagnosis.' } });
  const mails = await messagesTo(person.email);
  assert.deepEqual(await subjectsTo(person), ['Your request was not accepted: Dr. Meera Kulkarni']);
  assert.doesNotMatch(JSON.stringify([mails, await messagesTo(person.phone)]), /diagnosis/u);
});

test('a patient who becomes first in line is notified of being next once, however often the line moves [PAT-11]', async () => {
  const [first, second, third] = await makePatients(app, 3);
  assert.ok(first && second && third);
  await join(first);
  const id = await join(second);
  const thirdId = await join(third);
  await settle();
  for (let turn = 0; turn < 3; turn += 1) {
    await get(app, town.admin, 'moveEntryUp', { id });
    await settle();
    await get(app, town.admin, 'moveEntryDown', { id });
    await settle();
  }
  assert.deepEqual(
    (await subjectsTo(second)).map((subject) => subject.split(':')[0]),
    ['You are in the line', 'You are next'],
  );
  await get(app, third, 'leaveQueue', { id: thirdId });
  assert.equal((await subjectsTo(third)).length, 1, 'who left knows it');
});

test('a patient who is called while a check of the line runs gets the message of the call, and no outdated one after it [PAT-11]', async () => {
  const person = await makeSent({});
  const id = await join(person);
  await settle();
  const before = (await subjectsTo(person)).length;
  // Without its records the check finds a message due, and the call comes before it is written.
  await app.db.run(sql`delete from notice where about = ${id}`);
  let calls = 0;
  const db: Database = Object.assign(Object.create(app.db) as Database, {
    transaction: async <T>(work: (tx: Queryable) => Promise<Result<T>>): Promise<Result<T>> => {
      if (calls === 0) await get(app, town.admin, 'startConsultation', { id });
      calls += 1;
      return app.db.transaction(work);
    },
  });
  const { sent } = await notifyOfQueue(
    { db, clock: app.clock, publicUrl, canSendSms: true },
    doctorId,
  );
  assert.deepEqual({ calls, sent }, { calls: 1, sent: 0 });
  // The server's own check may write the due message before the call, and none after the call.
  const subjects = (await subjectsTo(person)).slice(before);
  assert.equal(subjects.at(-1)?.split(':')[0], 'It is your turn');
});

test('the message “leave now” is sent when the patient has to leave, even if nothing else happens in the line [PAT-11]', async () => {
  const many = await makePatients(app, 8);
  for (const person of many) await join(person);
  const last = await makeSent({ travelMinutes: 10 });
  await join(last);
  await settle();
  const [approval] = await messagesTo(last.email);
  assert.match(approval?.plain ?? '', /Stay where you are for now/u);
  assert.match(approval?.plain ?? '', /Place 9 in the line/u);
  // With the longer travel time, the next check finds that the patient must leave now.
  await get(app, last, 'saveNotificationSettings', {
    body: { ...givenNotificationSettings(), travelMinutes: 120 },
  });
  assert.deepEqual(
    (await subjectsTo(last)).map((subject) => subject.split(':')[0]),
    ['You are in the line', 'Leave now'],
  );
  await settle();
  const messages = await messagesTo(last.email);
  assert.equal(messages.length, 2);
  const { queue } = await get(app, last, 'getCurrentEntry');
  const link = `${publicUrl}/patient/queue?late=${queue.id}`;
  assert.ok(
    messages[1]?.plain.includes(link),
    'the link lets a late patient report it for this place',
  );
});

test('the message and the page tell the patient to leave at the same time, because both use one forecast and one rule [PAT-11, INV-16]', async () => {
  const many = await makePatients(app, 8);
  for (const person of many) await join(person);
  const last = await makeSent({ travelMinutes: 10 });
  await join(last);
  await settle();
  async function isDueOnPage(way: number): Promise<boolean> {
    const [entry] = (await get(app, last, 'listOpenEntries')).queues;
    const { at, deviation } = entry?.call ?? { at: '', deviation: 0 };
    const expected = (Date.parse(at) - app.clock.now().getTime()) / 60_000;
    return leavesIn({ expected, deviation, way }) <= 0;
  }
  async function hasLeaveNotice(travelMinutes: number): Promise<boolean> {
    const body = { ...givenNotificationSettings(), travelMinutes };
    await get(app, last, 'saveNotificationSettings', { body });
    await settle();
    return (await subjectsTo(last)).some((subject) => subject.startsWith('Leave now'));
  }
  let way = 10;
  while (way < 240 && !(await isDueOnPage(way))) way += 5;
  assert.ok(way > 10 && way < 240, String(way));
  assert.ok(!(await hasLeaveNotice(way - 5)), 'not yet on the page either');
  assert.ok(await hasLeaveNotice(way));
  const [promised] = await app.db.many<{ count: number }>(sql`
    select count(*)::int as count from wait_promise where kind = 'leave_now'
      and entry_id in (select id from queue_entry where patient_id = ${last.userId})`);
  assert.equal(promised?.count, 1, 'the announced wait is on record');
});

/** Sets a hospital's hours for every day. */
async function keepsHours(hospitalId: string, hours: WeekHours['monday']): Promise<void> {
  const week = Object.fromEntries(weekdays.map((day) => [day, hours]));
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(week)}::jsonb where id = ${hospitalId}`);
}

test('after a doctor went Offline in the evening, the message and page expect the doctor in the morning [PAT-11, INV-16]', async () => {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(app.clock.now()));
  const zones = ['Asia/Kolkata', 'America/New_York', 'Pacific/Honolulu', 'Pacific/Auckland'];
  const timeZone = zones.find((zone) => hourIn(zone) >= 2 && hourIn(zone) <= 14);
  assert.ok(timeZone !== undefined, 'it is morning somewhere');
  const morning = await makeTown(app, { timeZone });
  doctorId = morning.doctorId;
  const open = `${String(hourIn(timeZone) + 2).padStart(2, '0')}:00`;
  await keepsHours(morning.hospitalId, { open, close: '22:00', closed: false });
  const person = await makeSent({ travelMinutes: 120 });
  const id = await ask(person);
  await app.db.run(sql`update doctor set status = 'Offline' where id = ${doctorId}`);
  await app.db.run(sql`
    update doctor_queue set interrupted_at = ${app.clock.now()}::timestamptz - interval '1 day'
    where doctor_id = ${doctorId}`);
  await get(app, morning.admin, 'approveRequest', { id, body: {} });
  const [entry] = (await get(app, person, 'listOpenEntries')).queues;
  assert.equal(entry?.line?.state, 'not_open');
  const [approval] = await messagesTo(person.email);
  assert.doesNotMatch(approval?.plain ?? '', /Stay where you are/u);
});

test('messages are in the language of the patient’s profile [PROF-1]', async () => {
  const person = await makeSent({ sms: true, push: true });
  const browser = await withBrowser(person);
  const profile = givenProfile();
  const notifications = { email: true, sms: true, push: true };
  const preferences = { ...profile.preferences, language: 'hi' as const, notifications };
  await get(app, person, 'saveProfile', { body: { ...profile, preferences } });
  await join(person);
  const [mail] = await messagesTo(person.email);
  assert.match(mail?.subject ?? '', /^आप कतार में हैं/u);
  assert.match(mail?.html ?? '', /<html lang="hi" dir="ltr">/u);
  const [text] = await messagesTo(person.phone);
  assert.match(text?.plain ?? '', /अगली बारी आपकी है/u);
  assert.equal(browser.received[0]?.title, 'आप कतार में हैं');
});

test('a patient who signed up on a Hindi page gets messages in Hindi without opening the profile [PROF-1, ENT-9]', async () => {
  const person = await makePerson(app);
  await get(app, person, 'keepOwnLanguage', { body: { language: 'hi', isFirst: true } });
  await join(person);
  const [mail] = await messagesTo(person.email);
  assert.match(mail?.subject ?? '', /^आप कतार में हैं/u);
});

test('a patient without a chosen language gets messages in the hospital’s main language, or else in English [PROF-1]', async () => {
  const unasked = await makeSent({ sms: true });
  const chosen = await makeSent({ sms: false });
  const setLanguages = (languages: readonly string[]) =>
    app.owner.query('update hospital set languages = $2 where id = $1', [
      town.hospitalId,
      languages,
    ]);
  await app.db.run(sql`
    update account_preferences set language = case account_id
      when ${chosen.userId} then 'hi' end
    where account_id in (${unasked.userId}, ${chosen.userId})`);
  try {
    // `xx` is a language that only a build with more languages knows.
    await setLanguages(['xx', 'ur', 'en']);
    await join(unasked);
    await join(chosen);
    const [mail] = await messagesTo(unasked.email);
    assert.match(mail?.html ?? '', /<html lang="ur" dir="rtl">/u);
    const [text] = await messagesTo(unasked.phone);
    assert.match(text?.plain ?? '', /\p{Script=Arabic}/u);
    const [own] = await messagesTo(chosen.email);
    assert.match(own?.html ?? '', /<html lang="hi" dir="ltr">/u);
    await setLanguages([]);
    const elsewhere = await makeSent({ sms: false });
    await app.db.run(sql`
      update account_preferences set language = null where account_id = ${elsewhere.userId}`);
    await join(elsewhere);
    const [english] = await messagesTo(elsewhere.email);
    assert.match(english?.html ?? '', /<html lang="en" dir="ltr">/u);
  } finally {
    await setLanguages([]);
  }
});

test('no message is sent to an unverified address or to a phone that is only in the profile [PROF-1]', async () => {
  const unproved = await makePerson(app, { isVerified: false, phone: '+919812309999' });
  await get(app, unproved, 'saveNotificationSettings', {
    body: { ...givenNotificationSettings(), sms: true },
  });
  const { settings } = await get(app, unproved, 'getNotificationSettings');
  assert.equal(settings.emailReach, 'unverified');
  assert.equal(settings.smsReach, 'missing');
  await join(unproved);
  assert.deepEqual(await messagesTo(unproved.email), []);
  assert.deepEqual(await messagesTo('+919812309999'), []);
});

test('messages about a child’s place name the child [PROF-1]', async () => {
  const parent = await makePerson(app);
  const id = await join(parent);
  await app.owner.query('delete from queue_entry where id = $1', [id]);
  const child = await app.db.one<{ id: string }>(sql`
    insert into patient (account_id, name) values (${parent.userId}, 'Aarav') returning id`);
  await app.db.run(sql`
    insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
      approved_at, order_key)
    values (${town.hospitalId}, ${doctorId}, ${child.id}, 'waiting', 'low', ${app.clock.now()},
      ${app.clock.now()}, 1)`);
  assert.ok((await subjectsTo(parent)).some((subject) => subject.startsWith('For Aarav: ')));
});

test('if a process dies before it sends a message about a change, a later check of the line sends the message unless it is outdated [PAT-11]', async () => {
  const [late, stale] = await makePatients(app, 2);
  assert.ok(late && stale);
  for (const [person, minutes] of [
    [late, 5],
    [stale, 90],
  ] as const) {
    await get(app, person, 'getCurrentUser');
    const at = new Date(app.clock.now().getTime() - minutes * 60_000);
    await app.db.run(sql`
      insert into patient (id, account_id, name) values (${person.userId}, ${person.userId}, 'P')
      on conflict do nothing`);
    await app.db.run(sql`
      insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
        ended_at, rejection_reason, approved_at, order_key)
      values (${town.hospitalId}, ${doctorId}, ${person.userId}, 'waiting', 'low', ${at}, null,
        null, ${at}, ${minutes})`);
  }
  assert.equal((await subjectsTo(late)).length, 1);
  assert.ok(!(await subjectsTo(stale)).some((subject) => subject.startsWith('You are in')));
});

test('two processes that check a moving line at once send no message twice [INV-8, PAT-11] @long', async () => {
  const beside = await makeTestApp({ beside: app, settings: { PUSH_SERVICES: receiver.origin } });
  try {
    const people = await makePatients(app, 12);
    const ids: string[] = [];
    for (const person of people) ids.push(await ask(person));
    const looks = Array.from({ length: 60 }, (_, look) =>
      notifyOfQueue(
        { db: (look % 2 === 0 ? app : beside).db, clock: app.clock, publicUrl, canSendSms: true },
        doctorId,
      ),
    );
    await Promise.all([
      ...ids.map((id, index) =>
        get(index % 2 === 0 ? app : beside, town.admin, 'approveRequest', { id, body: {} }),
      ),
      ...looks,
    ]);
    for (let seen = 0; seen < 6; seen += 1) {
      const line = await get(app, town.admin, 'getDoctorQueue', { id: doctorId });
      const first = line.queue.find(({ position }) => position === 1);
      if (first === undefined) break;
      await get(beside, town.admin, 'startConsultation', { id: first.id });
      await get(app, town.admin, 'completeConsultation', { id: first.id, body: {} });
    }
    let sent = 0;
    for (const person of people) {
      const subjects = await subjectsTo(person);
      assert.deepEqual(subjects, [...new Set(subjects)], person.name);
      sent += subjects.length;
    }
    // Patients seen within a quarter of a second needed no message.
    assert.ok(sent >= people.length - 6, `${sent} sent`);
  } finally {
    await beside.close();
  }
});

test('a push message is encrypted for its browser, signed by the server, and has an expiry time [PROF-1]', async () => {
  const person = await makeSent({ email: false, push: true });
  const browser = await withBrowser(person);
  const id = await join(person);
  await get(app, town.admin, 'startConsultation', { id });
  const isCall = ({ title }: { title: string }) => title === 'It is your turn';
  await until(() => browser.received.some(isCall));
  const called = browser.received.find(isCall);
  assert.match(called?.body ?? '', /Dr\. Meera Kulkarni/u);
  assert.equal(called?.opens, '/patient/queue');
  assert.equal(called?.urgency, 'high');
  assert.ok(called !== undefined && called.ttl > 0 && called.ttl <= 15 * 60);
  assert.equal(called.claims.aud, receiver.origin);
  assert.match(called.claims.sub, /^mailto:/u);
});

test('a browser that its push service no longer knows is removed, and a push message that fails is sent again [PROF-1]', async () => {
  const person = await makeSent({ email: false, push: true });
  await withBrowser(person);
  receiver.answer(500);
  await join(person);
  await until(async () => {
    const { failed } = await app.db.one<{ failed: number }>(sql`
      select count(*) as failed from job where kind like 'notice%' and last_error like '%answered 500%'`);
    return failed === 1;
  });
  assert.equal((await get(app, person, 'getNotificationSettings')).settings.devices, 1);
  receiver.answer(410);
  await app.db.run(sql`
    update job set run_at = ${app.clock.now()}, last_error = null where last_error like '%500%'`);
  await until(
    async () => (await get(app, person, 'getNotificationSettings')).settings.devices === 0,
  );
});

test('push messages to a browser end when its session signs out or is signed out [PROF-1, SEC-6]', async () => {
  const person = await makeSent({ email: false, push: true });
  const elsewhere = await signIn(app, person.email);
  const { settings } = await get(app, person, 'getNotificationSettings');
  const browser = receiver.subscribe(settings.pushKey);
  await get(app, elsewhere, 'addPushDevice', { body: browser.subscription });
  await app.send({
    method: 'POST',
    url: '/api/identity/sign-out',
    token: elsewhere.session,
    body: {},
  });
  assert.equal((await get(app, person, 'getNotificationSettings')).settings.devices, 0);
  await join(person);
  await settle();
  assert.deepEqual(browser.received, []);
});

test('after the next person signs in on a browser, the former person gets no more messages there [PROF-1]', async () => {
  const [former, next] = [await makeSent({ push: true }), await makeSent({ push: true })];
  const browser = await withBrowser(former);
  await get(app, next, 'addPushDevice', { body: browser.subscription });
  assert.equal((await get(app, former, 'getNotificationSettings')).settings.devices, 0);
  const { endpoint } = browser.subscription;
  const answer = await get(app, former, 'removePushDevice', { body: { endpoint } });
  assert.equal(answer.removed, false, 'another’s browser cannot be removed');
  await join(former);
  await settle();
  assert.deepEqual(browser.received, []);
  assert.ok((await get(app, next, 'removePushDevice', { body: { endpoint } })).removed);
});

test('an address of an unknown push service is refused and never called [SEC-15]', async () => {
  const person = await makePerson(app);
  for (const endpoint of ['https://127.0.0.1/x', 'https://evil.example/x', publicUrl]) {
    const body = { ...givenSubscription(), endpoint };
    assertRefused(await call(app, person, 'addPushDevice', { body }), 'push_service_refused');
  }
});

test('when a patient first chooses a notification channel, the page’s language is stored, and later choices keep this language [PROF-1]', async () => {
  const person = await makePerson(app);
  const body = { ...givenNotificationSettings(), language: 'hi' as const };
  await get(app, person, 'saveNotificationSettings', { body });
  await get(app, person, 'saveNotificationSettings', { body: { ...body, language: 'en' } });
  const { profile } = await get(app, person, 'getProfile');
  assert.equal(profile.preferences.language, 'hi');
});

test('the export contains the sent notices and the subscribed browsers [PROF-1, SEC-14]', async () => {
  const person = await makeSent({ push: true });
  await withBrowser(person);
  await join(person);
  await settle();
  const text = JSON.stringify((await get(app, person, 'exportOwnData')).data);
  assert.match(text, /"notifications":\[\{"kind":"approved"/u);
  assert.match(text, /"devices":\[\{"addedAt"/u);
});

test('a waiting patient is notified once of a break that delays the call, and once of an Offline doctor [PAT-11, DOC-3, DAY-2]', async () => {
  const asha = await makeSent({ sms: true });
  await join(asha);
  await settle();
  const status = (body: { status: 'available' | 'busy' | 'offline'; breakMinutes?: number }) =>
    get(app, town.admin, 'setDoctorStatus', { id: doctorId, body });
  await status({ status: 'busy', breakMinutes: 60 });
  const isOfDelay = ({ subject }: OutboxMessage) => subject.startsWith('Your wait is longer');
  const delays = async () => (await messagesTo(asha.email)).filter(isOfDelay);
  const [first, ...more] = await delays();
  assert.equal(more.length, 0);
  assert.match(first?.plain ?? '', /on a break until/u);
  const texts = await messagesTo(asha.phone);
  assert.equal(texts.filter(({ plain }) => /Your wait is longer/u.test(plain)).length, 1);
  await settle();
  assert.equal((await delays()).length, 1);
  await status({ status: 'available' });
  await status({ status: 'offline' });
  const [, second, ...others] = await delays();
  assert.equal(others.length, 0);
  assert.match(second?.plain ?? '', /away right now/u);
});

test('a walk-in who gave a phone gets messages by SMS, and no message where SMS is not available [ARR-2, PAT-11]', async () => {
  phones += 1;
  const phone = `+91981230${String(phones).padStart(4, '0')}`;
  const body = { name: 'Ravi Shah', phone, doctorId, urgency: 'medium' as const };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  const options = { db: app.db, clock: app.clock, publicUrl, canSendSms: false };
  assert.equal((await notifyOfQueue(options, doctorId)).sent, 0);
  await get(app, town.admin, 'startConsultation', { id: queue.id });
  const [called] = (await messagesTo(phone)).toReversed();
  assert.match(called?.plain ?? '', /It is your turn/u);
  assert.ok(called?.plain.includes(queue.token ?? '-'));
  assert.doesNotMatch(called?.plain ?? '', /Ravi|patient\/queue/u);
  await get(app, town.admin, 'updateEntry', { id: queue.id, body: { status: 'completed' } });
  const again = await get(app, town.receptionist, 'addWalkIn', { body });
  await get(app, town.admin, 'removeEntry', { id: again.queue.id });
  const [removed] = (await messagesTo(phone)).toReversed();
  assert.match(removed?.plain ?? '', /The staff removed you from the queue/u);
});
