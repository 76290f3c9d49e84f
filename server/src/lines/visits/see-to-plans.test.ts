/**
 * Tests visits with a step planned with a deactivated doctor, when another doctor takes over the
 * patients [ADM-2, LINE-3].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makePerson, makeTown, type Town } from '../../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../../testing/test-stops.ts';

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
  await app.db.run(sql`update doctor set status = 'Available'`);
  laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  pharmacy = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
});

async function addDoctor(status: 'available' | 'offline'): Promise<string> {
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
  const { id } = doctor;
  await get(app, town.admin, 'setDoctorStatus', { id, body: { status } });
  return id;
}

/** A patient who waits in a line and for whom steps in these lines are planned next. */
async function planned(lineId: string, ...lineIds: string[]): Promise<string> {
  const { id } = await addTo(app, town.receptionist, lineId);
  await get(app, town.receptionist, 'planStops', { id, body: { lineIds } });
  return id;
}

/**
 * A patient who was served in the laboratory and for whom steps in these lines are planned next.
 */
async function doneInLaboratory(...lineIds: string[]): Promise<string> {
  app.clock.advance(60_000);
  const entryId = await planned(laboratory.id, ...lineIds);
  const [point] = laboratory.points;
  const id = point?.id ?? '';
  await get(app, town.receptionist, 'callNext', { id });
  app.clock.advance(60_000);
  await get(app, town.receptionist, 'finishAtPoint', { id, body: { as: 'completed' } });
  return entryId;
}

