/**
 * Tests visits whose next planned line accepted no patients. API calls and scheduled tasks add the
 * visits to the line later [LINE-3].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import sql from 'sql-template-tag';
import { ok } from '../../platform/result.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { endDays } from '../../day-end/end-days.ts';
import { endBreaks } from '../../doctors/presence/end-breaks.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeDoctor, makeTown, type Town } from '../../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../../testing/test-stops.ts';
import { goOnAtOnce } from './go-on.ts';

let app: TestApp;
let town: Town;
let laboratory: SharedLine;
let pharmacy: SharedLine;
let doctors = 0;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  await app.db.run(sql`update doctor set status = 'Available', break_until = null`);
  await app.db.run(sql`update hospital set day_ends_at = null, day_ends_since = null`);
  laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  pharmacy = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
});

function open(line: SharedLine, isOpen: boolean) {
  return get(app, town.admin, 'setLineOpen', { id: line.id, body: { isOpen } });
}

function setStatus(status: 'available' | 'busy' | 'offline', breakUntil?: string) {
  const body = breakUntil === undefined ? { status } : { status, breakUntil };
  return get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body });
}

/**
 * A patient who was served in the laboratory and for whom steps in these lines are planned next.
 */
async function doneInLaboratory(...lineIds: string[]): Promise<string> {
  app.clock.advance(60_000);
  const { id } = await addTo(app, town.receptionist, laboratory.id);
  await get(app, town.receptionist, 'planStops', { id, body: { lineIds } });
  const [point] = laboratory.points;
  await get(app, town.receptionist, 'callNext', { id: point?.id ?? '' });
  app.clock.advance(60_000);
  await get(app, town.receptionist, 'finishAtPoint', {
    id: point?.id ?? '',
    body: { as: 'completed' },
  });
  return id;
}

/**
 * Creates this many patients who were just served in the laboratory and whose next planned step is
 * the pharmacy.
 */
async function manyDone(people: number): Promise<void> {
  await app.db.run(sql`
    with made as (
      insert into patient (name) select 'Comer ' || n from generate_series(1, ${people}::int) n
      returning id),
    numbered as (select id, row_number() over () as n from made),
    served as (
      insert into queue_entry (id, visit_id, hospital_id, doctor_id, patient_id, status, urgency,
        joined_at, approved_at, started_at, ended_at, order_key, is_shared, token, token_day,
        token_number)
      select v.id, v.id, ${town.hospitalId}, ${laboratory.id}, numbered.id, 'completed', 'medium',
        ${app.clock.now()}::timestamptz, ${app.clock.now()}::timestamptz,
        ${app.clock.now()}::timestamptz, ${app.clock.now()}::timestamptz, n, true,
        'L-' || (500 + n), current_date, 500 + n
      from numbered, lateral (select gen_random_uuid() as id, numbered.id as of) v
      returning id)
    insert into planned_stop (visit_id, number, line_id, is_return)
    select id, 1, ${pharmacy.id}, false from served`);
}

async function addDoctor(): Promise<string> {
  doctors += 1;
  const { doctor } = await get(app, town.admin, 'addDoctor', {
    body: {
      name: `Dr. Leaving ${doctors}`,
      email: `leaving.${doctors}@clinic.example`,
      phone: '+91 98201 22222',
      specialty: 'Cardiology',
      department: 'Cardiology',
    },
  });
  await setStatusOf(doctor.id, 'offline');
  return doctor.id;
}

function setStatusOf(id: string, status: 'available' | 'offline') {
  return get(app, town.admin, 'setDoctorStatus', { id, body: { status } });
}

function deactivate(id: string) {
  return get(app, town.admin, 'deactivateDoctor', { id, body: {} });
}

async function tokensIn(lineId: string): Promise<(string | null)[]> {
  const { queue } = await get(app, town.receptionist, 'getDoctorQueue', { id: lineId });
  return queue.filter(({ status }) => status === 'waiting').map(({ token }) => token);
}

async function countIn(lineId: string): Promise<number> {
  const { stats } = await get(app, town.receptionist, 'getDoctorQueue', { id: lineId });
  return stats.totalWaiting;
}

/** Waits until the jobs queued so far are done. */
async function settled(): Promise<void> {
  for (let rounds = 0; rounds < 1500; rounds += 1) {
    app.app.lookForJobs();
    const { rows } = await app.owner.query(
      `select from job where kind = 'go-on' and finished_at is null`,
    );
    if (rows.length === 0) return;
    await sleep(20);
  }
  throw new Error('The jobs do not end.');
}

