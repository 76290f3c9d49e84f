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
import { publicUrl } from '../testing/identity-app.ts';
import { twilioReport } from '../testing/stand-ins/sms-providers.ts';
import {
  approvedFile,
  startWhatsapp,
  type TakenMessage,
} from '../testing/stand-ins/whatsapp-provider.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenNotificationSettings } from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
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
  const { accountSid, authToken, url } = provider.account;
  app = await makeTestApp({
    settings: {
      PUBLIC_URL: site,
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: provider.from,
      TWILIO_URL: url,
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
  await app.db.run(sql`
    update identity."user" set phone_number = ${phone}, phone_number_verified = true
    where id = ${person.userId}`);
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
