/**
 * Tests the limits of a line: which requests are refused, which are never refused, and how staff
 * may exceed a limit.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import type { LineLimits } from '@baari/contract/lines/line-limits.ts';
import sql from 'sql-template-tag';
import {
  assertRefused,
  type CallParts,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { clearLines, makeLine } from '../../testing/test-stops.ts';
import { zoneWhereItIs } from '../../testing/test-zones.ts';

const none: LineLimits = { requestsADay: null, lastRequestAt: null, waitingAtOnce: null };

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, 50);
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  await app.db.run(sql`update doctor set status = 'Available', break_until = null`);
  await app.db.run(sql`
    update doctor_queue set requests_a_day = null, last_request_at = null, waiting_at_once = null`);
  // The clock is set to noon, so that no test crosses midnight.
  await app.db.run(sql`
    update hospital set time_zone = ${zoneWhereItIs(12, app.clock.now())}
    where id = ${town.hospitalId}`);
});

function setLimits(limits: Partial<LineLimits>, id = town.doctorId) {
  return get(app, town.admin, 'setLineLimits', { id, body: { ...none, ...limits } });
}

function nth(index: number): TestPerson {
  const found = patients[index];
  assert.ok(found !== undefined);
  return found;
}

function ask(index: number, doctorId = town.doctorId) {
  return call(app, nth(index), 'requestPlace', { body: { doctorId } });
}

async function mustAsk(index: number, doctorId = town.doctorId): Promise<string> {
  return (await get(app, nth(index), 'requestPlace', { body: { doctorId } })).queue.id;
}

function addWalkIn(body: object) {
  const given = { name: 'Somebody', doctorId: town.doctorId, ...body };
  return call(app, town.receptionist, 'addWalkIn', { body: given });
}

async function stateOf(doctorId = town.doctorId) {
  return (await get(app, undefined, 'getDoctor', { id: doctorId })).doctor.requests;
}

/** The details of the latest row of the audit trail. */
async function lastDetails(): Promise<{ readonly beyond?: unknown } | null | undefined> {
  const { rows } = await app.owner.query<{ details: { readonly beyond?: unknown } | null }>(
    "select details from audit where outcome = 'ok' order by id desc limit 1",
  );
  return rows[0]?.details;
}

test('after two requests on a day with a limit of two, the third patient is refused, and could read beforehand that the line is full [QST-1, PAT-6]', async () => {
  assert.deepEqual(await stateOf(), { state: 'open', again: null });
  const { limits, state } = await setLimits({ requestsADay: 2 });
  assert.deepEqual([limits, state], [{ ...none, requestsADay: 2 }, 'open']);
  await mustAsk(0);
  assert.equal((await stateOf()).state, 'open');
  await mustAsk(1);
  const full = await stateOf();
  assert.equal(full.state, 'full_today');
  assert.ok(Date.parse(full.again ?? '') > app.clock.now().getTime());
  const before = await digestOf(app.db);
  assertRefused(await ask(2), 'line_full_today');
  assert.equal(await digestOf(app.db), before);
  // The other doctor has no limit.
  await mustAsk(2, town.colleagueId);
});

test('of fifty patients who ask at once for the last place, one gets it [QST-1, INV-2]', async () => {
  await setLimits({ requestsADay: 3 });
  await addWalkIn({});
  await addWalkIn({});
  const answers = await Promise.all(patients.map((_, index) => ask(index)));
  const got = answers.filter(({ status }) => status === 201);
  assert.equal(got.length, 1);
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 'line_full_today');
  const { requestsToday } = await get(app, town.receptionist, 'getLineLimits', {
    id: town.doctorId,
  });
  assert.equal(requestsToday, 3);
});

