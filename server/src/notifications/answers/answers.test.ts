/**
 * Tests answers by message, from the provider's signed call to the reply, with the whole server, a
 * real database and a stand-in for Twilio.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { makeBookingAnswers } from '../../appointments/reminders/answer-booking.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { InboundMessage } from '../../platform/messages/sms/inbound.ts';
import { openDeliveries } from '../../platform/messages/deliveries.ts';
import { enqueueSms } from '../../platform/messages/sms/sms.ts';
import { inboundUrl } from '../../platform/messages/sms/sending.ts';
import { dayAt } from '../../schedule/calendar.rules.ts';
import { publicUrl, secret } from '../../testing/identity-app.ts';
import {
  report,
  startTwilio,
  twilioMessage,
  twilioSettings,
} from '../../testing/stand-ins/sms-providers.ts';
import { get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { givenNotificationSettings } from '../../testing/test-bodies.ts';
import {
  forgetBookings,
  makeDoctor,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
  verifyPhone,
} from '../../testing/test-people.ts';
import type { Answer } from './answer-words.rules.ts';
import { noteReach } from '../note-reach.ts';
import { takeMessage } from './take-message.use-case.ts';

const address = inboundUrl(publicUrl, secret, 'twilio');

let twilio: Awaited<ReturnType<typeof startTwilio>>;
let app: TestApp;
let town: Town;
let doctorId: string;
before(async () => {
  twilio = await startTwilio();
  app = await makeTestApp({
    isListening: true,
    settings: twilioSettings(twilio.account),
  });
  town = await makeTown(app);
});
after(async () => {
  await app.close();
  twilio.close();
});
beforeEach(async () => {
  doctorId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Meera Kulkarni' });
});

type Texter = TestPerson & { readonly phone: string };
let phones = 0;

function newPhone(): string {
  phones += 1;
  return `+91981240${String(phones).padStart(4, '0')}`;
}

/** A person with a verified phone who gets text messages and no mail. */
async function makeTexter(): Promise<Texter> {
  const person = await makePerson(app);
  const phone = newPhone();
  await verifyPhone(app, person, phone);
  const body = { ...givenNotificationSettings(), email: false, sms: true };
  await get(app, person, 'saveNotificationSettings', { body });
  return { ...person, phone };
}

/** Waits until a check holds, while jobs run. */
async function until<T>(check: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    assert.ok(Date.now() < deadline, 'The awaited condition was not met.');
    app.app.lookForJobs();
    await sleep(20);
  }
}

/** The texts that a number has got since the last call, once no job waits. */
async function textsTo(phone: string): Promise<string[]> {
  await until(async () => {
    const { open } = await app.db.one<{ open: number }>(sql`
      select count(*)::int as open from job where finished_at is null and failed_at is null
        and payload ->> 'to' = ${phone}`);
    return open === 0;
  });
  const own = twilio.sent.filter(({ To }) => To === phone);
  for (const sent of own) twilio.sent.splice(twilio.sent.indexOf(sent), 1);
  return own.map(({ Body }) => Body ?? '');
}

/** The latest message about a visit or booking. */
function messageAbout(
  id: string,
  kind?: string,
): Promise<{ id: string; state: string; reason: string | null }> {
  return until(async () =>
    app.db.maybeOne<{ id: string; state: string; reason: string | null }>(sql`
      select id, state, reason from message_delivery
      where about = ${id} and state <> 'queued' and (${kind ?? null}::text is null or kind = ${kind ?? null})
      order by made_at desc, id limit 1`),
  );
}

/** A place in the line whose patient got a text message. */
async function stand(person: TestPerson, patientId?: string): Promise<string> {
  const body = { doctorId, symptoms: 'a secret cough', ...(patientId ? { patientId } : {}) };
  const { queue } = await get(app, person, 'requestPlace', { body });
  await get(app, town.admin, 'approveRequest', { id: queue.id, body: {} });
  await messageAbout(queue.id, 'approved');
  return queue.id;
}

