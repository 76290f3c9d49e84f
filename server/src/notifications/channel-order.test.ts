/**
 * WhatsApp and SMS one after the other, with a stand-in for the provider that loses and delays
 * messages: what reaches a patient, and what the desk sees when nothing does.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { seededRandom } from '../replay/chance.rules.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { twilioReport, twilioSettings } from '../testing/stand-ins/sms-providers.ts';
import {
  approvedFile,
  startWhatsapp,
  type TakenMessage,
} from '../testing/stand-ins/whatsapp-provider.ts';
import { shiftDate } from '../testing/shifted-date.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenNotificationSettings } from '../testing/test-bodies.ts';
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

const minute = 60_000;
const site = publicUrl.replace('http:', 'https:');

let folder: string;
let provider: Awaited<ReturnType<typeof startWhatsapp>>;
let app: TestApp;
let town: Town;
let doctorId: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baari-whatsapp-'));
  const file = join(folder, 'approved.json');
  writeFileSync(file, JSON.stringify(approvedFile(site)));
  provider = await startWhatsapp(site, () => app.clock.now());
  app = await makeTestApp({
    settings: {
      PUBLIC_URL: site,
      ...twilioSettings({ ...provider.account, from: provider.from }),
      WHATSAPP_FROM: provider.from,
      WHATSAPP_TEMPLATES: file,
      SMS_PER_DAY: '*=5000',
    },
  });
  town = await makeTown(app);
});
after(async () => {
  await app.close();
  provider.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  doctorId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Meera Kulkarni' });
  provider.sent.length = 0;
  Object.assign(provider, { failing: undefined, onTaken: () => undefined });
});

let phones = 0;

/** Gives a person a verified phone and these channels. */
async function give(
  person: TestPerson,
  choice: Partial<ReturnType<typeof givenNotificationSettings>>,
): Promise<string> {
  phones += 1;
  const phone = `+91981231${String(phones).padStart(4, '0')}`;
  await verifyPhone(app, person, phone);
  const body = { ...givenNotificationSettings(), email: false, ...choice };
  await get(app, person, 'saveNotificationSettings', { body });
  return phone;
}

async function callIn(person: TestPerson, doctor = doctorId): Promise<string> {
  const { queue } = await get(app, person, 'requestPlace', { body: { doctorId: doctor } });
  await get(app, town.admin, 'approveRequest', { id: queue.id, body: {} });
  await get(app, town.admin, 'startConsultation', { id: queue.id });
  return queue.id;
}

/** Runs all due jobs of messages. */
async function settle(): Promise<void> {
  for (;;) {
    app.app.lookForJobs();
    const { open } = await app.db.one<{ open: number }>(sql`
      select count(*)::int as open from job
      where (kind like 'notice%' or kind = 'reach-check') and finished_at is null
        and failed_at is null and (run_at <= ${app.clock.now()} or leased_until is not null)`);
    if (open === 0) return;
    await sleep(10);
  }
}

const isTurn = ({ words }: TakenMessage) => words.includes('It is your turn');

function turnsTo(phone: string): TakenMessage[] {
  return provider.sent.filter((message) => message.to === phone && isTurn(message));
}

async function untilTurns(phone: string, count: number): Promise<TakenMessage[]> {
  const end = Date.now() + 20_000;
  while (turnsTo(phone).length < count && Date.now() < end) {
    await settle();
    await sleep(10);
  }
  return turnsTo(phone);
}

async function report(message: TakenMessage | undefined, fields: Record<string, string>) {
  const answer = twilioReport(message?.receiptUrl ?? '', fields);
  const { method, url, headers, payload } = answer;
  const { statusCode } = await app.app.http.inject({ method, url, headers, payload });
  assert.equal(statusCode, 204);
}

async function isNoted(id: string): Promise<boolean> {
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  return 'notReachedAt' in queue && queue.notReachedAt !== null;
}

test('a patient who agreed to WhatsApp gets the call there, and no text message once it has arrived [MSG-9, MSG-10]', async () => {
  const person = await makePerson(app);
  const phone = await give(person, { sms: true, whatsapp: true });
  const id = await callIn(person);
  const [onWhatsapp] = await untilTurns(phone, 1);
  assert.equal(onWhatsapp?.channel, 'whatsapp');
  await report(onWhatsapp, { MessageStatus: 'delivered' });
  app.clock.advance(2 * minute);
  await settle();
  assert.equal(turnsTo(phone).length, 1);
  assert.equal(await isNoted(id), false);
});