test('a withdrawn or rejected request and a removed patient free a place in the day’s limit; a completed or missed visit does not [QST-1]', async () => {
  await setLimits({ requestsADay: 1 });
  const withdrawn = await mustAsk(0);
  await get(app, nth(0), 'leaveQueue', { id: withdrawn });
  const rejected = await mustAsk(1);
  await get(app, town.admin, 'rejectRequest', { id: rejected, body: { reason: 'Not today.' } });
  const removed = await mustAsk(2);
  await get(app, town.admin, 'approveRequest', { id: removed });
  await get(app, town.admin, 'removeEntry', { id: removed });
  const seen = await mustAsk(3);
  await get(app, town.admin, 'approveRequest', { id: seen });
  await get(app, town.admin, 'startConsultation', { id: seen });
  assertRefused(await ask(4), 'line_full_today');
  await get(app, town.admin, 'completeConsultation', { id: seen });
  assertRefused(await ask(4), 'line_full_today');
  // Staff may restore the rejected request although the limit is reached.
  await get(app, town.admin, 'bringBack', { id: rejected });
  await get(app, town.admin, 'approveRequest', { id: rejected });
  await get(app, town.admin, 'updateEntry', { id: rejected, body: { status: 'no_show' } });
  await setLimits({ requestsADay: 2 });
  assertRefused(await ask(4), 'line_full_today');
});

test('the daily limit counts by the hospital’s calendar, so yesterday’s requests do not count [QST-1]', async () => {
  await setLimits({ requestsADay: 1 });
  await mustAsk(0);
  assertRefused(await ask(1), 'line_full_today');
  await app.db.run(sql`
    update queue_entry set joined_at = joined_at - interval '13 hours'
    where doctor_id = ${town.doctorId}`);
  assert.equal((await stateOf()).state, 'open');
  await mustAsk(1);
});

test('when a limit is lowered below the present number, requests already made can still be approved, and only new requests are refused [QST-1, QST-2]', async () => {
  const ids = [await mustAsk(0), await mustAsk(1), await mustAsk(2)];
  await setLimits({ requestsADay: 1, waitingAtOnce: 1, lastRequestAt: '00:01' });
  for (const id of ids) await get(app, town.receptionist, 'approveRequest', { id });
  const { stats } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  assert.equal(stats.totalWaiting, 3);
  assertRefused(await ask(3), 'line_requests_over');
  await setLimits({ requestsADay: 1, waitingAtOnce: 1 });
  assertRefused(await ask(3), 'line_full_today');
  await setLimits({ waitingAtOnce: 3 });
  assertRefused(await ask(3), 'line_full_now');
  await setLimits({});
  await mustAsk(3);
});

test('in a limit of patients waiting at once, a place becomes free when one of them is called [QST-1]', async () => {
  await setLimits({ waitingAtOnce: 2 });
  const first = await mustAsk(0);
  await mustAsk(1);
  assert.deepEqual(await stateOf(), { state: 'full_now', again: null });
  assertRefused(await ask(2), 'line_full_now');
  await get(app, town.admin, 'approveRequest', { id: first });
  assertRefused(await ask(2), 'line_full_now');
  await get(app, town.admin, 'startConsultation', { id: first });
  await mustAsk(2);
});

test('requests are accepted until the set time and refused after it, by the clock of the hospital’s own time zone [QST-1]', async () => {
  await setLimits({ lastRequestAt: '11:00' });
  const over = await stateOf();
  assert.equal(over.state, 'requests_over');
  assert.ok(over.again !== null);
  assertRefused(await ask(0), 'line_requests_over');
  await app.db.run(sql`
    update hospital set time_zone = ${zoneWhereItIs(9, app.clock.now())}
    where id = ${town.hospitalId}`);
  assert.equal((await stateOf()).state, 'open');
  await mustAsk(0);
});