/** A booking whose patient got a text message. */
async function book(person: TestPerson): Promise<string> {
  await forgetBookings(app);
  const date = Temporal.PlainDate.from(dayAt(app.clock.now(), 'Asia/Kolkata')).add({ days: 2 });
  const body = { doctorId: town.doctorId, date: date.toString(), time: '10:00' };
  const { appointment } = await get(app, person, 'bookAppointment', { body });
  await messageAbout(appointment.id, 'appointment_booked');
  return appointment.id;
}

/** Sends a text to Baari as Twilio passes it on. */
async function write(
  from: string,
  text: string,
  { id = randomUUID(), ...more }: Readonly<Record<string, string>> = {},
): Promise<void> {
  const answer = await app.app.http.inject(twilioMessage(address, { from, text, id }, more));
  assert.equal(answer.statusCode, 200, answer.body);
}

const toPatient: string[] = [];

/** Presses a button of a message on WhatsApp. */
async function press(phone: string, delivery: string, answer: Answer): Promise<void> {
  const repliedTo = `MM-${randomUUID()}`;
  await app.db.run(sql`
    update message_delivery set provider_message = ${repliedTo} where id = ${delivery}`);
  await writeOnWhatsapp(phone, { text: 'On my way', button: answer, repliedTo });
}

async function writeOnWhatsapp(
  phone: string,
  said: Pick<InboundMessage, 'text'> & Partial<InboundMessage>,
): Promise<void> {
  const options = {
    db: app.db,
    clock: app.clock,
    bookings: makeBookingAnswers(publicUrl),
    onQueued: () => undefined,
    queueWhatsappReply: async (_: Queryable, { to, text }: { to: string; text: string }) => {
      toPatient.push(`${to}: ${text}`);
    },
  };
  const none = { button: undefined, repliedTo: undefined, handled: undefined };
  const message = { id: randomUUID(), channel: 'whatsapp', phone, ...none, ...said } as const;
  await takeMessage(options, { provider: 'twilio', message, address: '127.0.0.1' });
}

async function outcomesOf(id: string): Promise<string[]> {
  const rows = await app.db.many<{ outcome: string }>(sql`
    select outcome from message_answer where about = ${id} order by made_at, id_hash`);
  return rows.map(({ outcome }) => outcome);
}

interface Cell {
  readonly answer: Answer;
  readonly outcome: string;
  readonly reply: RegExp;
  /** What is then true of the place or the booking. */
  readonly leads: (person: TestPerson, id: string) => Promise<void>;
}

async function statusOf(id: string): Promise<string> {
  const row = await app.db.one<{ status: string }>(sql`
    select status from queue_entry where id = ${id}
    union all select status from appointment where id = ${id}`);
  return row.status;
}

const ofPlace: readonly Cell[] = [
  {
    answer: 'on_my_way',
    outcome: 'on_my_way',
    reply: /^Thank you, see you soon: Dr\. Meera Kulkarni, Hospital/u,
    async leads(_, id) {
      assert.equal(await statusOf(id), 'waiting');
      const { queue } = await get(app, town.receptionist, 'getEntry', { id });
      assert.ok('notReachedAt' in queue && queue.notReachedAt === null);
    },
  },
  {
    answer: 'running_late',
    outcome: 'late',
    reply: /^Noted: you come about 20 minutes later\. Dr\. Meera Kulkarni/u,
    async leads(_, id) {
      const { queue } = await get(app, town.receptionist, 'getEntry', { id });
      assert.ok('delay' in queue && queue.delay?.minutes === 20);
      assert.equal(queue.notReachedAt, null);
      const { by } = await app.db.one<{ by: string | null }>(sql`
        select changed_by as by from queue_entry where id = ${id}`);
      assert.equal(by, null);
    },
  },
  {
    answer: 'cannot_come',
    outcome: 'left',
    reply: /^You left the line: Dr\. Meera Kulkarni/u,
    async leads(_, id) {
      const row = await app.db.one<{ status: string; cancelled_by: string }>(sql`
        select status, cancelled_by from queue_entry where id = ${id}`);
      assert.deepEqual(row, { status: 'cancelled', cancelled_by: 'patient' });
    },
  },
];

