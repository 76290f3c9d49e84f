/**
 * Tests forecasts of waits where doctors call patients both from their own line and from a line for
 * any doctor.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  await app.owner.query(
    `update doctor_queue set pace_minutes = 0, pace_visits = 0, pace_squares = 0, pace_at = null,
       session_minutes = 0, session_visits = 0, usual_minutes = 12`,
  );
});

/**
 * Simulates the passing of time by backdating stored times. The clock is not moved, because an
 * access token lasts one hour.
 */
async function pass(minutes: number): Promise<void> {
  const back = `- make_interval(mins => ${minutes})`;
  await app.owner.query(
    `update queue_entry set joined_at = joined_at ${back}, approved_at = approved_at ${back},
       moved_at = moved_at ${back}, started_at = started_at ${back}, ended_at = ended_at ${back};
     update doctor_queue set pace_at = pace_at ${back}, last_call_at = last_call_at ${back},
       last_end_at = last_end_at ${back}`,
  );
}

function makeAnyDoctor(points: readonly string[]): Promise<SharedLine> {
  return makeLine(app, town.admin, { name: 'General Medicine', kind: 'any_doctor', points });
}

async function fill(line: SharedLine, people: number): Promise<void> {
  const desk = town.receptionist;
  for (let n = 0; n < people; n += 1) await addTo(app, desk, line.id);
}

async function learntOf(lineId: string) {
  const { rows } = await app.owner.query<{ visits: number; mean: number; begun: boolean }>(
    `select pace_visits as visits, pace_minutes / nullif(pace_visits, 0) as mean,
       last_call_at is not null and last_end_at is not null as begun
     from doctor_queue where doctor_id = $1`,
    [lineId],
  );
  return rows[0] ?? { visits: 0, mean: 0, begun: false };
}

/** Both doctors call and finish patients in turn, until this many patients have been seen. */
async function serve(line: SharedLine, people: number, minutes: number): Promise<void> {
  const [one, other] = line.points;
  assert.ok(one !== undefined && other !== undefined);
  for (let seen = 0; seen < people; seen += 2) {
    const [doctor, colleague] = [town.doctor, town.colleague];
    await get(app, doctor, 'callNext', { id: one.id });
    await get(app, colleague, 'callNext', { id: other.id });
    await pass(minutes);
    const done = { as: 'completed' };
    await get(app, doctor, 'finishAtPoint', { id: one.id, body: done });
    await get(app, colleague, 'finishAtPoint', { id: other.id, body: done });
  }
}

test('after 60 patients seen by two doctors at 4 minutes each, the forecast of a shared line for any free doctor uses 4 minutes [LINE-2, QST-12] @long', async () => {
  const line = await makeAnyDoctor([town.doctorId, town.colleagueId]);
  await fill(line, 72);
  await serve(line, 60, 4);
  const { visits, mean, begun } = await learntOf(line.id);
  assert.ok(visits > 55, `${visits} visits`);
  assert.ok(Math.abs(mean - 5) < 0.5, `${mean} minutes, the change of patients included`);
  assert.ok(begun, 'the line shows that its doctors have begun');
  await serve(line, 2, 0);
  const { queue } = await get(app, town.receptionist, 'getDoctorQueue', { id: line.id, query: {} });
  const last = queue.findLast(({ status }) => status === 'waiting');
  assert.equal(last?.position, 10);
  const range = last.waitRange;
  assert.ok(range && range.upper <= 45 && range.lower >= 10, JSON.stringify(range));
});

test('in a doctor’s own line the first patient also waits for earlier patients of the shared line that this doctor serves [LINE-2, QST-12]', async () => {
  const line = await makeAnyDoctor([town.doctorId]);
  await fill(line, 8);
  const { position, waitRange } = await addTo(app, town.receptionist, town.doctorId);
  assert.equal(position, 1);
  assert.ok(waitRange && waitRange.upper > 90, JSON.stringify(waitRange));
  const { doctor } = await get(app, town.receptionist, 'getDoctor', { id: town.doctorId });
  const now = doctor.waitIfJoinedNow;
  assert.ok(now && now.upper > 90, JSON.stringify(now));
});

test('a doctor whose service point in a shared line for any free doctor is closed calls only patients of the doctor’s own line [LINE-2, QST-12]', async () => {
  const line = await makeAnyDoctor([town.doctorId]);
  await fill(line, 8);
  const id = line.points[0]?.id ?? '';
  await get(app, town.admin, 'setPointState', { id, body: { state: 'closed' } });
  const { waitRange } = await addTo(app, town.receptionist, town.doctorId);
  assert.ok(waitRange && waitRange.upper < 30, JSON.stringify(waitRange));
});
