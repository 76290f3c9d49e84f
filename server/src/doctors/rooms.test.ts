/** Which staff may set a doctor's room, and where the room is shown [ROOM-1]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { maxRoomName } from '@baari/contract/constants.ts';
import { readBoard } from '../screens/screens.query.ts';
import { smsText } from '../platform/messages/sms/sms-kinds.ts';
import { queueNewsWords } from '../notifications/queue-news-texts.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  const [one] = await makePatients(app, 1);
  assert.ok(one !== undefined);
  patient = one;
});
after(() => app.close());

const setRoom = (by: TestPerson, room: string) =>
  call(app, by, 'setDoctorRoom', { id: town.doctorId, body: { room } });

test('the doctor or the desk can set the doctor’s room, and an empty name removes the room [ROOM-1]', async () => {
  for (const by of [town.doctor, town.receptionist, town.admin]) {
    assert.equal((await setRoom(by, '  Room 4 ')).status, 200);
    const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
    assert.equal(doctor.room, 'Room 4');
    await setRoom(by, '   ');
    const emptied = await get(app, undefined, 'getDoctor', { id: town.doctorId });
    assert.equal(emptied.doctor.room, null);
  }
  assertRefused(await setRoom(town.colleague, 'Room 5'), 'forbidden');
  assertRefused(await setRoom(town.otherAdmin, 'Room 5'), 'not_found');
  assertRefused(await setRoom(patient, 'Room 5'), 'forbidden');
  assertRefused(await setRoom(town.admin, 'x'.repeat(maxRoomName + 1)), 'invalid_request');
});

test('after a change of a doctor’s room, screens and the audit trail show it, and a refused change leaves no trace in either [ROOM-1, INV-5, SEC-13]', async () => {
  const count = async () => {
    const { rows } = await app.db.pool.query<{ events: number; audits: number }>(
      `select (select count(*)::int from event where type = 'doctor_updated') as events,
        (select count(*)::int from audit where action = 'set room' and outcome = 'ok') as audits`,
    );
    return rows[0];
  };
  const earlier = await count();
  assert.ok(earlier !== undefined);
  await setRoom(town.receptionist, 'Room 12');
  const later = await count();
  assert.deepEqual(later, { events: earlier.events + 1, audits: earlier.audits + 1 });
  assertRefused(await setRoom(town.colleague, 'Room 5'), 'forbidden');
  assert.deepEqual(await count(), later);
});

test('the waiting patient, the display and the ticket show the doctor’s room [ROOM-1, ARR-4, ARR-6]', async () => {
  await setRoom(town.receptionist, 'Room 4');
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  assert.equal(queue.doctor.room, 'Room 4');
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id: queue.id });
  await setRoom(town.doctor, 'Room 7 <b>');
  const { queue: now } = await get(app, patient, 'getEntry', { id: queue.id });
  assert.equal(now.doctor.room, 'Room 7 <b>');
  await get(app, town.doctor, 'startConsultation', { id: queue.id });
  const board = await readBoard(app.db, town.hospitalId);
  assert.equal(board.doctors.find(({ id }) => id === town.doctorId)?.room, 'Room 7 <b>');
  const url = new URL(ticket.url).pathname;
  const page = await app.send({ method: 'GET', url, headers: { 'accept-language': 'en' } });
  assert.match(page.text, /It is your turn\. Please go in to Room 7 &lt;b&gt;\./u);
});

test('only a called patient gets the room by mail, SMS and push, in both languages [ROOM-1, PAT-11]', () => {
  const facts = {
    id: 'one',
    doctor: 'Dr. Meera Kulkarni',
    room: 'Room 4',
    service: null,
    hospital: 'City',
    standing: 'confirmed',
    place: 0,
    token: 'C-017',
    line: null,
    waitRange: null,
    zone: 'Asia/Kolkata',
    now: new Date('2026-03-16T05:00:00Z'),
    advice: 'next',
    forWhom: undefined,
    hasAccount: true,
  } as const;
  for (const language of ['en', 'hi'] as const) {
    const to = { name: 'Asha', language };
    const words = queueNewsWords('called', facts, to, 'https://baari.example');
    for (const text of [words.mail.plain, smsText({ ...words.sms, language }), words.push.body])
      assert.match(text, /Room 4/u);
    const other = queueNewsWords('next', facts, to, 'https://baari.example');
    assert.doesNotMatch(smsText({ ...other.sms, language }), /Room 4/u);
  }
  const unnamed = queueNewsWords(
    'called',
    { ...facts, room: null },
    { name: 'Asha', language: 'en' },
    'https://baari.example',
  );
  assert.match(unnamed.mail.plain, /Please go in now\./u);
});