async function tokensIn(lineId: string): Promise<(string | null)[]> {
  const { queue } = await get(app, town.receptionist, 'getDoctorQueue', { id: lineId });
  return queue.filter(({ status }) => status === 'waiting').map(({ token }) => token);
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

async function endOf(entryId: string): Promise<string | null> {
  const { journey } = await get(app, town.receptionist, 'getJourney', { id: entryId });
  return journey.endedAt;
}

/** Deactivates the doctor `going`. The doctor `doctorId` takes over the patients and plans. */
function deactivateFor(going: string, doctorId: string) {
  return get(app, town.admin, 'deactivateDoctor', {
    id: going,
    body: { patients: { what: 'move', doctorId } },
  });
}

async function plannedOf(entryId: string): Promise<[string, boolean][]> {
  const { journey } = await get(app, town.receptionist, 'getJourney', { id: entryId });
  const planned = journey.stops.filter(({ status }) => status === null);
  return planned.map(({ lineId, isReturn }) => [lineId, isReturn]);
}

test('if a visit plan contains a deactivated doctor, the plan is changed to the doctor who takes over [ADM-2, LINE-3]', async () => {
  const going = await addDoctor('available');
  const id = await planned(laboratory.id, pharmacy.id, going, laboratory.id);
  const events = async () => {
    const { rows } = await app.owner.query<{ type: string }>(
      'select type from event where entry_id = $1 order by id',
      [id],
    );
    return rows;
  };
  const before = await events();
  await deactivateFor(going, town.colleagueId);
  assert.deepEqual(await plannedOf(id), [
    [pharmacy.id, false],
    [town.colleagueId, false],
    [laboratory.id, true],
  ]);
  assert.deepEqual((await events()).slice(before.length), [{ type: 'queue_updated' }]);
  const { entries } = await get(app, town.admin, 'listAudit', { query: { action: 'plan stops' } });
  const [first] = entries;
  const { journey } = await get(app, town.receptionist, 'getJourney', { id });
  const nameOfColleague = journey.stops.find(({ lineId }) => lineId === town.colleagueId)?.name;
  assert.match(first?.about.from ?? '', /^Dr\. Leaving/u);
  assert.equal(first?.about.to, nameOfColleague);
  assert.equal(first?.patientCount, 1);
});

test('a doctor who is in the plans of visits cannot be deactivated until the administrator decides about these visits [ADM-2, LINE-3]', async () => {
  const going = await addDoctor('available');
  const id = await planned(laboratory.id, going, pharmacy.id);
  const leave = (what: 'keep' | 'close') =>
    call(app, town.admin, 'deactivateDoctor', { id: going, body: { patients: { what } } });
  assertRefused(await leave('keep'), 'doctor_is_planned');
  assert.deepEqual(await plannedOf(id), [
    [going, false],
    [pharmacy.id, false],
  ]);
  assert.equal((await leave('close')).status, 200);
});

test('a patient waiting for a deactivated doctor joins the line of the doctor who takes over at once [ADM-2, LINE-3]', async () => {
  const going = await addDoctor('offline');
  const id = await doneInLaboratory(going, pharmacy.id);
  await deactivateFor(going, town.colleagueId);
  await settled();
  assert.deepEqual(await tokensIn(town.colleagueId), ['L-001']);
  assert.deepEqual(await tokensIn(pharmacy.id), []);
  assert.equal(await endOf(id), null);
});

test('if a visit plan contains a doctor who was removed from the team, the plan is changed to the doctor who takes over [SEC-6, DAY-2, LINE-3]', async () => {
  const doctorId = await addDoctor('offline');
  const { hospitalId } = town;
  const going = await makePerson(app, { works: { as: 'doctor', hospitalId, doctorId } });
  const waits = await doneInLaboratory(doctorId);
  const id = await planned(laboratory.id, doctorId);
  await get(app, town.admin, 'removeMember', {
    id: going.userId,
    body: { patients: { what: 'move', doctorId: town.colleagueId } },
  });
  await settled();
  assert.deepEqual(await tokensIn(town.colleagueId), ['L-001']);
  assert.equal(await endOf(waits), null);
  assert.deepEqual(await plannedOf(id), [[town.colleagueId, false]]);
});

test('after a change of doctor no visit plan has two steps in a row with the doctor who takes over [ADM-2, LINE-3]', async () => {
  const going = await addDoctor('available');
  const plans: [string, string[], [string, boolean][]][] = [
    [town.colleagueId, [going, pharmacy.id], [[pharmacy.id, false]]],
    [laboratory.id, [going, town.colleagueId], [[town.colleagueId, false]]],
    [laboratory.id, [town.colleagueId, going], [[town.colleagueId, false]]],
    [
      town.colleagueId,
      [pharmacy.id, going],
      [
        [pharmacy.id, false],
        [town.colleagueId, true],
      ],
    ],
    [
      going,
      [laboratory.id, going],
      [
        [laboratory.id, false],
        [town.colleagueId, true],
      ],
    ],
  ];
  const kept: [string, [string, boolean][]][] = [];
  for (const [lineId, lineIds, expected] of plans) {
    kept.push([await planned(lineId, ...lineIds), expected]);
  }
  await deactivateFor(going, town.colleagueId);
  for (const [id, expected] of kept) assert.deepEqual(await plannedOf(id), expected);
});

test('every plan with a deactivated doctor is changed, however many plans exist [ADM-2, LINE-3]', async () => {
  const going = await addDoctor('available');
  const id = await planned(laboratory.id, going);
  await app.db.run(sql`
    with person as (insert into patient (name) select 'Somebody' from generate_series(1, 120) returning id),
      place as (
        insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at, ended_at)
        select e.hospital_id, e.doctor_id, person.id, 'completed', 'low', ${app.clock.now()}, ${app.clock.now()}
        from queue_entry e, person where e.id = ${id} returning id)
    insert into planned_stop (visit_id, number, line_id, is_return)
    select place.id, 1, ${going}, false from place`);
  await deactivateFor(going, town.colleagueId);
  const { left } = await app.db.one<{ left: number }>(sql`
    select count(*)::int as left from planned_stop where line_id = ${going}`);
  assert.equal(left, 0);
  assert.deepEqual(await plannedOf(id), [[town.colleagueId, false]]);
});