test('the desk adds a walk-in or a known patient beyond a limit with a reason, and the audit trail records the reason and the count of patients [QST-1, ARR-2, DESK-8]', async () => {
  await setLimits({ requestsADay: 1 });
  await mustAsk(0);
  const before = await digestOf(app.db);
  assertRefused(await addWalkIn({}), 'line_full_today');
  assertRefused(await addWalkIn({ beyond: 'because' }), 'invalid_request');
  assert.equal(await digestOf(app.db), before);
  const added = await addWalkIn({ beyond: 'urgent' });
  assert.equal(added.status, 201);
  const beyond = { reason: 'urgent', limit: 'full_today', number: 2, most: 1 };
  assert.deepEqual(await lastDetails(), { beyond });
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: 'add walk-in' },
  });
  assert.deepEqual(entries[0]?.about.beyond, beyond);
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  const [walkIn] = queue;
  assert.ok(walkIn !== undefined);
  await get(app, town.admin, 'removeEntry', { id: walkIn.id });
  const known: CallParts = { id: walkIn.patient.id, body: { doctorId: town.doctorId } };
  assertRefused(await call(app, town.receptionist, 'putInLine', known), 'line_full_today');
  await get(app, town.receptionist, 'putInLine', {
    id: walkIn.patient.id,
    body: { doctorId: town.doctorId, beyond: 'doctor_agrees' },
  });
  assert.deepEqual(await lastDetails(), { beyond: { ...beyond, reason: 'doctor_agrees' } });
});

test('when the desk adds a patient within the limits, no reason is recorded [QST-1]', async () => {
  await setLimits({ requestsADay: 5 });
  await addWalkIn({ beyond: 'urgent' });
  assert.equal(await lastDetails(), null);
});

test('each member of a family counts for a limit: members within it are added, and every further one needs a reason [QST-1, DESK-9]', async () => {
  await setLimits({ requestsADay: 2 });
  const member = (name: string, beyond?: string) => ({ name, doctorId: town.doctorId, beyond });
  const { outcomes } = await get(app, town.receptionist, 'addFamily', {
    body: { people: [member('Anu'), member('Binu'), member('Chinu')] },
  });
  assert.deepEqual(
    outcomes.map(({ refused }) => refused),
    [null, null, 'line_full_today'],
  );
  const again = await get(app, town.receptionist, 'addFamily', {
    body: { people: [member('Chinu', 'came_far'), member('Dinu')] },
  });
  assert.deepEqual(
    again.outcomes.map(({ refused }) => refused),
    [null, 'line_full_today'],
  );
  const { rows } = await app.owner.query(
    `select details from audit where action = 'add a family' and details is not null`,
  );
  assert.deepEqual(rows, [
    { details: { beyond: { reason: 'came_far', limit: 'full_today', number: 3, most: 2 } } },
  ]);
});

test('moving one patient to a full line needs a reason, moving a doctor’s whole line does not, and moved patients do not count [QST-1, DAY-3]', async () => {
  await setLimits({ requestsADay: 1 }, town.colleagueId);
  await mustAsk(0, town.colleagueId);
  const id = await mustAsk(1);
  await get(app, town.admin, 'approveRequest', { id });
  const to = { doctorId: town.colleagueId };
  assertRefused(
    await call(app, town.receptionist, 'transferEntry', { id, body: to }),
    'line_full_today',
  );
  await get(app, town.receptionist, 'transferEntry', { id, body: { ...to, beyond: 'other' } });
  const details = await lastDetails();
  assert.deepEqual(details?.beyond, {
    reason: 'other',
    limit: 'full_today',
    number: 2,
    most: 1,
  });
  const used = () => get(app, town.admin, 'getLineLimits', { id: town.colleagueId });
  assert.equal((await used()).requestsToday, 1);
  const second = await mustAsk(2);
  await get(app, town.admin, 'approveRequest', { id: second });
  const { moved } = await get(app, town.receptionist, 'transferLine', {
    id: town.doctorId,
    body: to,
  });
  assert.equal(moved, 1);
  assert.equal((await used()).requestsToday, 1);
});

test('the first free doctor of a department is chosen only among doctors whose lines have not reached their limit [QST-1, DESK-8]', async () => {
  await setLimits({ requestsADay: 1 });
  await mustAsk(0);
  await mustAsk(1, town.colleagueId);
  const { queue } = await get(app, town.receptionist, 'addWalkIn', {
    body: { name: 'Somebody', department: 'Cardiology' },
  });
  assert.equal(queue.doctor.id, town.colleagueId);
});

