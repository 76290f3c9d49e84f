/** Tests that each change has exactly one event, whoever made it: a person, a key, a kiosk or a task. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import {
  type AppointmentChange,
  eventOfAction,
  eventOfAppointment,
  eventSchemaOf,
  type LoggedAction,
} from '@baari/contract/keys/public-events.ts';
import { type QueueAction, queueActions } from '@baari/contract/queue/queue-actions.ts';
import sql from 'sql-template-tag';
import { endDays } from '../../day-end/end-days.ts';
import { askNext } from '../../earlier/ask-next.ts';
import { addDays, dayAt } from '../../schedule/calendar.rules.ts';
import { publicUrl } from '../../testing/identity-app.ts';
import { call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { alwaysOpen, givenWish } from '../../testing/test-bodies.ts';
import {
  makeDoctor,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../../testing/test-people.ts';
import { addTo, makeLine } from '../../testing/test-stops.ts';
import { zoneWhereItIs } from '../../testing/test-zones.ts';
import { eventsAfter, makeKey, pageOf, type TestKey } from '../../testing/stand-ins/own-system.ts';

let app: TestApp;
let town: Town;
let key: TestKey;
let zone: string;
before(async () => {
  app = await makeTestApp();
  // Chooses a time zone where it is ten o'clock, because no offers are sent at night.
  zone = zoneWhereItIs(10, app.clock.now());
  town = await makeTown(app, { hours: alwaysOpen, timeZone: zone });
  key = await makeKey(app, town.admin, [
    'events:read',
    'queue:read',
    'queue:act',
    'appointments:write',
  ]);
});
after(() => app.close());

/** A doctor's line with a request, a waiting patient or a patient inside, and one more patient. */
interface Scene {
  readonly doctorId: string;
  readonly patient: TestPerson;
  readonly id: string;
  /** A patient who waits behind. */
  readonly behindId: string;
}

async function request(doctorId: string): Promise<{ patient: TestPerson; id: string }> {
  const patient = await makePerson(app);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  return { patient, id: queue.id };
}

async function makeScene(state: 'pending' | 'waiting' | 'inside'): Promise<Scene> {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const { patient, id } = await request(doctorId);
  if (state !== 'pending') await get(app, town.admin, 'approveRequest', { id, body: {} });
  const behind = await request(doctorId);
  await get(app, town.admin, 'approveRequest', { id: behind.id, body: {} });
  if (state === 'inside') await get(app, town.admin, 'startConsultation', { id });
  return { doctorId, patient, id, behindId: behind.id };
}

interface Walk {
  /** The state of the entry before the action. */
  readonly from: 'pending' | 'waiting' | 'inside';
  /** What must happen before; returns the entry that the action is about. */
  readonly first?: (scene: Scene) => Promise<unknown>;
  readonly body?: object;
  /** Only the patient may do it. */
  readonly isOfPatient?: true;
  /** The action is about the patient who waits behind. */
  readonly isOfBehind?: true;
}

type CalledAction = Exclude<
  LoggedAction,
  'request' | 'join' | 'call_again' | 'take_back' | 'no_show'
>;

const undo = (name: EndpointName) => (scene: Scene) =>
  get(app, town.admin, name as 'removeEntry', { id: scene.id });

/** How each action is reached. An action that is missing here does not compile. */
const walks: Readonly<Record<CalledAction, Walk>> = {
  approve: { from: 'pending' },
  reject: { from: 'pending', body: { reason: 'closed' } },
  start: { from: 'waiting' },
  complete: { from: 'inside' },
  remove: { from: 'waiting' },
  close: { from: 'waiting', body: { reason: 'day_ended' } },
  move_up: { from: 'waiting', isOfBehind: true },
  move_down: { from: 'waiting' },
  move: { from: 'waiting', isOfBehind: true, body: { position: 1, reason: 'urgent' } },
  to_end: { from: 'waiting', body: { reason: 'patient' } },
  hold: { from: 'inside' },
  back: { from: 'inside', first: undo('holdEntry') },
  transfer: { from: 'waiting' },
  note: { from: 'waiting', body: { notes: 'fears needles' } },
  write_note: { from: 'inside', body: { notes: 'fears needles' } },
  urgency: { from: 'waiting', body: { urgency: 'high', reason: 'pain' } },
  interpreter: { from: 'waiting', body: { needsInterpreter: true } },
  check_in: { from: 'waiting' },
  undo_check_in: { from: 'waiting', first: undo('checkInEntry') },
  run_late: { from: 'waiting', isOfPatient: true, body: { minutes: 10 } },
  go_later: { from: 'waiting', isOfPatient: true, body: { people: 1 } },
  say_over: {
    from: 'inside',
    isOfPatient: true,
    body: { word: 'seen' },
    first: ({ id }) =>
      app.db.run(sql`
        update queue_entry set started_at = started_at - interval '2 hours' where id = ${id}`),
  },
  bring_back: { from: 'waiting', first: undo('removeEntry') },
  leave: { from: 'waiting', isOfPatient: true },
};

