/** Tests of walk-ins, tickets, the door code and the kiosk, through the API on a real database. */
import assert from 'node:assert/strict';
import sql from 'sql-template-tag';
import { after, before, beforeEach, test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import { brotliCompressSync } from 'node:zlib';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import {
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
  verifyPhone,
} from '../testing/test-people.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';
import { textsOf } from '../texts/texts.ts';
import { readKioskAnswer } from './kiosk.rules.ts';

/**
 * A time zone in which it is ten o'clock now, so that waits and breaks of an hour end on the same
 * day.
 */
const zone = zoneWhereItIs(10, new Date());

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app, { timeZone: zone });
  patients = await makePatients(app, 3);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment; delete from queue_entry');
  await app.db.pool.query(`update doctor set status = 'Available'`);
});

const walkInBody = () => ({
  name: 'Xanthippe Zugzwang',
  phone: '+91 98765 43210',
  doctorId: town.doctorId,
  urgency: 'high',
  symptoms: 'plumbago since Monday',
});

async function addWalkIn(change: object = {}) {
  const body = { ...walkInBody(), ...change };
  return (await get(app, town.receptionist, 'addWalkIn', { body })).queue;
}

async function waitAt(person: TestPerson | undefined, doctorId = town.doctorId): Promise<string> {
  assert.ok(person !== undefined);
  const { id } = (await get(app, person, 'requestPlace', { body: { doctorId } })).queue;
  await get(app, town.admin, 'approveRequest', { id });
  return id;
}

async function book(person: TestPerson | undefined, doctorId = town.doctorId): Promise<void> {
  assert.ok(person !== undefined);
  const now = app.clock.now();
  await app.db.pool.query(
    `insert into patient (id, account_id, name) values ($1, $1, $2) on conflict do nothing`,
    [person.userId, person.name],
  );
  await app.db.pool.query(
    `insert into appointment (hospital_id, doctor_id, patient_id, date, time, starts_at, status,
       booked_at)
     values ($1, $2, $3, $4, '09:00', $5, 'booked', $5)`,
    [town.hospitalId, doctorId, person.userId, dayAt(now, zone), now],
  );
}

test('the desk adds a patient without a phone as checked in with a token, and the arrival is recorded [ARR-2]', async () => {
  await waitAt(patients[0]);
  const queue = await addWalkIn({ phone: '' });
  assert.equal(queue.status, 'waiting');
  assert.equal(queue.position, 2);
  assert.equal(queue.checkedInBy, 'staff');
  assert.equal(queue.checkedInAt, queue.joinedAt);
  assert.match(queue.token ?? '', /^[A-Z]-002$/u);
  assert.equal(queue.patient.phone, null);
  assert.equal(queue.symptoms, 'plumbago since Monday');
  const { rows } = await app.db.pool.query<Record<string, unknown>>(
    `select p.account_id, e.type, a.action, a.user_id
     from patient p join audit a on p.id = any(a.patient_ids) and a.action = 'add walk-in'
       join event e on e.entry_id = a.entry_id
     where p.id = $1`,
    [queue.patient.id],
  );
  assert.deepEqual(rows, [
    {
      account_id: null,
      type: 'queue_joined',
      action: 'add walk-in',
      user_id: town.receptionist.userId,
    },
  ]);
});

test('a walk-in can be called, seen and completed like any other patient [ARR-2]', async () => {
  const { id } = await addWalkIn();
  await get(app, town.doctor, 'startConsultation', { id });
  const { queue } = await get(app, town.doctor, 'completeConsultation', { id });
  assert.equal(queue.status, 'completed');
  assert.equal(queue.patient.phone, '+919876543210');
});

test('a walk-in to an Offline doctor or another hospital’s doctor is refused, and no patient is stored [ARR-2]', async () => {
  const count = 'select count(*)::int as n from patient';
  const before = (await app.db.pool.query<{ n: number }>(count)).rows[0]?.n;
  await app.db.pool.query(`update doctor set status = 'Offline' where id = $1`, [town.doctorId]);
  const offline = await call(app, town.admin, 'addWalkIn', { body: walkInBody() });
  assertRefused(offline, 'doctor_not_available');
  const elsewhere = { ...walkInBody(), doctorId: town.otherDoctorId };
  assertRefused(await call(app, town.admin, 'addWalkIn', { body: elsewhere }), 'not_found');
  assert.equal((await app.db.pool.query<{ n: number }>(count)).rows[0]?.n, before);
});