test('when a message on WhatsApp fails, the text message follows at once; when it is not delivered, after a minute [MSG-10]', async () => {
  const [one, other] = await makePatients(app, 2);
  assert.ok(one && other);
  const phone = await give(one, { sms: true, whatsapp: true });
  await callIn(one);
  const [failed] = await untilTurns(phone, 1);
  await report(failed, { MessageStatus: 'undelivered', ErrorCode: '63024' });
  assert.deepEqual(
    (await untilTurns(phone, 2)).map(({ channel }) => channel),
    ['whatsapp', 'sms'],
  );
  const late = await give(other, { sms: true, whatsapp: true });
  await callIn(other, await makeDoctor(app, town.hospitalId));
  await untilTurns(late, 1);
  await settle();
  assert.equal(turnsTo(late).length, 1);
  app.clock.advance(minute);
  assert.equal((await untilTurns(late, 2))[1]?.channel, 'sms');
});

test('a message on WhatsApp that the provider cannot take for a minute is not tried again after the text message [MSG-10, INV-8]', async () => {
  const person = await makePerson(app);
  const phone = await give(person, { sms: true, whatsapp: true });
  provider.failing = { status: 503, code: 20_503 };
  await callIn(person);
  const failing = () =>
    app.db.one<{ tried: number }>(sql`
      select count(*)::int as tried from job
      where kind = 'notice-whatsapp' and payload ->> 'to' = ${phone} and last_error is not null`);
  while ((await failing()).tried === 0) {
    app.app.lookForJobs();
    await sleep(10);
  }
  provider.failing = undefined;
  app.clock.advance(2 * minute);
  assert.deepEqual(
    (await untilTurns(phone, 1)).map(({ channel }) => channel),
    ['sms'],
  );
  app.clock.advance(10 * minute);
  await settle();
  assert.equal(turnsTo(phone).length, 1);
});

test('a call that nobody reports as delivered is shown as not reached after ten minutes, and no longer once it arrives [MSG-6]', async () => {
  const person = await makePerson(app);
  const phone = await give(person, { sms: true });
  const id = await callIn(person);
  const [turn] = await untilTurns(phone, 1);
  await settle();
  assert.equal(await isNoted(id), false);
  app.clock.advance(11 * minute);
  await settle();
  assert.equal(await isNoted(id), true);
  await report(turn, { MessageStatus: 'delivered' });
  assert.equal(await isNoted(id), false);
});

test('consent to WhatsApp is recorded with its time, and ends with a change of the phone number or by the patient [MSG-9, SEC-14]', async () => {
  const person = await makePerson(app);
  const phone = await give(person, { whatsapp: true });
  const settings = async () => (await get(app, person, 'getNotificationSettings')).settings;
  assert.equal((await settings()).whatsapp, true);
  const kept = () =>
    app.db.one<Record<string, unknown>>(sql`
      select whatsapp_phone, whatsapp_agreed_at is not null as agreed,
        whatsapp_ended_at is not null as ended
      from account_preferences where account_id = ${person.userId}`);
  assert.deepEqual(await kept(), { whatsapp_phone: phone, agreed: true, ended: false });
  await app.db.run(sql`
    update identity."user" set phone_number = '+919812319999' where id = ${person.userId}`);
  assert.equal((await settings()).whatsapp, false);
  const { whatsapp: _left, ...former } = givenNotificationSettings();
  await get(app, person, 'saveNotificationSettings', { body: former });
  assert.equal(
    (await kept())['whatsapp_phone'],
    phone,
    'a page of the former release changes nothing',
  );
  const body = { ...givenNotificationSettings(), whatsapp: false };
  await get(app, person, 'saveNotificationSettings', { body });
  assert.deepEqual(await kept(), { whatsapp_phone: null, agreed: true, ended: true });
});

/** Reports of the stand-in that are due at a time, in milliseconds since 1970. */
interface Due {
  readonly at: number;
  readonly message: TakenMessage;
}

/** One patient of the day, by the phone of the messages. */
interface OfTheDay {
  readonly phone: string;
  readonly person: TestPerson | undefined;
  entryId: string;
}

const doctorsOfTheDay = 25;
const patientsOfEach = 20;
const consultationMinutes = 15;

/** A third of the patients uses WhatsApp and SMS, a third SMS alone, and a third came to the desk. */
async function givenPatients(count: number): Promise<OfTheDay[]> {
  const people = await makePatients(app, Math.ceil((count * 2) / 3));
  const patients: OfTheDay[] = [];
  for (const [index, person] of people.entries()) {
    const phone = await give(person, { sms: true, whatsapp: index % 2 === 0 });
    patients.push({ phone, person, entryId: '' });
  }
  while (patients.length < count) {
    phones += 1;
    const phone = `+91981231${String(phones).padStart(4, '0')}`;
    patients.push({ phone, person: undefined, entryId: '' });
  }
  return patients;
}