/** The names of the events about a subject since a cursor, each with a payload that its schema allows. */
async function namesOf(cursor: string, subjectId: string): Promise<string[]> {
  const { events } = await eventsAfter(app, key, cursor);
  for (const event of events) {
    eventSchemaOf(event.type).parse(event);
    assert.ok(JSON.stringify(event).length < 2000);
  }
  return events.filter(({ data }) => data.subject.id === subjectId).map(({ type }) => type);
}

async function now(): Promise<string> {
  await eventsAfter(app, key, (await pageOf(app, key)).next);
  return (await pageOf(app, key)).next;
}

const called = Object.entries(walks) as [CalledAction, Walk][];

for (const [action, walk] of called) {
  const { call: definition }: QueueAction = queueActions[action];
  const ways = definition?.key === undefined ? ['a person'] : ['a person', 'a key'];
  for (const way of ways) {
    test(`${eventOfAction[action]} is sent once if ${way} makes the change ${action} [API-29]`, async () => {
      const scene = await makeScene(walk.from);
      await walk.first?.(scene);
      const id = walk.isOfBehind ? scene.behindId : scene.id;
      const other =
        action === 'transfer' ? { doctorId: await makeDoctor(app, town.hospitalId) } : {};
      const cursor = await now();
      const person = walk.isOfPatient ? scene.patient : town.admin;
      const parts = { id, body: { ...walk.body, ...other } };
      const name = definition?.name as EndpointName;
      const answer =
        way === 'a key'
          ? await call(app, key, name, { ...parts, isByKey: true })
          : await call(app, person, name, parts);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(await namesOf(cursor, id), [eventOfAction[action]]);
    });
  }
}

test('place.requested, place.joined, place.called_again and place.no_show are sent once [API-29]', async () => {
  let cursor = await now();
  const doctorId = await makeDoctor(app, town.hospitalId);
  const { id } = await request(doctorId);
  assert.deepEqual(await namesOf(cursor, id), ['place.requested']);
  await get(app, town.admin, 'approveRequest', { id, body: {} });
  cursor = await now();
  await get(app, town.admin, 'updateEntry', { id, body: { status: 'no_show' } });
  assert.deepEqual(await namesOf(cursor, id), ['place.no_show']);
  cursor = await now();
  const line = await makeLine(app, town.admin, { name: 'Laboratory' });
  const comer = await addTo(app, town.receptionist, line.id);
  const pointId = line.points[0]?.id ?? '';
  await get(app, town.admin, 'callNext', { id: pointId });
  await get(app, town.admin, 'callAgain', { id: pointId });
  const places = ['place.joined', 'place.called', 'place.called_again'];
  assert.deepEqual(await namesOf(cursor, comer.id), places);
  // A new line begins without an open counter.
  assert.deepEqual(await namesOf(cursor, line.id), ['line.closed', 'line.opened']);
});

test('a key that completes a patient who still waits sends the move, the call and the end, each once [API-29]', async () => {
  const { id, behindId } = await makeScene('waiting');
  const cursor = await now();
  await call(app, key, 'completeConsultation', { id: behindId, body: {}, isByKey: true });
  const names = ['place.moved', 'place.called', 'place.completed'];
  assert.deepEqual(await namesOf(cursor, behindId), names);
  assert.deepEqual(await namesOf(cursor, id), []);
});

test('a check-in at a kiosk is sent once, for a visit and for an appointment [API-29, ARR-5]', async () => {
  const body = { kind: 'kiosk', name: 'Entrance' };
  const { url } = await get(app, town.admin, 'makeScreen', { body });
  const secret = new URL(url).hash.slice(1);
  const { id } = await makeScene('waiting');
  const { token } = (await get(app, town.admin, 'getEntry', { id })).queue;
  let cursor = await now();
  const answer = token ?? '';
  await get(app, undefined, 'checkInAtKiosk', { body: { key: secret, answer } });
  assert.deepEqual(await namesOf(cursor, id), ['place.checked_in']);
  const patient = await makePerson(app, { phone: '+919811117788' });
  const booking = await book(patient);
  await app.db.run(sql`
    update appointment set date = ${today()}, starts_at = ${app.clock.now()} where id = ${booking.id}`);
  cursor = await now();
  await get(app, undefined, 'checkInAtKiosk', { body: { key: secret, answer: '7788' } });
  assert.deepEqual(await namesOf(cursor, booking.id), ['appointment.checked_in']);
  const { queue } = await get(app, patient, 'getCurrentEntry');
  assert.deepEqual(await namesOf(cursor, queue.id), ['place.joined']);
  cursor = await now();
  await get(app, patient, 'takeBackCheckIn', { id: booking.id });
  assert.deepEqual(await namesOf(cursor, queue.id), [eventOfAction.take_back]);
  assert.deepEqual(await namesOf(cursor, booking.id), ['appointment.check_in_undone']);
});

function today(): string {
  return dayAt(app.clock.now(), zone);
}

