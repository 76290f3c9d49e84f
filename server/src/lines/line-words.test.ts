/**
 * Tests the texts that a waiting patient reads about a shared line: on the ticket, in messages, and
 * as the state of the line.
 */
import assert from 'node:assert/strict';
import { smsText } from '../platform/messages/sms/sms-kinds.ts';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import sql from 'sql-template-tag';
import { listOutboxMessages } from '../platform/messages/outbox.store.ts';
import { listNotices } from '../notifications/notifications.store.ts';
import { notifyOfQueue } from '../notifications/notify-of-queue.ts';
import { type NewsFacts, queueNewsWords } from '../notifications/queue-news-texts.ts';
import { queueNewsKinds } from '../notifications/queue-news.rules.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';

const hourMs = 3_600_000;

let app: TestApp;
let town: Town;
let patient: TestPerson;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Verma' });
});
after(() => app.close());
beforeEach(() => clearLines(app));

async function setPoints(line: SharedLine, state: 'open' | 'paused' | 'closed'): Promise<void> {
  for (const { id } of line.points) {
    await get(app, town.admin, 'setPointState', { id, body: { state } });
  }
}

async function hoursFrom(minutes: number): Promise<void> {
  // The opening and closing times must be on the same day as now.
  const zone = zoneWhereItIs(10, app.clock.now());
  const opens = new Date(app.clock.now().getTime() + minutes * 60_000);
  const clock = (at: Date) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
    }).format(at);
  const closes = new Date(opens.getTime() + hourMs);
  const day = { open: clock(opens), close: clock(closes), closed: false };
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const hours = JSON.stringify(Object.fromEntries(days.map((name) => [name, day])));
  await app.db.run(sql`
    update hospital set time_zone = ${zone}, operating_hours = ${hours}::jsonb
    where id = ${town.hospitalId}`);
}

async function ticketOf(id: string): Promise<(language: string) => Promise<string>> {
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id });
  const { pathname } = new URL(ticket.url);
  return async (language) =>
    (await app.send({ method: 'GET', url: `${pathname}?lang=${language}` })).text;
}

test('the ticket of a line without an open counter says in both languages that none is open, and mentions no doctor [LINE-1, ARR-4, INV-16]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory' });
  const entry = await addTo(app, town.receptionist, line.id);
  const page = await ticketOf(entry.id);
  for (const state of ['paused', 'closed'] as const) {
    await setPoints(line, state);
    assert.match(await page('en'), /No counter of this line is open right now\./u, state);
    assert.match(await page('hi'), /कोई काउंटर अभी खुला नहीं है/u, state);
    for (const language of ['en', 'hi']) {
      assert.doesNotMatch(await page(language), /the doctor|डॉक्टर/iu, state);
    }
  }
});

test('a line with closed counters is shown to open with the hospital, or as over after opening hours [LINE-1, INV-16]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory' });
  const entry = await addTo(app, town.receptionist, line.id);
  await setPoints(line, 'closed');
  const published = async () =>
    (await get(app, town.receptionist, 'getEntry', { id: entry.id })).queue.line;
  const { hours, zone } = await app.db.one<{ hours: string; zone: string }>(sql`
    select operating_hours::text as hours, time_zone as zone from hospital where id = ${town.hospitalId}`);
  try {
    await hoursFrom(30);
    const before = await published();
    assert.equal(before?.state, 'offline');
    assert.ok(before.at !== null, 'when it opens');
    await hoursFrom(-90);
    assert.deepEqual((await published())?.state, 'past_closing');
  } finally {
    await app.db.run(sql`
      update hospital set time_zone = ${zone}, operating_hours = ${hours}::jsonb
      where id = ${town.hospitalId}`);
  }
});

test('when a line accepts no new patients but a counter is open, patients already waiting still see when to come [LINE-1, INV-16, PAT-11]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'General Medicine',
    kind: 'any_doctor',
    points: [town.doctorId],
  });
  const asked = await get(app, patient, 'requestPlace', { body: { doctorId: line.id } });
  await get(app, town.receptionist, 'approveRequest', { id: asked.queue.id });
  await get(app, town.admin, 'setLineOpen', { id: line.id, body: { isOpen: false } });
  const { queue } = await get(app, patient, 'getCurrentEntry');
  assert.ok(queue.waitRange !== null, queue.line?.state ?? 'no line');
  await notifyOfQueue({ db: app.db, clock: app.clock, publicUrl, canSendSms: true }, line.id);
  const published = (await listNotices(app.db, [queue.id])).map(({ kind }) => kind);
  assert.ok(published.includes('next'), published.join(', '));
  await get(app, patient, 'leaveQueue', { id: queue.id });
});

test('a patient called to a counter reads the counter’s name on the ticket and no doctor’s name [LINE-2, ARR-4]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory', points: 2 });
  const entry = await addTo(app, town.receptionist, line.id);
  const page = await ticketOf(entry.id);
  const [, second] = line.points;
  assert.ok(second !== undefined);
  await get(app, town.receptionist, 'callNext', { id: second.id });
  assert.match(await page('en'), /Please go in to Laboratory, Counter 2\./u);
  assert.match(await page('hi'), /Counter 2/u);
  for (const language of ['en', 'hi']) {
    assert.doesNotMatch(await page(language), /the doctor|डॉक्टर/iu);
  }
  await get(app, town.receptionist, 'finishAtPoint', { id: second.id, body: { as: 'completed' } });
});