test('when several desks add walk-ins at once, the walk-ins get different tokens and the places 1 to n [ARR-2, ARR-3, INV-13]', async () => {
  const desks = [town.receptionist, town.admin, town.doctor, town.colleague];
  const added = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      get(app, desks[n % desks.length], 'addWalkIn', { body: walkInBody() }),
    ),
  );
  assert.equal(new Set(added.map(({ queue }) => queue.token)).size, 12);
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  assert.deepEqual(
    queue.map(({ position }) => position),
    Array.from({ length: 12 }, (_, n) => n + 1),
  );
});

test('a walk-in sent twice with one Idempotency-Key makes one patient [ARR-2, INV-7]', async () => {
  const headers = { 'idempotency-key': 'walk-in-1' };
  const parts = { body: walkInBody(), headers };
  const first = await get(app, town.admin, 'addWalkIn', parts);
  const second = await get(app, town.admin, 'addWalkIn', parts);
  assert.equal(second.queue.id, first.queue.id);
});

test('the desk puts a walk-in or a known patient first in one call; who waits reads the reason, and the move is on record [ARR-2, DESK-8, INV-12]', async () => {
  const waiting = await waitAt(patients[0]);
  const put = await addWalkIn({ name: 'Unknown', phone: '', first: 'urgent' });
  assert.equal(put.position, 1);
  const seen = (await get(app, patients[0], 'getEntry', { id: waiting })).queue;
  assert.equal(seen.position, 2);
  assert.ok('placeChanges' in seen);
  assert.deepEqual(
    seen.placeChanges.map(({ reason, from, to }) => [reason, from, to]),
    [['urgent', 1, 2]],
  );
  const trail = 'select action from audit where entry_id = $1 order by at, id';
  const { rows } = await app.db.pool.query<{ action: string }>(trail, [put.id]);
  assert.deepEqual(rows.map(({ action }) => action).toSorted(), ['add walk-in', 'move']);

  await get(app, town.receptionist, 'removeEntry', { id: put.id });
  const body = { doctorId: town.doctorId, first: 'doctor' };
  const known = await get(app, town.receptionist, 'putInLine', { id: put.patient.id, body });
  assert.equal(known.queue.position, 1);
  const alone = await addWalkIn({ doctorId: town.colleagueId, first: 'urgent' });
  assert.equal(alone.position, 1, 'in an empty line nobody is passed');
});

async function ticketOf(entryId: string, by: TestPerson = town.receptionist): Promise<string> {
  const { ticket } = await get(app, by, 'makeTicket', { id: entryId });
  return new URL(ticket.url).pathname;
}

function page(path: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
  return app.send({ method: 'GET', url: path, headers });
}

test('the web page of a ticket shows place, wait and token without sign-in, and no names [ARR-4, SEC-5]', async () => {
  await waitAt(patients[0]);
  const queue = await addWalkIn();
  const path = await ticketOf(queue.id);
  const answer = await page(path);
  assert.equal(answer.status, 200);
  assert.match(answer.text, new RegExp(queue.token ?? 'none', 'u'));
  assert.match(answer.text, /You are 2nd in the queue/u);
  assert.match(answer.text, /Expected (?:between|by) \d+:\d{2}/u);
  for (const revealed of ['Xanthippe', 'Zugzwang', 'plumbago', '43210', queue.id, 'high']) {
    assert.ok(!answer.text.includes(revealed), revealed);
  }
});

test('a ticket’s page needs no JavaScript, refreshes automatically and is never cached [ARR-4]', async () => {
  const { text, headers } = await page(await ticketOf((await addWalkIn()).id));
  const inline = /<script(?! src="\/t\/renew\.js" defer><\/script>)|<style|style=|\son\w+=/u;
  assert.ok(!inline.test(text), 'what the content policy refuses');
  // The page reloads only without JavaScript. With JavaScript, a script replaces its contents, so
  // that the reader stays at the same point.
  assert.match(text, /<noscript><meta http-equiv="refresh" content="30"><\/noscript>/u);
  const script = await page('/t/renew.js');
  assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.match(script.text, /setInterval\(tried, 30000\)/u);
  assert.match(text, /<meta name="robots" content="noindex, nofollow">/u);
  assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
});