test('in a day with 500 patients, of whose messages the network loses 10 % and delays 20 %, every call reaches someone or is shown as not reached, and nobody gets it twice [MSG-5, MSG-6, MSG-10, SEC-21] @long', async (t) => {
  const doctors = await Promise.all(
    Array.from({ length: doctorsOfTheDay }, () => makeDoctor(app, town.hospitalId)),
  );
  const patients = await givenPatients(doctorsOfTheDay * patientsOfEach);
  const random = seededRandom(20_261_130);
  const due: Due[] = [];
  const arrived = new Map<string, Set<string>>();
  provider.onTaken = (message) => {
    const fate = random();
    if (fate < 0.1) return; // lost
    const minutes = fate < 0.3 ? 2 + 20 * random() : 0.2;
    due.push({ at: app.clock.now().getTime() + minutes * minute, message });
  };

  // Tokens are dated by the machine's clock, so the machine's clock is moved.
  const clock = shiftDate();
  t.after(() => clock.restore());

  /** Lets time pass by minutes, with the messages and reports that become due. */
  async function pass(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 0.5) {
      clock.jump(minute / 2);
      await settle();
      const now = app.clock.now().getTime();
      const ready = due.filter(({ at }) => at <= now);
      for (const one of ready) {
        due.splice(due.indexOf(one), 1);
        const { message } = one;
        if (isTurn(message)) {
          const known = arrived.get(message.to) ?? new Set();
          assert.ok(!known.has(message.channel), 'the same message twice on one channel');
          arrived.set(message.to, known.add(message.channel));
        }
        await report(message, { MessageStatus: 'delivered' });
      }
    }
  }

  let unreached = 0;
  for (let turn = 0; turn < patientsOfEach; turn += 1) {
    await signInStaff();
    const called = patients.slice(turn * doctorsOfTheDay, (turn + 1) * doctorsOfTheDay);
    await Promise.all(
      called.map(async (patient, index) => {
        const doctor = doctors[index] ?? assert.fail();
        patient.entryId = await callOfTheDay(patient, doctor);
      }),
    );
    await untilTold(called);
    await pass(consultationMinutes);
    await signInStaff();
    for (const { phone, entryId } of called) {
      const isReached = (arrived.get(phone)?.size ?? 0) > 0;
      if (!isReached) {
        unreached += 1;
        assert.ok(await isNoted(entryId), `nobody knows of ${phone}`);
      }
      const status = { status: 'completed' as const };
      await get(app, town.admin, 'updateEntry', { id: entryId, body: status });
    }
  }
  const sent = Map.groupBy(provider.sent, ({ to, channel, words }) => `${to} ${channel} ${words}`);
  const repeated = [...sent.values()].filter((same) => same.length > 1);
  assert.deepEqual(repeated, [], 'nobody gets the same words twice on one channel');
  const turns = provider.sent.filter(isTurn);
  assert.ok(turns.length > patients.length, 'some text messages followed one on WhatsApp');
  assert.ok(unreached > 0, 'some calls reached nobody');
  const most = Math.max(
    ...Map.groupBy(provider.sent, ({ to }) => to)
      .values()
      .map((all) => all.length),
  );
  assert.ok(most <= 80, `${most} messages to one phone within the budget of 80`);
});

/** Signs in again, because hours without use end a session. */
async function signInAgain(person: TestPerson): Promise<TestPerson> {
  return { ...person, ...(await signIn(app, person.email)) };
}

async function signInStaff(): Promise<void> {
  town = {
    ...town,
    admin: await signInAgain(town.admin),
    receptionist: await signInAgain(town.receptionist),
  };
}

/** Waits until the watcher of lines, which runs by the real clock, has queued every call. */
async function untilTold(called: readonly OfTheDay[]): Promise<void> {
  const ids = called.map(({ entryId }) => entryId);
  for (;;) {
    const { told } = await app.db.one<{ told: number }>(sql`
      select count(*)::int as told from notice where kind = 'called' and about = any(${ids}::uuid[])`);
    if (told === ids.length) return settle();
    await sleep(20);
  }
}

/** The patient joins, is let in and is called. */
async function callOfTheDay({ person, phone }: OfTheDay, doctor: string): Promise<string> {
  if (person !== undefined) return callIn(await signInAgain(person), doctor);
  const body = { name: 'Ravi Shah', phone, doctorId: doctor, urgency: 'medium' as const };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  await get(app, town.admin, 'startConsultation', { id: queue.id });
  return queue.id;
}