async function book(patient: TestPerson, days = 2) {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const wish = { doctorId, date: addDays(today(), days), time: '10:00' };
  const { appointment } = await get(app, patient, 'bookAppointment', { body: wish });
  return { id: appointment.id, wish };
}

test('each change of an appointment is sent once: by the patient, the desk and the task that offers earlier times [API-29, APPT-1]', async () => {
  const start = await now();
  const patient = await makePerson(app);
  const { id, wish } = await book(patient);
  const body = { date: addDays(wish.date, 1), time: wish.time };
  await get(app, town.receptionist, 'moveForPatient', { id, body });
  await get(app, town.receptionist, 'confirmForPatient', { id });
  // Confirming again changes nothing.
  await get(app, town.receptionist, 'confirmForPatient', { id });
  await call(app, key, 'cancelForPatient', { id, body: {}, isByKey: true });
  const seen: Readonly<Record<Exclude<AppointmentChange, `${string}check_in` | 'offer'>, string>> =
    {
      book: eventOfAppointment.book,
      move: eventOfAppointment.move,
      confirm: eventOfAppointment.confirm,
      cancel: eventOfAppointment.cancel,
    };
  assert.deepEqual(await namesOf(start, id), Object.values(seen));

  const asked = await makePerson(app, { phone: '+919811004321' });
  const late = await book(asked, 10);
  const early = await get(app, patient, 'bookAppointment', {
    body: { ...late.wish, date: addDays(today(), 2) },
  });
  const terms = { for: { kind: 'appointment', id: late.id }, terms: givenWish };
  await get(app, asked, 'wishEarlier', { body: terms });
  await get(app, patient, 'cancelAppointment', { id: early.appointment.id });
  const cursor = await now();
  await askNext({ db: app.db, clock: app.clock, publicUrl });
  const [offer] = (await get(app, asked, 'listOwnEarlier')).offers;
  assert.ok(offer !== undefined);
  assert.deepEqual(await namesOf(cursor, offer?.id ?? ''), ['appointment.offered']);
  await get(app, asked, 'acceptOffer', { id: offer?.id ?? '' });
  assert.deepEqual(await namesOf(cursor, late.id), ['appointment.moved']);
});

test('a patient who leaves the line after a check-in cancels the appointment once [API-29, APPT-1]', async () => {
  const patient = await makePerson(app);
  const { id } = await book(patient);
  await app.db.run(sql`
    update appointment set date = ${today()}, starts_at = ${app.clock.now()} where id = ${id}`);
  const { queue } = await get(app, town.receptionist, 'checkInForPatient', { id });
  const cursor = await now();
  await get(app, patient, 'leaveQueue', { id: queue.id });
  assert.deepEqual(await namesOf(cursor, queue.id), ['place.left']);
  assert.deepEqual(await namesOf(cursor, id), ['appointment.cancelled']);
});

test("a doctor's status, the end of a day by its task and the closing of its line are sent once [API-29, DAY-1]", async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const line = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  let cursor = await now();
  for (const status of ['busy', 'busy', 'available'] as const) {
    await call(app, town.admin, 'setDoctorStatus', { id: doctorId, body: { status } });
  }
  assert.deepEqual(await namesOf(cursor, doctorId), ['doctor.away', 'doctor.available']);
  const { id } = await request(doctorId);
  await get(app, town.admin, 'approveRequest', { id, body: {} });
  cursor = await now();
  const asOf = app.clock.now().toISOString();
  await get(app, town.admin, 'closeDay', { body: { asOf, patients: 1 } });
  await get(app, town.admin, 'closeDay', { body: { asOf, patients: 0 } });
  assert.deepEqual(await namesOf(cursor, doctorId), ['doctor.away', 'day.ended']);
  assert.deepEqual(await namesOf(cursor, line.id), ['line.closed', 'day.ended']);
  assert.deepEqual(await namesOf(cursor, id), ['place.closed']);
});

test('a visit that the morning’s task closes is sent once [API-29, DAY-1]', async () => {
  const { id } = await makeScene('waiting');
  const cursor = await now();
  await endDays(app.db, { now: () => new Date(app.clock.now().getTime() + 32 * 3_600_000) });
  assert.deepEqual(await namesOf(cursor, id), ['place.closed']);
});

test('an alert is sent once when it is raised and once when it is seen [API-29, ASSESS-2]', async () => {
  const { patient, id } = await makeScene('waiting');
  let cursor = await now();
  const signs = { kind: 'signs', yes: ['chest-pain'], no: ['stroke'] };
  const body = { answers: [{ question: 'signs', answer: signs }] };
  await get(app, patient, 'answerAssessment', { id, body });
  assert.deepEqual(await namesOf(cursor, id), ['alert.raised']);
  cursor = await now();
  await get(app, town.receptionist, 'acknowledgeAlert', { id });
  await get(app, town.receptionist, 'acknowledgeAlert', { id });
  assert.deepEqual(await namesOf(cursor, id), ['alert.seen']);
});