test('a ticket’s page with its style is smaller than 20 kB uncompressed [ARR-4]', async (context) => {
  const html = await page(`${await ticketOf((await addWalkIn()).id)}?lang=hi`);
  const style = await page('/t/ticket.css');
  assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
  const bytes = Buffer.byteLength(html.text) + Buffer.byteLength(style.text);
  const packed = brotliCompressSync(html.text + style.text).length;
  context.diagnostic(`${bytes} bytes, ${packed} in brotli`);
  assert.ok(bytes < 20_000, `${bytes} bytes`);
});

test('a ticket offers each language’s font to phones that lack the font, and loads it only where needed [ARR-4]', async () => {
  const { text: style } = await page('/t/ticket.css');
  const faces = [...style.matchAll(/url\("([^"]+)"\).*?unicode-range: ([^;]+);/gu)];
  const ranges = faces.flatMap(([, , range = '']) =>
    [...range.matchAll(/U\+([\dA-F]+)-([\dA-F]+)/gu)].map(([, first = '', last = '']) => [
      Number.parseInt(first, 16),
      Number.parseInt(last, 16),
    ]),
  );
  for (const language of languages) {
    const letters = JSON.stringify(textsOf('ticket', language).hint).match(/\p{L}/gu) ?? [];
    const strange = letters.filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const isKnown = ranges.some(([first = 0, last = 0]) => first <= code && code <= last);
      return !/\p{Script=Latin}/u.test(letter) && !isKnown;
    });
    assert.ok(letters.length > 20);
    assert.deepEqual(strange, [], language);
  }
  assert.ok(faces.length >= 12);
  for (const [, url = ''] of faces) {
    const { headers, text } = await page(url);
    assert.equal(headers.get('content-type'), 'font/woff2', url);
    assert.ok(text.startsWith('wOF2'), url);
  }
});