const ofBooking: readonly Cell[] = [
  {
    answer: 'on_my_way',
    outcome: 'confirmed',
    reply: /^Your appointment is confirmed: Dr\. /u,
    async leads(_, id) {
      const { at } = await app.db.one<{ at: Date | null }>(sql`
        select confirmed_at as at from appointment where id = ${id}`);
      assert.ok(at !== null);
    },
  },
  {
    answer: 'running_late',
    outcome: 'move_booking',
    reply: /^Appointments cannot be moved by message\. Use the link in the reminder: /u,
    async leads(_, id) {
      assert.equal(await statusOf(id), 'booked');
    },
  },
  {
    answer: 'cannot_come',
    outcome: 'cancelled',
    reply: /^(?:Appointment cancelled|You cancelled your appointment): Dr\. /u,
    async leads(_, id) {
      const row = await app.db.one<{ status: string; cancelled_by: string }>(sql`
        select status, cancelled_by from appointment where id = ${id}`);
      assert.deepEqual(row, { status: 'cancelled', cancelled_by: 'patient' });
    },
  },
];

const words: Readonly<Record<Answer, string>> = {
  on_my_way: 'आ रहा हूँ',
  running_late: 'Running late!',
  cannot_come: "I can't come",
};

for (const [what, cells, make] of [
  ['a place', ofPlace, stand],
  ['a booking', ofBooking, book],
] as const) {
  for (const { answer, outcome, reply, leads } of cells) {
    test(`“${answer}” for ${what} by text message: its action, one reply, and who answered how is kept [MSG-8]`, async () => {
      const person = await makeTexter();
      const id = await make(person);
      // Somebody else waits behind, whom a late patient lets pass.
      if (what === 'a place') await stand(await makeTexter());
      await app.db.run(sql`
        update queue_entry set not_reached_at = ${app.clock.now()} where id = ${id}`);
      await textsTo(person.phone);
      await write(person.phone, words[answer]);
      await leads(person, id);
      assert.deepEqual(await outcomesOf(id), [outcome]);
      const replies = await textsTo(person.phone);
      assert.equal(replies.length, 1, replies.join('\n'));
      assert.match(replies[0] ?? '', reply);
    });

    test(`“${answer}” for ${what} by a button on WhatsApp: the same action, with the reply there [MSG-8]`, async () => {
      const person = await makeTexter();
      const id = await make(person);
      if (what === 'a place') await stand(await makeTexter());
      const message = await messageAbout(id);
      toPatient.length = 0;
      await press(person.phone, message.id, answer);
      await leads(person, id);
      assert.deepEqual(await outcomesOf(id), [outcome]);
      assert.equal(toPatient.length, 1);
      const [to, text] = (toPatient[0] ?? '').split(/: (.*)/su);
      assert.equal(to, person.phone);
      assert.match(text ?? '', reply);
    });
  }
}

test('the same message passed on twice, also at once, counts once and is replied to once [MSG-8]', async () => {
  const person = await makeTexter();
  const id = await stand(person);
  await stand(await makeTexter());
  await textsTo(person.phone);
  const sid = { id: 'SM-again' };
  await Promise.all([write(person.phone, '2', sid), write(person.phone, '2', sid)]);
  await write(person.phone, '2', sid);
  assert.deepEqual(await outcomesOf(id), ['late']);
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.ok('delay' in queue && queue.delay?.times === 1);
  assert.equal((await textsTo(person.phone)).length, 1);
});