/** Resolves once a database session waits for a lock. */
async function oneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await app.db.pool.query(
      `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await sleep(5);
  }
}

async function endOf(entryId: string): Promise<string | null> {
  const { journey } = await get(app, town.receptionist, 'getJourney', { id: entryId });
  return journey.endedAt;
}

test('the patient’s page, the ticket and the desk show when the next line of the visit is closed [LINE-3, LINE-4, ARR-4]', async () => {
  await open(pharmacy, false);
  const id = await doneInLaboratory(pharmacy.id);
  const { journey } = await get(app, town.receptionist, 'getJourney', { id });
  assert.deepEqual(
    journey.stops.map(({ name, isShut }) => [name, isShut]),
    [
      ['Laboratory', false],
      ['Pharmacy', true],
    ],
  );
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id });
  const { pathname } = new URL(ticket.url);
  const page = async () => (await app.send({ method: 'GET', url: `${pathname}?lang=en` })).text;
  assert.match(await page(), /Pharmacy is not taking patients right now/u);
  assert.match(await page(), /If that takes too long, ask the desk/u);
  assert.match(await page(), /http-equiv="refresh"/u);
  const today = () =>
    get(app, town.receptionist, 'listVisitsOfDay', { id: town.hospitalId, body: {} });
  const { goingOn } = await today();
  assert.deepEqual(
    goingOn.map(({ entry, line }) => [entry.id, line]),
    [[id, { id: pharmacy.id, name: 'Pharmacy' }]],
  );
  await open(pharmacy, true);
  assert.deepEqual((await today()).goingOn, []);
  assert.doesNotMatch(await page(), /not taking patients/u);
});

test('for a patient who waits for a closed line, the desk can choose another line, undo this within seconds, and keep the plan [LINE-3]', async () => {
  await open(pharmacy, false);
  const id = await doneInLaboratory(pharmacy.id);
  const send = () => get(app, town.receptionist, 'sendOn', { id, body: { lineId: town.doctorId } });
  const { queue } = await send();
  assert.deepEqual(await tokensIn(town.doctorId), [queue.token]);
  app.clock.advance(1000);
  await get(app, town.receptionist, 'undoSendOn', { id: queue.id });
  assert.deepEqual(await tokensIn(town.doctorId), []);
  const { queue: again } = await send();
  const { journey } = await get(app, town.receptionist, 'getJourney', { id: again.id });
  assert.deepEqual(journey.stops.map(({ name, status }) => [name, status]).toSpliced(1, 1), [
    ['Laboratory', 'completed'],
    ['Pharmacy', null],
  ]);
  assertRefused(
    await call(app, town.receptionist, 'sendOn', { id, body: { lineId: town.colleagueId } }),
    'illegal_transition',
  );
  await open(pharmacy, true);
  assert.deepEqual(await tokensIn(pharmacy.id), [], 'who waits elsewhere is not taken in');
});

test('patients whose next step is an Offline doctor join the line when the doctor returns, in the order in which they finished [LINE-3, DST-1]', async () => {
  await setStatus('offline');
  await doneInLaboratory(town.doctorId);
  await doneInLaboratory(town.doctorId);
  assert.deepEqual(await tokensIn(town.doctorId), []);
  await setStatus('available');
  await settled();
  assert.deepEqual(await tokensIn(town.doctorId), ['L-001', 'L-002']);
});

test('patients whose next step is a doctor on a break join the line when the break ends automatically [LINE-3, DOC-2]', async () => {
  await setStatus('offline', new Date(app.clock.now().getTime() + 600_000).toISOString());
  await doneInLaboratory(town.doctorId);
  app.clock.advance(600_000);
  await endBreaks(app.db, app.clock);
  await settled();
  assert.deepEqual(await tokensIn(town.doctorId), ['L-001']);
});

test('a patient who went home before the doctor left is not added to the line when the doctor returns [LINE-3]', async () => {
  const { id } = await addTo(app, town.receptionist, town.doctorId);
  await get(app, town.doctor, 'startConsultation', { id });
  await get(app, town.doctor, 'planStops', { id, body: { lineIds: [town.colleagueId] } });
  await get(app, town.doctor, 'completeConsultation', { id });
  app.clock.advance(60_000);
  const colleague = (status: 'offline' | 'available') =>
    get(app, town.colleague, 'setDoctorStatus', { id: town.colleagueId, body: { status } });
  await colleague('offline');
  app.clock.advance(60_000);
  await colleague('available');
  await settled();
  assert.deepEqual(await tokensIn(town.colleagueId), []);
});

test('all patients waiting for a closed line join soon after it opens, even if there are more than the server adds at once [LINE-3]', async () => {
  const people = goOnAtOnce + 30;
  await open(pharmacy, false);
  await manyDone(people);
  await open(pharmacy, true);
  assert.equal(await countIn(pharmacy.id), goOnAtOnce);
  await settled();
  assert.equal(await countIn(pharmacy.id), people);
});

test('when a line is removed, a patient waiting for it continues with the next planned step, or the visit ends [LINE-1, LINE-3]', async () => {
  await open(pharmacy, false);
  const goesOn = await doneInLaboratory(pharmacy.id, town.doctorId);
  const isDone = await doneInLaboratory(pharmacy.id);
  assert.equal(await endOf(isDone), null);
  await get(app, town.admin, 'removeLine', { id: pharmacy.id });
  await settled();
  assert.deepEqual(await tokensIn(town.doctorId), ['L-001']);
  assert.equal(await endOf(goesOn), null);
  assert.ok((await endOf(isDone)) !== null);
});

test('closing the day ends visits that wait for a closed line, and none of them continues the next morning [DAY-1, LINE-3]', async () => {
  await open(pharmacy, false);
  const id = await doneInLaboratory(pharmacy.id);
  assert.equal(await endOf(id), null);
  const asOf = app.clock.now().toISOString();
  await get(app, town.admin, 'closeDay', { body: { asOf } });
  assert.ok((await endOf(id)) !== null);
  await open(pharmacy, true);
  assert.deepEqual(await tokensIn(pharmacy.id), []);
});

test('the automatic end of the day ends visits that wait for a closed line [DAY-1, LINE-3]', async () => {
  await open(pharmacy, false);
  const id = await doneInLaboratory(pharmacy.id);
  const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
  const endsAt = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(inAnHour);
  await get(app, town.admin, 'setDayEnd', { body: { endsAt } });
  await endDays(app.db, { now: () => inAnHour });
  assert.ok((await endOf(id)) !== null);
});

test('without an automatic end of the day, a visit that waits for a closed line ends after half a day [LINE-4]', async () => {
  await open(pharmacy, false);
  const id = await doneInLaboratory(pharmacy.id);
  await app.db.run(sql`
    update queue_entry set joined_at = joined_at - interval '13 hours',
      ended_at = ended_at - interval '13 hours' where id = ${id}`);
  assert.ok((await endOf(id)) !== null);
});

/**
 * A patient whose consultation ended with a step in this line still planned. The patient then went
 * home.
 */
async function letGoWith(lineId: string): Promise<string> {
  app.clock.advance(60_000);
  const { id } = await addTo(app, town.receptionist, town.doctorId);
  await get(app, town.doctor, 'startConsultation', { id });
  await get(app, town.doctor, 'planStops', { id, body: { lineIds: [lineId] } });
  await get(app, town.doctor, 'completeConsultation', { id });
  app.clock.advance(60_000);
  return id;
}

async function ticketText(id: string): Promise<string> {
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id });
  const { pathname } = new URL(ticket.url);
  return (await app.send({ method: 'GET', url: `${pathname}?lang=en` })).text;
}

async function namesFirstToday(): Promise<string[]> {
  const { goingOn } = await get(app, town.receptionist, 'listVisitsOfDay', {
    id: town.hospitalId,
    body: {},
  });
  return goingOn.map(({ entry }) => entry.id);
}

test('a patient who went home while a line was open is not added or notified when the line reopens [LINE-1, LINE-3, LINE-4]', async () => {
  const letGo = await letGoWith(pharmacy.id);
  await open(pharmacy, false);
  const waits = await doneInLaboratory(pharmacy.id);
  // Closing a closed line again changes nothing.
  await open(pharmacy, false);
  assert.deepEqual(await namesFirstToday(), [waits]);
  assert.doesNotMatch(await ticketText(letGo), /not taking patients/u);
  assert.match(await ticketText(waits), /Pharmacy is not taking patients right now/u);
  const shutOf = async (id: string) => {
    const { journey } = await get(app, town.receptionist, 'getJourney', { id });
    return journey.stops.map(({ isShut }) => isShut);
  };
  assert.deepEqual(await shutOf(letGo), [false, false]);
  assert.deepEqual(await shutOf(waits), [false, true]);
  await open(pharmacy, true);
  assert.deepEqual(await tokensIn(pharmacy.id), ['L-001']);
});

test('a patient who went home while a line was open is not moved on when the line is removed [LINE-1, LINE-3]', async () => {
  app.clock.advance(60_000);
  const { id } = await addTo(app, town.receptionist, town.doctorId);
  await get(app, town.doctor, 'startConsultation', { id });
  const lineIds = [pharmacy.id, laboratory.id];
  await get(app, town.doctor, 'planStops', { id, body: { lineIds } });
  await get(app, town.doctor, 'completeConsultation', { id });
  app.clock.advance(60_000);
  await get(app, town.admin, 'removeLine', { id: pharmacy.id });
  await settled();
  assert.deepEqual(await tokensIn(laboratory.id), []);
});

test('a patient who went home while a doctor was Busy is not added to the line when the doctor goes Offline and returns [LINE-3, DST-1]', async () => {
  const colleague = (status: 'busy' | 'offline' | 'available') =>
    get(app, town.colleague, 'setDoctorStatus', { id: town.colleagueId, body: { status } });
  await colleague('busy');
  await letGoWith(town.colleagueId);
  await colleague('offline');
  await doneInLaboratory(town.colleagueId);
  await colleague('available');
  await settled();
  assert.deepEqual(await tokensIn(town.colleagueId), ['L-001']);
});

test('when a doctor is deactivated, a patient waiting for this doctor continues with the next planned step, or the visit ends [ADM-2, LINE-3]', async () => {
  const going = await addDoctor();
  const goesOn = await doneInLaboratory(going, pharmacy.id);
  const isDone = await doneInLaboratory(going);
  assert.equal(await endOf(isDone), null);
  await deactivate(going);
  await settled();
  assert.deepEqual(await tokensIn(pharmacy.id), ['L-001']);
  assert.equal(await endOf(goesOn), null);
  assert.ok((await endOf(isDone)) !== null);
});

test('when a doctor is deactivated and the next planned line is closed, the patient waits for that line [ADM-2, LINE-3, LINE-4]', async () => {
  const going = await addDoctor();
  const id = await doneInLaboratory(going, pharmacy.id);
  await open(pharmacy, false);
  await deactivate(going);
  await settled();
  assert.deepEqual(await namesFirstToday(), [id]);
  assert.match(await ticketText(id), /Pharmacy is not taking patients right now/u);
  await open(pharmacy, true);
  assert.deepEqual(await tokensIn(pharmacy.id), ['L-001']);
});

test('a patient who went home while a doctor accepted patients is not moved on when the doctor is deactivated [ADM-2, LINE-3]', async () => {
  const going = await addDoctor();
  await setStatusOf(going, 'available');
  app.clock.advance(60_000);
  const { id } = await addTo(app, town.receptionist, town.doctorId);
  await get(app, town.doctor, 'startConsultation', { id });
  await get(app, town.doctor, 'planStops', { id, body: { lineIds: [going, pharmacy.id] } });
  await get(app, town.doctor, 'completeConsultation', { id });
  app.clock.advance(60_000);
  await deactivate(going);
  await settled();
  assert.deepEqual(await tokensIn(pharmacy.id), []);
});

test('if a line opens and closes at once, no waiting patient is lost, and patients who could not join yet join when it opens again [LINE-3]', async () => {
  const people = goOnAtOnce + 10;
  await open(pharmacy, false);
  await manyDone(people);
  app.clock.advance(60_000);
  await open(pharmacy, true);
  app.clock.advance(60_000);
  await open(pharmacy, false);
  await settled();
  const inside = await countIn(pharmacy.id);
  assert.equal((await namesFirstToday()).length, people - inside);
  app.clock.advance(60_000);
  await open(pharmacy, true);
  await settled();
  assert.equal(await countIn(pharmacy.id), people);
});

test('if a doctor returns only for a moment, a patient waiting for this doctor joins the line at the next return [LINE-3, DST-1]', async () => {
  await setStatus('offline');
  await doneInLaboratory(town.doctorId);
  await setStatus('available');
  app.clock.advance(60_000);
  await setStatus('offline');
  await settled();
  app.clock.advance(60_000);
  await setStatus('available');
  await settled();
  assert.deepEqual(await tokensIn(town.doctorId), ['L-001']);
});

test('if the next doctor is deactivated while a counter finishes a patient, the patient continues with the step after that doctor [ADM-2, LINE-2, LINE-3]', async () => {
  // Locks are taken in the order of the line ids. The new doctor's id must be the greater one, so
  // that the counter waits for its own line first and holds no other lock.
  let going = await makeDoctor(app, town.hospitalId);
  while (going < laboratory.id) going = await makeDoctor(app, town.hospitalId);
  await setStatusOf(going, 'offline');
  const { id } = await addTo(app, town.receptionist, laboratory.id);
  await get(app, town.receptionist, 'planStops', { id, body: { lineIds: [going, pharmacy.id] } });
  const [point] = laboratory.points;
  await get(app, town.receptionist, 'callNext', { id: point?.id ?? '' });
  let finish: Promise<unknown> | undefined;
  await app.db.transaction(async (tx) => {
    await lockLine(tx, laboratory.id);
    finish = get(app, town.receptionist, 'finishAtPoint', {
      id: point?.id ?? '',
      body: { as: 'completed' },
    });
    await oneWaits();
    await deactivate(going);
    return ok(undefined);
  });
  await finish;
  await settled();
  assert.deepEqual(await tokensIn(pharmacy.id), ['L-001']);
});