test('the ticket and messages of a visit’s first step follow the visit from line to line, up to the counter that calls [LINE-4, ARR-4, PAT-11]', async () => {
  const [laboratory, pharmacy] = [
    await makeLine(app, town.admin, { name: 'Laboratory' }),
    await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy', points: 2 }),
  ];
  await app.db.run(sql`update doctor set status = 'Available'`);
  const asked = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const { queue: first } = await get(app, town.receptionist, 'approveRequest', {
    id: asked.queue.id,
  });
  await get(app, town.doctor, 'startConsultation', { id: first.id });
  const page = await ticketOf(first.id);
  const send = (id: string, { id: lineId }: SharedLine) =>
    get(app, town.receptionist, 'sendOn', { id, body: { lineId } });
  const { queue: second } = await send(first.id, laboratory);
  assert.match(await page('en'), /You are 1st in the queue|You are next/u);
  assert.match(await page('en'), /Laboratory/u);
  const [counter] = laboratory.points;
  await get(app, town.receptionist, 'callNext', { id: counter?.id ?? '' });
  assert.match(await page('en'), /Please go in to Laboratory, Counter 1\./u);
  const { queue: third } = await send(second.id, pharmacy);
  const [, window] = pharmacy.points;
  await get(app, town.receptionist, 'callNext', { id: window?.id ?? '' });
  assert.match(await page('en'), /Please go in to Pharmacy, Counter 2\./u);
  assert.match(await page('en'), /Pharmacy/u);
  assert.match(await page('en'), new RegExp(first.token ?? 'no token', 'u'));
  await notifyOfQueue({ db: app.db, clock: app.clock, publicUrl, canSendSms: true }, pharmacy.id);
  assert.match(await mailWith('Please go in to Pharmacy, Counter 2 now.'), /Pharmacy/u);
  await get(app, town.receptionist, 'finishAtPoint', {
    id: window?.id ?? '',
    body: { as: 'completed' },
  });
  assert.equal(third.token, first.token);
  assert.match(await page('en'), /This visit is over/u);
});

/** Waits until a mail with these words has been sent, and returns its text. */
async function mailWith(words: string): Promise<string> {
  for (let rounds = 0; rounds < 500; rounds += 1) {
    app.app.lookForJobs();
    const sent = await listOutboxMessages(app.db, 100);
    const found = sent.find(({ plain }) => plain?.includes(words));
    if (found !== undefined) return found.plain ?? '';
    await sleep(20);
  }
  throw new Error(`Nobody was sent “${words}”`);
}

test('a patient of a shared line checks in at a kiosk by the token and sees the state of the line [LINE-2, ARR-5]', async () => {
  const any = await makeLine(app, town.admin, {
    name: 'General Medicine',
    kind: 'any_doctor',
    points: [town.doctorId],
  });
  const { queue: asked } = await get(app, patient, 'requestPlace', { body: { doctorId: any.id } });
  const { queue } = await get(app, town.receptionist, 'approveRequest', { id: asked.id });
  const screen = await get(app, town.admin, 'makeScreen', {
    body: { kind: 'kiosk', name: 'Entrance' },
  });
  const key = new URL(screen.url).hash.slice(1);
  await setPoints(any, 'closed');
  const body = { key, answer: queue.token ?? '' };
  const { arrival } = await get(app, undefined, 'checkInAtKiosk', { body });
  assert.deepEqual(
    [arrival.token, arrival.doctorName, arrival.line?.state, arrival.waitRange],
    [queue.token, 'General Medicine', 'offline', null],
  );
  const checked = await get(app, town.receptionist, 'getEntry', { id: queue.id });
  assert.equal(checked.queue.checkedInBy, 'kiosk');
  await get(app, patient, 'leaveQueue', { id: queue.id });
});

test('messages of a shared line mention a doctor only if the doctor has left or belongs to the line [LINE-1, PAT-11]', () => {
  const facts = (service: ServiceKind): NewsFacts => ({
    id: 'one',
    doctor: 'Laboratory',
    service,
    room: 'Counter 2',
    hospital: 'City Hospital',
    standing: 'confirmed',
    place: 2,
    token: 'L-002',
    line: { state: 'offline', at: null, usuallyAt: null },
    waitRange: null,
    zone: 'Asia/Kolkata',
    now: new Date('2026-03-12T04:30:00Z'),
    advice: 'stay',
    forWhom: undefined,
    hasAccount: true,
  });
  for (const language of ['en', 'hi'] as const) {
    for (const kind of queueNewsKinds.filter((each) => each !== 'doctor_left')) {
      const words = queueNewsWords(
        kind,
        facts('laboratory'),
        { name: 'Asha', language },
        publicUrl,
      );
      const said = { ...words, sms: smsText({ ...words.sms, language }) };
      assert.doesNotMatch(JSON.stringify(said), /doctor|डॉक्टर/iu, `${language} ${kind}`);
    }
  }
  const to = { name: 'Asha', language: 'en' } as const;
  const any = queueNewsWords('moved', facts('any_doctor'), to, publicUrl);
  assert.match(
    smsText({ ...any.sms, language: 'en' }),
    /No doctor of this line is here right now\./u,
  );
});