test('an answer that Baari would refuse in the application is refused by message too, and the reply says why [MSG-8]', async () => {
  const person = await makeTexter();
  const id = await stand(person);
  await textsTo(person.phone);
  for (const text of ['late', 'late', 'late']) await write(person.phone, text);
  await get(app, town.admin, 'startConsultation', { id });
  await write(person.phone, '3');
  assert.equal(await statusOf(id), 'in_progress');
  await get(app, town.admin, 'completeConsultation', { id, body: {} });
  await write(person.phone, '3');
  const replies = await textsTo(person.phone);
  const said = (pattern: RegExp) => replies.filter((text) => pattern.test(text)).length;
  assert.equal(said(/^Noted: you come about 20 minutes later/u), 2);
  assert.equal(said(/^You have already gone later twice/u), 1);
  assert.equal(said(/^You were already called\. Speak to the reception/u), 1);
  assert.equal(said(/^We found no place in a line and no appointment for this phone/u), 1);
});

test('answers in an odd order: a patient who left and then writes “on my way” reads that nothing is open [MSG-8]', async () => {
  const person = await makeTexter();
  const id = await stand(person);
  await textsTo(person.phone);
  await write(person.phone, '3');
  await write(person.phone, '1');
  assert.equal(await statusOf(id), 'cancelled');
  const replies = await textsTo(person.phone);
  assert.equal(replies.length, 2);
  assert.ok(replies.some((text) => text.startsWith('We found no place')));
});

test('a parent of two children in two lines answers for the child of the last message, and by a button for the child of that message [MSG-8]', async () => {
  const parent = await makeTexter();
  const child = async (name: string) => {
    const { id } = await app.db.one<{ id: string }>(sql`
      insert into patient (id, account_id, name) values (gen_random_uuid(), ${parent.userId}, ${name})
      returning id`);
    return id;
  };
  const first = await stand(parent, await child('Aarav'));
  app.clock.advance(1000);
  const second = await stand(parent, await child('Diya'));
  await textsTo(parent.phone);
  await write(parent.phone, '3');
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['waiting', 'cancelled']);
  assert.match((await textsTo(parent.phone))[0] ?? '', /^You left the line: Diya/u);
  await press(parent.phone, (await messageAbout(first)).id, 'cannot_come');
  assert.equal(await statusOf(first), 'cancelled');
});

test('a button of another person’s message does nothing, and does not say whether the message exists [MSG-8]', async () => {
  const person = await makeTexter();
  const other = await makeTexter();
  const id = await stand(person);
  const message = await messageAbout(id);
  toPatient.length = 0;
  await press(other.phone, message.id, 'cannot_come');
  await press(other.phone, randomUUID(), 'cannot_come');
  assert.equal(await statusOf(id), 'waiting');
  assert.deepEqual(await outcomesOf(id), []);
  assert.equal(toPatient[0], toPatient[1]);
});

test('a call that Twilio did not sign changes nothing [MSG-8]', async () => {
  const person = await makeTexter();
  const id = await stand(person);
  const form = { MessageSid: randomUUID(), From: person.phone, Body: '3' };
  assert.equal((await app.app.http.inject(report(address, form))).statusCode, 403);
  assert.equal(await statusOf(id), 'waiting');
});

test('an answer changes nothing if it comes from a phone that the desk entered for a patient whose account has another phone [MSG-8]', async () => {
  const person = await makeTexter();
  const id = await stand(person);
  const relative = newPhone();
  await app.db.run(sql`update queue_entry set contact_phone = ${relative} where id = ${id}`);
  await write(relative, '3');
  assert.equal(await statusOf(id), 'waiting');
});

