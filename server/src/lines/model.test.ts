/**
 * Runs sixteen clients at once on shared lines with several service points. Patients join, are
 * called, transferred, return, leave and are restored in random order. After each batch no patient
 * may be lost, duplicated or in two places.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import {
  call,
  get,
  makeTestApp,
  readReply,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';
import { entriesInLog, publishedTwice } from '../testing/queue-model/published-entries.ts';

const clients = 16;
const rounds = Number(process.env['BAARI_LINE_ROUNDS'] ?? 12);
const seed = Number(process.env['BAARI_LINE_SEED'] ?? 20_260_312);

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

/** A seeded pseudo-random generator (mulberry32). */
function seeded(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface OpenStop {
  readonly id: string;
  readonly status: string;
}

async function openStops(): Promise<OpenStop[]> {
  const { rows } = await app.owner.query<OpenStop>(
    `select id, status from queue_entry where status in ('waiting', 'in_progress') order by id`,
  );
  return rows;
}

test('during random visits through shared lines no patient is lost or duplicated, and the places in each line stay 1 to n [LINE-2, LINE-3, INV-2, INV-3, INV-5, INV-15] @long', async () => {
  await clearLines(app);
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const lines: SharedLine[] = [
    await makeLine(app, town.admin, { name: 'Registration', points: 3, order: 'arrival' }),
    await makeLine(app, town.admin, { name: 'Vitals', order: 'returns_next', returnsEvery: 2 }),
    await makeLine(app, town.admin, { name: 'Laboratory', points: 5 }),
    await makeLine(app, town.admin, {
      name: 'Physicians',
      kind: 'any_doctor',
      points: [town.doctorId, town.colleagueId],
    }),
  ];
  const points = lines.flatMap((line) => line.points.map(({ id }) => id));
  const targets = [...lines.map(({ id }) => id), town.doctorId, town.colleagueId];
  let come = 0;
  for (let round = 0; round < rounds; round += 1) {
    app.clock.advance(20_000);
    const stops = await openStops();
    const called = new Map<string, string>();
    await Promise.all(
      Array.from({ length: clients }, () => {
        const point = pick(points) ?? '';
        const stop = pick(stops);
        const lineId = pick(targets) ?? '';
        const kind = random();
        const comesBack = random() < 0.3;
        const as = pick(['completed', 'completed', 'not_here', 'no_show']);
        const state = pick(['open', 'open', 'paused', 'closed']);
        if (kind < 0.25 || stop === undefined) {
          come += 1;
          return addTo(app, town.admin, lineId);
        }
        if (kind < 0.55) return callAt(point, called);
        if (kind < 0.75)
          return allowed(call(app, town.admin, 'finishAtPoint', { id: point, body: { as } }));
        if (kind < 0.92) {
          return allowed(
            call(app, town.admin, 'sendOn', { id: stop.id, body: { lineId, comesBack } }),
          );
        }
        if (kind < 0.95) return allowed(call(app, town.admin, 'undoSendOn', { id: stop.id }));
        if (kind < 0.98) {
          return allowed(call(app, town.admin, 'setPointState', { id: point, body: { state } }));
        }
        return allowed(call(app, town.admin, 'removeEntry', { id: stop.id }));
      }),
    );
    await assertWhole(lines, come);
  }
});

/** Checks that two points never call the same patient. */
async function callAt(id: string, called: Map<string, string>): Promise<void> {
  const answer = await allowed(call(app, town.admin, 'callNext', { id }));
  if (answer.status !== 200) return;
  const { queue } = readReply('callNext', answer);
  assert.ok(!called.has(queue.id), 'called by two points in one round');
  called.set(queue.id, id);
}

/** Accepts success or a refusal; anything else fails the test. */
async function allowed(answering: Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await answering;
  assert.ok(answer.status === 200 || answer.status === 409 || answer.status === 404, answer.text);
  return answer;
}

const wrong: Readonly<Record<string, string>> = {
  'in two places': `select patient_id from queue_entry
    where status in ('pending_approval', 'waiting', 'in_progress') group by 1 having count(*) > 1`,
  'two at one point': `select service_point_id from queue_entry
    where status = 'in_progress' and is_shared group by 1 having count(*) > 1`,
  'two with one doctor': `select doctor_id from queue_entry
    where status = 'in_progress' and not is_shared group by 1 having count(*) > 1`,
  'served in a shared line by nobody': `select id from queue_entry
    where status = 'in_progress' and is_shared and service_point_id is null`,
  'served where nobody serves': `select e.id from queue_entry e
    join service_point p on p.id = e.service_point_id
    where e.status = 'in_progress' and (p.state = 'closed' or p.removed_at is not null)`,
  'sent on twice from one stop': `select sent_from_id from queue_entry
    where sent_from_id is not null and last_action <> 'undo_check_in' group by 1 having count(*) > 1`,
  'sent on from a stop that goes on': `select e.id from queue_entry e join queue_entry s on s.sent_from_id = e.id
    where s.last_action <> 'undo_check_in' and e.status in ('waiting', 'in_progress')`,
  'another token on the way': `select e.id from queue_entry e join queue_entry f on f.id = e.visit_id
    where e.token is distinct from f.token`,
};

async function assertWhole(lines: readonly SharedLine[], come: number): Promise<void> {
  for (const [what, query] of Object.entries(wrong)) {
    const { rows } = await app.owner.query(query);
    assert.deepEqual(rows, [], what);
  }
  assert.deepEqual(publishedTwice(await entriesInLog(app.owner)), []);
  const { rows } = await app.owner.query<{ visits: number }>(
    `select count(distinct coalesce(visit_id, id))::int as visits from queue_entry`,
  );
  assert.equal(rows[0]?.visits, come, 'one visit for each patient who joined');
  for (const { points } of lines) {
    const { counter } = await get(app, town.admin, 'getCounter', { id: points[0]?.id ?? '' });
    assert.deepEqual(
      counter.waiting.map(({ position }) => position),
      counter.waiting.map((_, index) => index + 1),
    );
  }
}