test('a visit that continues in a further line is never refused there because of a limit, and does not count as a request [QST-1, LINE-3]', async () => {
  const laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  await setLimits({ requestsADay: 1, waitingAtOnce: 1 }, laboratory.id);
  await get(app, town.receptionist, 'addWalkIn', {
    body: { name: 'First', lineId: laboratory.id },
  });
  const id = await mustAsk(0);
  await get(app, town.admin, 'approveRequest', { id });
  await get(app, town.admin, 'startConsultation', { id });
  await get(app, town.admin, 'sendOn', { id, body: { lineId: laboratory.id } });
  const used = await get(app, town.admin, 'getLineLimits', { id: laboratory.id });
  assert.deepEqual([used.requestsToday, used.waiting], [1, 2]);
});

test('a shared line that can be joined from home has limits too, and patients read them [QST-1, LINE-6]', async () => {
  const any = await makeLine(app, town.admin, {
    name: 'General Medicine',
    kind: 'any_doctor',
    points: [town.doctorId, town.colleagueId],
  });
  await setLimits({ requestsADay: 1 }, any.id);
  const id = await mustAsk(0, any.id);
  const { lines } = await get(app, undefined, 'listHomeLines', { id: town.hospitalId });
  assert.equal(lines[0]?.requests.state, 'full_today');
  assertRefused(await ask(1, any.id), 'line_full_today');
  // After a doctor calls the patient, the entry is in the doctor's own line. The request still
  // counts against the shared line's limit.
  await get(app, town.admin, 'approveRequest', { id });
  const point = any.points.find(({ doctor }) => doctor?.id === town.doctorId);
  assert.ok(point !== undefined);
  await get(app, town.doctor, 'callNext', { id: point.id });
  assertRefused(await ask(1, any.id), 'line_full_today');
  await mustAsk(1);
});

test('invalid limits are refused, naming the field, and nothing changes [QST-1, VAL-1]', async () => {
  await setLimits({ requestsADay: 40, lastRequestAt: '16:00', waitingAtOnce: 12 });
  const before = await digestOf(app.db);
  const senseless: readonly object[] = [
    { requestsADay: -1 },
    { requestsADay: 0 },
    { requestsADay: 2.5 },
    { requestsADay: '40' },
    { requestsADay: 1001 },
    { waitingAtOnce: 0 },
    { waitingAtOnce: -3 },
    { lastRequestAt: '25:00' },
    { lastRequestAt: '9:00' },
    { lastRequestAt: '00:00' },
    { lastRequestAt: '' },
    { requestsADay: undefined },
  ];
  for (const change of senseless) {
    const body = { ...none, ...change };
    const answer = await call(app, town.admin, 'setLineLimits', { id: town.doctorId, body });
    assertRefused(answer, 'invalid_request');
    assert.ok(answer.text.includes(Object.keys(change)[0] ?? '?'), answer.text);
  }
  assert.equal(await digestOf(app.db), before);
});

test('saving limits is refused if they changed since the page was loaded, and the audit trail names the changed fields [QST-1, SEC-13]', async () => {
  await setLimits({ requestsADay: 40 });
  const body = { ...none, requestsADay: 30, waitingAtOnce: 9, seen: none };
  const answer = await call(app, town.admin, 'setLineLimits', { id: town.doctorId, body });
  assertRefused(answer, 'changed_meanwhile');
  await get(app, town.admin, 'setLineLimits', {
    id: town.doctorId,
    body: { ...body, seen: { ...none, requestsADay: 40 } },
  });
  assert.deepEqual(await lastDetails(), {
    doctorId: town.doctorId,
    fields: ['requestsADay', 'waitingAtOnce'],
  });
});

type OpenSession = Extract<TimetableSession, { kind: 'open' }>;

/** A session with open hours around noon each day, for this many patients without a booked time. */
function openAtNoon(places: number | undefined, to = '15:00'): OpenSession[] {
  const when = { date: null, from: '09:00', to, validFrom: null, validUntil: null };
  return [{ kind: 'open' as const, weekdays: [...weekdays], ...when, places }];
}

async function saveSessions(sessions: OpenSession[]): Promise<void> {
  await get(app, town.admin, 'saveTimetable', { id: town.doctorId, body: { sessions } });
}