test('a patient without an account answers from the phone given at the desk, in the hospital’s language, and counts as reached [MSG-8, MSG-6]', async () => {
  const phone = newPhone();
  twilio.optedOut.add(phone);
  const body = { name: 'Ravi Shah', phone, doctorId, urgency: 'medium' as const };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  const { id } = queue;
  await get(app, town.admin, 'startConsultation', { id });
  assert.equal((await messageAbout(id, 'called')).state, 'failed');
  const noted = async () => {
    const { queue: entry } = await get(app, town.receptionist, 'getEntry', { id });
    assert.ok('notReachedAt' in entry);
    return entry.notReachedAt;
  };
  await until(async () => (await noted()) !== null);
  twilio.optedOut.delete(phone);
  await app.owner.query(`update hospital set languages = '{hi}' where id = $1`, [town.hospitalId]);
  await write(phone, 'START');
  await write(phone, 'aa raha hoon');
  await app.owner.query(`update hospital set languages = '{}' where id = $1`, [town.hospitalId]);
  assert.equal(await noted(), null);
  const events = await app.db.one<{ count: number }>(sql`
    select count(*)::int as count from event where entry_id = ${id} and type = 'queue_updated'`);
  assert.ok(events.count >= 2, 'the desk sees the note appear, and sees it disappear');
  const replies = await textsTo(phone);
  assert.ok(replies.some((text) => text.startsWith('धन्यवाद, जल्द मिलते हैं: Dr. Meera')));
  await get(app, town.admin, 'completeConsultation', { id, body: {} });
});

test('a failure that is reported after the patient answered does not mark the place as not reached [MSG-8, MSG-6]', async () => {
  const person = await makeTexter();
  const id = await stand(person);
  await get(app, town.admin, 'startConsultation', { id });
  const { id: messageId } = await messageAbout(id, 'called');
  const fail = { state: 'failed', reason: 'unreachable' } as const;
  const deliveries = openDeliveries({
    db: app.db,
    clock: app.clock,
    onMoved: (tx, row) => noteReach(tx, row, app.clock.now()),
  });
  await write(person.phone, '1');
  await deliveries.report(messageId, fail);
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.ok('notReachedAt' in queue && queue.notReachedAt === null);
  await get(app, town.admin, 'completeConsultation', { id, body: {} });
});

test('STOP in the middle of a visit is confirmed once and heeded from the next message on; the desk sees that the call reached nobody [MSG-8, MSG-6]', async () => {
  const person = await makeTexter();
  const id = await stand(person);
  await textsTo(person.phone);
  await write(person.phone, 'STOP');
  await write(person.phone, 'stop');
  assert.deepEqual(await textsTo(person.phone), [
    'You get no more messages here from Baari. To get them again, reply START.',
  ]);
  const { settings } = await get(app, person, 'getNotificationSettings');
  assert.equal(settings.sms, false);
  await get(app, town.admin, 'startConsultation', { id });
  const called = await messageAbout(id, 'called');
  assert.deepEqual([called.state, called.reason], ['failed', 'opted_out']);
  assert.deepEqual(await textsTo(person.phone), []);
  await until(async () => {
    const { queue } = await get(app, town.receptionist, 'getEntry', { id });
    return 'notReachedAt' in queue && queue.notReachedAt !== null;
  });
  // Answers are still taken; they get no reply.
  await write(person.phone, '1');
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.ok('notReachedAt' in queue && queue.notReachedAt === null);
  assert.deepEqual(await textsTo(person.phone), []);
  await get(app, town.admin, 'completeConsultation', { id, body: {} });
});

test('after STOP a code that the person asks for is still sent, and no notice is [MSG-8]', async () => {
  const phone = newPhone();
  await write(phone, 'unsubscribe');
  await textsTo(phone);
  const now = app.clock.now();
  const to = { to: phone, language: 'en', notAfter: now.getTime() + 600_000 } as const;
  const code = { kind: 'code', variables: { code: '123456' } } as const;
  await enqueueSms(app.db, { ...to, kind: 'sign_in_code', content: code }, now);
  const notice = { kind: 'new_device', variables: {} } as const;
  await enqueueSms(app.db, { ...to, kind: 'security_notice', content: notice }, now);
  const texts = await textsTo(phone);
  assert.deepEqual(
    texts.map((text) => text.slice(0, 25)),
    ['123456 is your Baari code'],
  );
});