test('a ticket’s page is in Hindi when the browser or the link asks for Hindi [ARR-4]', async () => {
  const path = await ticketOf((await addWalkIn()).id);
  const asked = await page(path, { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' });
  assert.match(asked.text, /<html lang="hi" dir="ltr">[^]*अगली बारी आपकी है/u);
  const chosen = await page(`${path}?lang=hi`, { 'accept-language': 'en' });
  assert.match(chosen.text, /<html lang="hi" dir="ltr">/u);
  const neither = await page(path, { 'accept-language': 'fr-FR, en;q=0.5' });
  assert.match(neither.text, /<html lang="en" dir="ltr">/u);
});

test('a time on a ticket’s page is never split over two lines, in any language [ARR-4, ENT-9]', async () => {
  const path = await ticketOf((await addWalkIn()).id);
  for (const language of languages) {
    const { text } = await page(`${path}?lang=${language}`);
    assert.match(text, /\d:\d\d/u, language);
    assert.doesNotMatch(text, /\d:\d\d (?:[ap]m|[صم])/iu, language);
  }
});

test('a ticket’s page shows the state of the visit until an hour after its end, because the desk may restore the patient [ARR-4, DESK-1]', async () => {
  const { id } = await addWalkIn();
  const path = await ticketOf(id);
  await get(app, town.admin, 'removeEntry', { id });
  const ended = await page(path);
  assert.match(ended.text, /The staff removed you from the queue/u);
  assert.match(ended.text, /http-equiv="refresh"/u);
  await get(app, town.admin, 'bringBack', { id });
  assert.match((await page(path)).text, /You are next/u);
  await get(app, town.doctor, 'startConsultation', { id });
  assert.match((await page(path)).text, /It is your turn\. Please go in\./u);
  await get(app, town.doctor, 'completeConsultation', { id });
  await app.owner.query(
    `update queue_entry set ended_at = ended_at - interval '61 minutes',
      started_at = started_at - interval '61 minutes' where id = $1`,
    [id],
  );
  const over = await page(path);
  assert.match(over.text, /This visit is over/u);
  assert.ok(!over.text.includes('http-equiv="refresh"'));
});

test('a ticket says whether the patient’s place was closed by staff, by the doctor’s departure or by the end of the day [ARR-4, DAY-1, DAY-2]', async () => {
  const removed = await addWalkIn();
  const pathOfRemoved = await ticketOf(removed.id);
  await get(app, town.admin, 'removeEntry', { id: removed.id });
  assert.match((await page(pathOfRemoved)).text, /The staff removed you from the queue/u);
  const left = await addWalkIn();
  const path = await ticketOf(left.id);
  const setStatus = (body: object) =>
    get(app, town.admin, 'setDoctorStatus', { id: town.doctorId, body });
  await setStatus({ status: 'offline', patients: { what: 'close', word: 'I am <ill>.' } });
  const { text } = await page(path);
  assert.match(text, /The doctor has left for today/u);
  assert.match(text, /The staff say: <bdi>I am &lt;ill&gt;\.<\/bdi>/u);
  assert.doesNotMatch(text, /This place in the queue was cancelled/u);
  await app.db.run(sql`update queue_entry set close_reason = 'day_ended' where id = ${left.id}`);
  assert.match((await page(path)).text, /The day ended before your turn/u);
  await setStatus({ status: 'available' });
});

test('a ticket’s secret has 192 bits and is stored neither in the database nor in the log [ARR-4]', async () => {
  const { id } = await addWalkIn();
  const headers = { 'idempotency-key': 'ticket-1' };
  const made = await Promise.all(
    Array.from({ length: 3 }, () => get(app, town.admin, 'makeTicket', { id, headers })),
  );
  const secrets = made.map(({ ticket }) => new URL(ticket.url).pathname.slice('/t/'.length));
  assert.equal(new Set(secrets).size, 3, 'each is another one, whatever the Idempotency-Key');
  for (const secret of secrets) {
    assert.equal(Buffer.from(secret, 'base64url').length, 24);
    assert.equal((await page(`/t/${secret}`)).status, 200);
    assert.ok(!app.logged.join('').includes(secret));
  }
  const { rows } = await app.db.pool.query<{ text: string }>(
    `select string_agg(t::text, '') || (select string_agg(answer::text, '') from idempotency_key)
       as text from ticket t`,
  );
  for (const secret of secrets) assert.ok(!rows[0]?.text.includes(secret));
});

test('an unknown, mistyped or expired ticket shows an explanation with status 404 [ARR-4]', async () => {
  const path = await ticketOf((await addWalkIn()).id);
  for (const address of ['/t/nothing', `/t/${'x'.repeat(32)}`, `${path}x`, '/t/%00']) {
    const answer = await page(address);
    assert.equal(answer.status, 404, address);
    if (!address.includes('%')) assert.match(answer.text, /This ticket is not valid/u);
  }
  await app.owner.query(`update ticket set expires_at = $1`, [app.clock.now()]);
  assert.equal((await page(path)).status, 404);
});

test('a ticket expires at the end of the day after the visit, by the hospital’s clock [ARR-4]', async () => {
  const { id } = await addWalkIn();
  const { ticket } = await get(app, town.admin, 'makeTicket', { id });
  const today = dayAt(app.clock.now(), zone);
  const end = Temporal.PlainDate.from(today).add({ days: 2 }).toZonedDateTime(zone);
  assert.equal(Date.parse(ticket.expiresAt), end.epochMilliseconds);
});

test('a patient gets a ticket for their own approved entry, and not for other people’s entries [ARR-4]', async () => {
  const [patient, other] = patients;
  assert.ok(patient !== undefined && other !== undefined);
  const body = { doctorId: town.doctorId };
  const { id } = (await get(app, patient, 'requestPlace', { body })).queue;
  assertRefused(await call(app, patient, 'makeTicket', { id }), 'illegal_transition');
  await get(app, town.admin, 'approveRequest', { id });
  const path = await ticketOf(id, patient);
  assert.match((await page(path)).text, /please check in at the entrance/u);
  assertRefused(await call(app, other, 'makeTicket', { id }), 'not_found');
  assertRefused(await call(app, town.otherAdmin, 'makeTicket', { id }), 'not_found');
});

/** Sends the form of the ticket's delay page, as a browser does. */
function sendForm(path: string, form: Record<string, string>): Promise<Response> {
  return fetch(`${app.origin()}${path}/later?lang=en`, {
    method: 'POST',
    // The Origin header that a browser sends from a page with a no-referrer policy.
    headers: { origin: 'null' },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
}

function seenIn(html: string): string {
  return /name="seen" value="(\d+)"/u.exec(html)?.[1] ?? 'none';
}

test('a patient who taps a later place on a ticket’s page, without JavaScript, sees the new place first and confirms with a second tap [WAIT-1, ARR-4]', async () => {
  const id = await waitAt(patients[0]);
  await waitAt(patients[1]);
  await waitAt(patients[2]);
  const path = await ticketOf(id);
  assert.match((await page(path)).text, /href="\/t\/[\w-]+\/later\?lang=en">Running late\?/u);
  const choices = await page(`${path}/later`);
  assert.equal(choices.status, 200);
  assert.ok(
    !/<script|<style|style=|\son\w+=/u.test(choices.text),
    'what the content policy refuses',
  );
  assert.ok(!choices.text.includes('http-equiv="refresh"'), 'nothing moves while one chooses');
  assert.equal(choices.headers.get('referrer-policy'), 'no-referrer');
  assert.match(choices.text, /name="late" value="20"/u);
  assert.match(choices.text, /Let 1 person go first.*1 person goes first\. You are then 2nd\./u);
  assert.match(choices.text, /Expected (?:between|by) \d+:\d{2}/u);
  const seen = seenIn(choices.text);
  const done = await sendForm(path, { later: '1', seen });
  assert.equal(done.status, 303);
  const after = await page(done.headers.get('location') ?? '');
  assert.match(after.text, /You are 2nd in the queue/u);
  assert.match(after.text, /The desk knows\. You keep your visit\./u);
  const line = await get(app, town.receptionist, 'getDoctorQueue', { id: town.doctorId });
  const queue = line.queue.find((entry) => entry.id === id);
  assert.ok(queue !== undefined);
  assert.deepEqual([queue.position, queue.delay?.times, queue.lastChange?.by], [2, 1, null]);
  const [own] = (await get(app, patients[0], 'getCurrentEntry')).queue.placeChanges;
  assert.deepEqual([own?.from, own?.to, own?.reason], [1, 2, 'patient']);
  // The patient goes back in the browser and sends the same form again.
  const twice = await sendForm(path, { later: '1', seen });
  assert.equal(twice.status, 409);
  assert.match(await twice.text(), /has changed in the meantime/u);
  assert.equal((await get(app, town.receptionist, 'getEntry', { id })).queue.position, 2);
});

test('a ticket’s form accepts only the offered delays, in both languages, and refuses a third delay [WAIT-1]', async () => {
  const id = await waitAt(patients[0]);
  await waitAt(patients[1]);
  const path = await ticketOf(id);
  const seen = seenIn((await page(`${path}/later`)).text);
  const wrong: Record<string, string>[] = [
    {},
    { later: '4', seen },
    { late: '25', seen },
    { later: '1', seen: 'x' },
    { later: '1', late: '10', seen },
  ];
  for (const form of wrong)
    assert.equal((await sendForm(path, form)).status, 400, JSON.stringify(form));
  const json = await app.send({ method: 'POST', url: `${path}/later`, body: { later: 1 } });
  assert.equal(json.status, 415);
  assert.match((await page(`${path}/later?lang=hi`)).text, /लोगों को पहले जाने दें/u);
  assert.equal((await sendForm(path, { later: '1', seen })).status, 303);
  const again = seenIn((await page(`${path}/later`)).text);
  assert.equal((await sendForm(path, { late: '10', seen: again })).status, 303);
  const used = await page(`${path}/later`);
  assert.match(used.text, /twice\. Please speak to the reception/u);
  assert.ok(!used.text.includes('<form'));
  assert.ok(!(await page(path)).text.includes('/later?'), 'nor does the page offer it');
  assert.equal((await sendForm('/t/nothing-nothing', { later: '1', seen: '1' })).status, 404);
});

test('while the doctor will be away for a long time, a kiosk and a ticket do not tell the first patient in line that the call is next [INV-16, ARR-5]', async () => {
  const { id } = await addWalkIn();
  const key = await kioskKey();
  const line = await get(app, town.receptionist, 'getDoctorQueue', { id: town.doctorId });
  const token = line.queue.find((entry) => entry.id === id)?.token ?? '';
  const standing = async () =>
    (await get(app, undefined, 'checkInAtKiosk', { body: { key, answer: token } })).arrival;
  assert.equal((await standing()).isNext, true, 'the doctor is at work');
  const back = new Date(app.clock.now().getTime() + 150 * 60_000);
  await app.db.pool.query(`update doctor set status = 'Busy', break_until = $2 where id = $1`, [
    town.doctorId,
    back,
  ]);
  await app.db.pool.query(`update doctor_queue set interrupted_at = $1`, [app.clock.now()]);
  const { position, isNext, line: revealed } = await standing();
  assert.deepEqual(
    [position, isNext, revealed?.state, revealed?.at],
    [1, false, 'on_break', back.toISOString()],
  );
});

test('the ticket of a patient who missed a call says what to do, and gives no time [ARR-4, INV-16]', async () => {
  const id = await waitAt(patients[0]);
  await waitAt(patients[1]);
  const path = await ticketOf(id);
  await get(app, town.doctor, 'holdEntry', { id });
  const { text } = await page(path);
  assert.match(text, /You were called but were not there/u);
  assert.match(text, /Tell the desk when you are here\. You go next/u);
  assert.doesNotMatch(text, /Expected|in the queue<|Running late/u);
  await get(app, town.receptionist, 'comeBack', { id });
  assert.doesNotMatch((await page(path)).text, /were not there/u);
});

test('only the twenty latest tickets of a patient’s place in line open the ticket’s page [ARR-4]', async () => {
  const { id } = await addWalkIn();
  const first = await ticketOf(id);
  const second = await ticketOf(id);
  for (let n = 0; n < 19; n += 1) await ticketOf(id);
  assert.equal((await page(first)).status, 404);
  assert.equal((await page(second)).status, 200);
});

async function doorCode(): Promise<string> {
  const { door } = await get(app, town.admin, 'renewDoorCode');
  return new URL(door.url).searchParams.get('code') ?? '';
}

test('scanning the QR code at the door checks in all of the patient’s places in line and bookings of today [ARR-5]', async () => {
  const [waiting, booked, neither] = patients;
  const id = await waitAt(waiting);
  await book(booked, town.colleagueId);
  const parts = { id: town.hospitalId, body: { code: await doorCode() } };
  const here = await get(app, waiting, 'checkInAtDoor', parts);
  assert.deepEqual(
    here.queues.map((queue) => [queue.id, queue.checkedInBy]),
    [[id, 'door']],
  );
  const joined = await get(app, booked, 'checkInAtDoor', parts);
  assert.deepEqual(
    joined.queues.map(({ status, checkedInBy }) => [status, checkedInBy]),
    [['waiting', 'door']],
  );
  const nobody = await get(app, neither, 'checkInAtDoor', parts);
  assert.deepEqual([nobody.queues, nobody.refused], [[], []]);
  const again = await get(app, waiting, 'checkInAtDoor', parts);
  assert.deepEqual(again.queues[0]?.checkedInAt, here.queues[0]?.checkedInAt);
});

test('an outdated QR code, another hospital’s QR code or a missing code checks no patient in [ARR-5]', async () => {
  const [patient] = patients;
  const id = await waitAt(patient);
  const old = await doorCode();
  const code = await doorCode();
  const at = (hospitalId: string, given: string) =>
    call(app, patient, 'checkInAtDoor', { id: hospitalId, body: { code: given } });
  assertRefused(await at(town.hospitalId, old), 'door_code_wrong');
  assertRefused(await at(town.otherHospitalId, code), 'door_code_wrong');
  assert.equal((await get(app, patient, 'getEntry', { id })).queue.checkedInAt, null);
  assert.equal((await at(town.hospitalId, code)).status, 200);
});

test('after a scan of the door’s QR code, a booked visit that cannot be checked in now is listed with the reason [ARR-5]', async () => {
  const [patient] = patients;
  await book(patient, town.colleagueId);
  await app.db.pool.query(`update doctor set status = 'Offline' where id = $1`, [town.colleagueId]);
  const body = { code: await doorCode() };
  const { queues, refused } = await get(app, patient, 'checkInAtDoor', {
    id: town.hospitalId,
    body,
  });
  assert.deepEqual(queues, []);
  assert.deepEqual(
    refused.map(({ code }) => code),
    ['doctor_not_available'],
  );
});

async function kioskKey(): Promise<string> {
  const body = { kind: 'kiosk', name: 'Entrance' };
  const { url } = await get(app, town.admin, 'makeScreen', { body });
  return new URL(url).hash.slice(1);
}

test('a kiosk accepts tokens and phone digits typed in Latin, Indian or Arabic numerals [ARR-5]', () => {
  const token = { kind: 'token', letters: 'C', number: 17 };
  for (const typed of ['C-017', 'c17', ' c 017 ', 'C-०१७', 'C-۰۱۷', 'c‑௦௧௭']) {
    assert.deepEqual(readKioskAnswer(typed), token, typed);
  }
  for (const typed of ['३२१०', '٣٢١٠', '৩২১০', '\u202a3210\u202c']) {
    assert.deepEqual(readKioskAnswer(typed), { kind: 'phone', digits: '3210' }, typed);
  }
  assert.deepEqual(readKioskAnswer('+91 98765-43210'), { kind: 'phone', digits: '919876543210' });
  for (const typed of ['', '17', 'C-', 'Kamla', "4321' or 1=1", '%%%%', '____']) {
    assert.equal(readKioskAnswer(typed), undefined, typed);
  }
});

test('a kiosk checks in by the token or the phone’s last digits, and shows no name [ARR-5, SEC-5]', async () => {
  const key = await kioskKey();
  const opened = await get(app, undefined, 'openKiosk', { body: { key } });
  assert.equal(opened.hospital.id, town.hospitalId);
  const [patient] = patients;
  await app.db.run(sql`update doctor set room = 'Room 4' where id = ${town.doctorId}`);
  const id = await waitAt(patient);
  const { token } = (await get(app, patient, 'getEntry', { id })).queue;
  const answer = (token ?? '').toLowerCase().replace('-00', ' ');
  const byToken = await call(app, undefined, 'checkInAtKiosk', { body: { key, answer } });
  assert.equal(byToken.status, 200, byToken.text);
  assert.ok(!byToken.text.includes(patient?.name ?? ''));
  const { queue } = await get(app, town.admin, 'getEntry', { id });
  assert.equal(queue.checkedInBy, 'kiosk');

  await addWalkIn();
  const body = { key, answer: '3210' };
  const byPhone = await call(app, undefined, 'checkInAtKiosk', { body });
  assert.deepEqual(byPhone.body, {
    arrival: {
      status: 'waiting',
      token: token?.replace('001', '002'),
      position: 2,
      waitRange: (byPhone.body as { arrival: { waitRange: unknown } }).arrival.waitRange,
      isNext: false,
      line: (byPhone.body as { arrival: { line: unknown } }).arrival.line,
      doctorName: queue.doctor.name,
      room: 'Room 4',
      isAgain: true,
    },
    questions: null,
  });
});

test('a kiosk checks in a visit booked for today by the phone’s digits [ARR-5, APPT-1]', async () => {
  const key = await kioskKey();
  const person = await makePerson(app, { phone: '+919811117788' });
  await book(person, town.colleagueId);
  const { arrival } = await get(app, undefined, 'checkInAtKiosk', {
    body: { key, answer: '7788' },
  });
  assert.deepEqual([arrival.status, arrival.position, arrival.isAgain], ['waiting', 1, false]);
  const { queue } = await get(app, person, 'getCurrentEntry');
  assert.equal(queue.checkedInBy, 'kiosk');
});

test('a kiosk accepts a scanned ticket, but not another hospital’s ticket or an old ticket [ARR-5, DESK-11]', async () => {
  const key = await kioskKey();
  const queue = await addWalkIn();
  await get(app, town.admin, 'undoCheckIn', { id: queue.id });
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id: queue.id });
  const ask = (answer: string) => call(app, undefined, 'checkInAtKiosk', { body: { key, answer } });
  assertRefused(await ask(`${ticket.url}x`), 'nobody_expected');
  const answer = await ask(ticket.url);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(
    (await get(app, town.admin, 'getEntry', { id: queue.id })).queue.checkedInBy,
    'kiosk',
  );
  await app.db.pool.query(`update queue_entry set hospital_id = $1 where id = $2`, [
    town.otherHospitalId,
    queue.id,
  ]);
  assertRefused(await ask(ticket.url), 'nobody_expected');
});

test('a number that a stranger typed into a profile does not stop the phone’s real owner from checking in at the kiosk [ARR-5, SEC-9]', async () => {
  const key = await kioskKey();
  const number = '+919811226655';
  const stranger = await makePerson(app, { phone: number });
  await book(stranger, town.colleagueId);
  const owner = await makePerson(app, { phone: number });
  await verifyPhone(app, owner, number);
  await book(owner, town.doctorId);
  const body = { key, answer: '226655' };
  const { arrival } = await get(app, undefined, 'checkInAtKiosk', { body });
  assert.equal(arrival.isAgain, false);
  assert.equal((await get(app, owner, 'getCurrentEntry')).queue.checkedInBy, 'kiosk');
  assertRefused(await call(app, stranger, 'getCurrentEntry'), 'no_current_queue');
});

test('a kiosk that finds no patient or several says so and checks nobody in [ARR-5]', async () => {
  const key = await kioskKey();
  const first = await addWalkIn({ phone: '+919800003210' });
  await addWalkIn({ phone: '+919811113210' });
  const ask = (answer: string) => call(app, undefined, 'checkInAtKiosk', { body: { key, answer } });
  assertRefused(await ask('3210'), 'several_expected');
  assertRefused(await ask('9999'), 'nobody_expected');
  assertRefused(await ask('Z-001'), 'nobody_expected');
  assert.equal((await ask('00003210')).status, 200);
  // Yesterday's token number still works for a patient who has waited over midnight. It stops
  // working after that visit.
  await app.db.pool.query('update queue_entry set token_day = token_day - 1');
  assert.equal((await ask(first.token ?? '')).status, 200);
  await get(app, town.admin, 'removeEntry', { id: first.id });
  assertRefused(await ask(first.token ?? ''), 'nobody_expected');
});

test('a kiosk answers at most twenty check-in attempts a minute, including successful attempts [ARR-5]', async () => {
  const key = await kioskKey();
  const other = await kioskKey();
  const ask = (given: string) =>
    call(app, undefined, 'checkInAtKiosk', { body: { key: given, answer: '9999' } });
  const answers = await Promise.all(Array.from({ length: 24 }, () => ask(key)));
  const codes = answers.map(({ status }) => status);
  assert.equal(codes.filter((status) => status === 429).length, 4);
  const refused = answers.find(({ status }) => status === 429);
  assert.equal(refused?.headers.get('retry-after'), '60');
  assertRefused(await ask(other), 'nobody_expected', 'another kiosk has its own count');
  app.clock.advance(61_000);
  assertRefused(await ask(key), 'nobody_expected', 'a minute later');
});

test('a revoked kiosk link does not work, and a display’s link does not open a kiosk [ARR-5]', async () => {
  const make = { body: { kind: 'kiosk', name: 'Entrance' } };
  const { screen, url } = await get(app, town.admin, 'makeScreen', make);
  const key = new URL(url).hash.slice(1);
  assertRefused(await call(app, town.otherAdmin, 'revokeScreen', { id: screen.id }), 'not_found');
  await get(app, town.admin, 'revokeScreen', { id: screen.id });
  for (const name of ['openKiosk', 'checkInAtKiosk'] as const) {
    const refused = await call(app, undefined, name, { body: { key, answer: '3210' } });
    assertRefused(refused, 'screen_unknown');
  }
  const display = await get(app, town.admin, 'makeScreen', {
    body: { kind: 'display', name: 'Hall' },
  });
  const displayKey = new URL(display.url).hash.slice(1);
  const opened = await call(app, undefined, 'openKiosk', { body: { key: displayKey } });
  assertRefused(opened, 'screen_unknown');
});