test('a walk-in session accepts as many requests as it has places, even if fifty patients ask at once, and the desk may exceed this with a reason [QST-1, APPT-1]', async () => {
  await saveSessions(openAtNoon(2));
  await mustAsk(0);
  const answers = await Promise.all(patients.slice(1).map((_, index) => ask(index + 1)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 'line_full_today');
  assert.equal((await stateOf()).state, 'full_today');
  const before = await digestOf(app.db);
  assertRefused(await addWalkIn({}), 'line_full_today');
  assert.equal(await digestOf(app.db), before);
  const used = await get(app, town.receptionist, 'getLineLimits', { id: town.doctorId });
  assert.deepEqual(used.session, { from: '09:00', to: '15:00', places: 2, requests: 2 });
  assert.equal((await addWalkIn({ beyond: 'came_far' })).status, 201);
  const beyond = { reason: 'came_far', limit: 'full_today', number: 3, most: 2 };
  assert.deepEqual(await lastDetails(), { beyond });
  const { openHours } = await get(app, undefined, 'getDoctorSlots', { id: town.doctorId });
  assert.deepEqual(openHours, [{ from: '09:00', to: '15:00', places: 2 }]);
  await saveSessions([]);
});

test('a withdrawn request frees its place in a walk-in session; a session that is over, has no limit, or is on a day off limits nobody [QST-1, APPT-1, DOC-1]', async () => {
  await saveSessions(openAtNoon(1));
  const withdrawn = await mustAsk(0);
  assertRefused(await ask(1), 'line_full_today');
  await get(app, nth(0), 'leaveQueue', { id: withdrawn });
  await mustAsk(1);
  assertRefused(await ask(2), 'line_full_today');
  await saveSessions(openAtNoon(1, '11:00'));
  await mustAsk(2);
  await saveSessions(openAtNoon(undefined));
  await mustAsk(3);
  await saveSessions(openAtNoon(1));
  assertRefused(await ask(4), 'line_full_today');
  const { today } = (await get(app, town.admin, 'getTimetable', { id: town.doctorId })).timetable;
  const body = { firstDay: today, lastDay: today };
  await get(app, town.admin, 'addDayOff', { id: town.doctorId, body });
  assert.equal((await stateOf()).state, 'open', 'nothing is limited on a day off');
  await app.db.run(sql`delete from day_off where doctor_id = ${town.doctorId}`);
  await saveSessions([]);
});

test('a walk-in session has one to a thousand places, and a closed session has none [APPT-1]', async () => {
  for (const places of [0, 1001, 1.5, 'many']) {
    const sessions = openAtNoon(1).map((each) => ({ ...each, places }));
    const answer = await call(app, town.admin, 'saveTimetable', {
      id: town.doctorId,
      body: { sessions },
    });
    assertRefused(answer, 'invalid_request', String(places));
    assert.ok(answer.text.includes('"param":"sessions.0.places"'), answer.text);
  }
  await saveSessions(openAtNoon(1000));
  const { timetable } = await get(app, town.doctor, 'getTimetable', { id: town.doctorId });
  assert.deepEqual(timetable.sessions, openAtNoon(1000));
  await saveSessions([]);
});

test('patients cannot use the reserved places of a walk-in session, and the desk uses them without a reason [QST-1, APPT-1]', async () => {
  const [session] = openAtNoon(3);
  assert.ok(session !== undefined);
  await saveSessions([{ ...session, reservedPlaces: 1 }]);
  const first = await mustAsk(0);
  const second = await mustAsk(1);
  assertRefused(await ask(2), 'line_full_today');
  await get(app, town.admin, 'approveRequest', { id: second });
  assertRefused(await ask(2), 'line_full_today', 'an approved request is not one of the desk');
  assert.equal((await addWalkIn({})).status, 201);
  assertRefused(await addWalkIn({}), 'line_full_today');
  assertRefused(await ask(2), 'line_full_today');
  await get(app, nth(0), 'leaveQueue', { id: first });
  await mustAsk(2);
  await saveSessions([]);
});