test('START ends STOP, and so does switching text messages on in the profile [MSG-8]', async () => {
  const person = await makeTexter();
  await write(person.phone, 'stop');
  await write(person.phone, 'Start');
  await write(person.phone, 'start');
  const texts = await textsTo(person.phone);
  // Two jobs run at once, so the replies may change places.
  assert.deepEqual(texts.map((text) => text.slice(0, 25)).toSorted(), [
    'You get messages here fro',
    'You get no more messages ',
  ]);
  assert.equal((await get(app, person, 'getNotificationSettings')).settings.sms, true);
  await write(person.phone, 'stop');
  await textsTo(person.phone);
  const seen = await get(app, person, 'getNotificationSettings');
  assert.equal(seen.settings.sms, false);
  const body = { ...givenNotificationSettings(), email: false, sms: true };
  await get(app, person, 'saveNotificationSettings', { body });
  await stand(person);
  assert.equal((await textsTo(person.phone)).length, 1);
});

test('a STOP that Twilio handled itself is kept and not confirmed a second time, also one that shows only when a message is refused [MSG-8]', async () => {
  const person = await makeTexter();
  await write(person.phone, 'STOP', { OptOutType: 'STOP' });
  assert.equal((await get(app, person, 'getNotificationSettings')).settings.sms, false);
  await write(person.phone, 'START', { OptOutType: 'START' });
  assert.equal((await get(app, person, 'getNotificationSettings')).settings.sms, true);
  await write(person.phone, 'HELP', { OptOutType: 'HELP' });
  assert.deepEqual(await textsTo(person.phone), []);
  twilio.optedOut.add(person.phone);
  const id = await stand(person);
  assert.equal((await messageAbout(id)).reason, 'opted_out');
  assert.equal((await get(app, person, 'getNotificationSettings')).settings.sms, false);
  twilio.optedOut.delete(person.phone);
});

test('STOP on WhatsApp ends the consent to messages there and nothing else; START renews it [MSG-8, MSG-9]', async () => {
  const person = await makeTexter();
  const body = { ...givenNotificationSettings(), email: false, sms: true, whatsapp: true };
  await get(app, person, 'saveNotificationSettings', { body });
  const choice = () =>
    app.db.one<object>(sql`
      select whatsapp_phone is not null as whatsapp, notify_sms as sms
      from account_preferences where account_id = ${person.userId}`);
  toPatient.length = 0;
  await writeOnWhatsapp(person.phone, { text: 'Stop' });
  assert.deepEqual(await choice(), { whatsapp: false, sms: true });
  await writeOnWhatsapp(person.phone, { text: 'what?' });
  await writeOnWhatsapp(person.phone, { text: 'Start' });
  assert.deepEqual(await choice(), { whatsapp: true, sms: true });
  assert.deepEqual(
    toPatient.map((text) => text.slice(person.phone.length + 2, person.phone.length + 27)),
    ['You get no more messages ', 'You get messages here fro'],
  );
  assert.deepEqual(await textsTo(person.phone), []);
});

test('no log line and no address names a patient, a number or a text [MSG-8]', async () => {
  const person = await makeTexter();
  await stand(person);
  await write(person.phone, 'my secret question');
  await write(person.phone, '2');
  await textsTo(person.phone);
  const lines = app.logged.join('\n');
  assert.doesNotMatch(lines, /981240|my secret question|secret cough/u);
  assert.doesNotMatch(lines, new RegExp(address.split('/').at(-1) ?? 'none', 'u'));
});

// The last test, because a day later nobody is signed in any more.
test('a message without a known word gets the help line once a day, and later messages get no reply [MSG-8]', async () => {
  const phone = newPhone();
  await write(phone, 'Where is the hospital?');
  await write(phone, 'hello??');
  assert.deepEqual(await textsTo(phone), [
    'Please answer: 1 = on my way, 2 = running late, 3 = cannot come. STOP = no more messages.',
  ]);
  app.clock.advance(86_400_001);
  await write(phone, 'hello again');
  assert.equal((await textsTo(phone)).length, 1);
});
