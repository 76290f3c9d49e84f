/** What the desk sees when no message reaches a patient, with a provider that refuses numbers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { startTwilio, twilioSettings } from '../../testing/stand-ins/sms-providers.ts';
import { get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { givenNotificationSettings } from '../../testing/test-bodies.ts';
import {
  makeDoctor,
  makePerson,
  makeTown,
  type Town,
  verifyPhone,
} from '../../testing/test-people.ts';

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
  doctorId = await makeDoctor(app, town.hospitalId);
});
after(async () => {
  await app.close();
  twilio.close();
});

/** Waits until every message about an entry was sent or refused; returns their states. */
async function statesOf(id: string): Promise<unknown[]> {
  for (;;) {
    app.app.lookForJobs();
    const rows = await app.db.many<{ state: string }>(sql`
      select channel, state, reason from message_delivery
      where about = ${id} and kind = 'called' order by channel`);
    if (rows.length > 0 && rows.every(({ state }) => state !== 'queued')) return rows;
    await sleep(20);
  }
}

async function walkIn(phone: string): Promise<string> {
  const body = { name: 'Ravi Shah', phone, doctorId, urgency: 'medium' as const };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  return queue.id;
}

async function noted(id: string): Promise<string | null> {
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.ok('notReachedAt' in queue);
  return queue.notReachedAt;
}

test('the desk sees at a called patient’s place that every message failed, and each colleague is told at once [MSG-6]', async () => {
  const phone = '+919812399001';
  twilio.optedOut.add(phone);
  const id = await walkIn(phone);
  assert.equal(await noted(id), null);
  await get(app, town.admin, 'startConsultation', { id });
  assert.deepEqual(await statesOf(id), [{ channel: 'sms', state: 'failed', reason: 'opted_out' }]);
  assert.notEqual(await noted(id), null);
  const { events } = await app.db.one<{ events: number }>(sql`
    select count(*)::int as events from event where entry_id = ${id} and type = 'queue_updated'`);
  assert.ok(events > 0);
  await get(app, town.admin, 'updateEntry', { id, body: { status: 'completed' } });
  assert.equal(await noted(id), null, 'who was seen needs no telephone call');
});

test('a patient who got a mail is not marked as not reached, although the text message failed [MSG-6]', async () => {
  const person = await makePerson(app);
  const phone = '+919812399002';
  twilio.optedOut.add(phone);
  await verifyPhone(app, person, phone);
  const body = { ...givenNotificationSettings(), email: true, sms: true };
  await get(app, person, 'saveNotificationSettings', { body });
  const { queue } = await get(app, person, 'requestPlace', { body: { doctorId, symptoms: '' } });
  const { id } = queue;
  await get(app, town.admin, 'approveRequest', { id, body: {} });
  await get(app, town.admin, 'startConsultation', { id });
  assert.deepEqual(await statesOf(id), [
    { channel: 'email', state: 'accepted', reason: null },
    { channel: 'sms', state: 'failed', reason: 'opted_out' },
  ]);
  assert.equal(await noted(id), null);
  const { data } = await get(app, person, 'exportOwnData');
  assert.match(JSON.stringify(data), /"messageDeliveries":\[\{"channel":"(?:email|sms)"/u);
  await get(app, town.admin, 'updateEntry', { id, body: { status: 'completed' } });
});
