/**
 * Tests the remaining time of a visit of several steps: the times that the API shows and the times that the server records.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../../testing/test-stops.ts';
import { zoneWhereItIs } from '../../testing/test-zones.ts';
import { keepVisitPromises, refitVisits } from './keep-visit-promises.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let laboratory: SharedLine;
let pharmacy: SharedLine;
before(async () => {
  app = await makeTestApp();
  // The time zone is chosen so that visits of an hour end on the day on which they begin.
  town = await makeTown(app, { timeZone: zoneWhereItIs(10, app.clock.now()) });
  patient = await makePerson(app, { name: 'Asha Verma' });
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  await app.owner.query('delete from visit_promise; delete from visit_fit');
  await app.owner.query(`update doctor set status = 'Available'`);
  laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  pharmacy = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
});

const minutes = (count: number) => app.clock.advance(count * 60_000);
const look = () => keepVisitPromises(app.db, app.clock);

async function left(id: string) {
  return (await get(app, town.receptionist, 'getJourney', { id })).journey.left;
}

async function promises() {
  const { rows } = await app.owner.query<{
    entry_id: string;
    kind: string;
    lower: number;
    upper: number;
    outcome: string | null;
    actual: number | null;
    was_kept: boolean | null;
    inside: boolean | null;
  }>('select * from visit_promise order by made_at');
  return rows;
}

function plan(entry: StaffEntry, ...lines: SharedLine[]) {
  const body = { lineIds: lines.map(({ id }) => id), seen: { lineIds: [] } };
  return get(app, town.receptionist, 'planStops', { id: entry.id, body });
}

async function serve(line: SharedLine, takes: number) {
  const [point] = line.points;
  assert.ok(point !== undefined);
  await get(app, town.receptionist, 'callNext', { id: point.id });
  await look();
  minutes(takes);
  return get(app, town.receptionist, 'finishAtPoint', {
    id: point.id,
    body: { as: 'completed' },
  });
}

test('a patient reads the remaining time of a visit, which grows with each planned step, unless no service point is calling [LINE-5]', async () => {
  const first = await addTo(app, town.receptionist, laboratory.id);
  const alone = await left(first.id);
  assert.ok(alone !== null && alone.upper >= 5);
  await plan(first, pharmacy);
  const both = await left(first.id);
  assert.ok(both !== null && both.upper > alone.upper, `${both?.upper} after ${alone.upper}`);
  const [counter] = pharmacy.points;
  assert.ok(counter !== undefined);
  const close = (state: string, id = counter.id) =>
    get(app, town.receptionist, 'setPointState', { id, body: { state } });
  await close('closed');
  assert.equal(await left(first.id), null, 'nobody is at the pharmacy');
  await close('open');
  const [sample] = laboratory.points;
  assert.ok(sample !== undefined);
  await close('closed', sample.id);
  assert.equal(await left(first.id), null, 'nobody is in the laboratory');
});

test('the remaining time of a visit is never shorter than the patient’s wait for the next call [LINE-5, PAT-7]', async () => {
  const shorter: string[] = [];
  for (let place = 1; place <= 5; place += 1) {
    const { id } = await addTo(app, town.receptionist, pharmacy.id);
    // No patient is called during these two minutes, and the upper end of the shown wait does not
    // move.
    minutes(2);
    const { journey } = await get(app, town.receptionist, 'getJourney', { id });
    const wait = journey.stops.find(({ entryId }) => entryId === id)?.waitRange?.upper ?? 0;
    const all = journey.left?.upper ?? 0;
    assert.ok(wait > 0 && all > 0);
    if (all < wait) shorter.push(`place ${place}: ${all} < ${wait}`);
  }
  assert.deepEqual(shorter, []);
});

test('the forecast of a visit’s remaining time is recorded at the start of each step, and compared with the visit’s actual end [LINE-5]', async () => {
  const first = await addTo(app, town.receptionist, laboratory.id);
  await plan(first, pharmacy);
  await look();
  await look();
  const announced = await left(first.id);
  const [asked, ...none] = await promises();
  assert.equal(none.length, 0, 'once');
  assert.deepEqual(
    [asked?.kind, asked?.lower, asked?.upper],
    ['waiting', announced?.lower, announced?.upper],
  );
  const { next } = await serve(laboratory, 5);
  assert.ok(next !== null);
  await look();
  minutes(2);
  await look();
  assert.deepEqual(
    (await promises()).map(({ kind, outcome }) => [kind, outcome]),
    [
      ['waiting', null],
      ['inside', null],
      ['waiting', null],
    ],
    'the visit goes on',
  );
  await serve(pharmacy, 4);
  minutes(2);
  await look();
  const settled = await promises();
  assert.equal(settled.length, 4);
  assert.ok(settled.every(({ outcome }) => outcome === 'done'));
  assert.equal(Math.round(settled[0]?.actual ?? 0), 11);
  assert.equal(settled[0]?.was_kept, 11 <= (asked?.upper ?? 0));
  assert.equal(await left(next.id), null, 'a visit that is over takes no time any more');
});

test('a patient who leaves early does not count in the accuracy of visit forecasts, and a patient who leaves after the forecast end counts as wrong [LINE-5]', async () => {
  const soon = await addTo(app, town.receptionist, laboratory.id);
  const late = await addTo(app, town.receptionist, laboratory.id);
  await look();
  await get(app, town.receptionist, 'removeEntry', { id: soon.id });
  // The forecast is backdated by hours, because a session would end before the clock reaches that
  // time.
  await app.owner.query(`update visit_promise set made_at = made_at - interval '4 hours'
    where entry_id = '${late.id}'`);
  await get(app, town.receptionist, 'removeEntry', { id: late.id });
  minutes(2);
  await look();
  const outcomes = new Map((await promises()).map((row) => [row.entry_id, row]));
  assert.deepEqual(
    [outcomes.get(soon.id)?.outcome, outcomes.get(soon.id)?.was_kept],
    ['left', null],
  );
  assert.deepEqual(
    [outcomes.get(late.id)?.outcome, outcomes.get(late.id)?.was_kept],
    ['left', false],
  );
});

test('Baari measures from past visits which lines usually follow each other, and forecasts visits without a plan by these lines [LINE-5]', async () => {
  const before = await addTo(app, town.receptionist, laboratory.id);
  const unknown = await left(before.id);
  await serve(laboratory, 3);
  for (let visit = 0; visit < 12; visit += 1) {
    const entry = await addTo(app, town.receptionist, laboratory.id);
    await plan(entry, pharmacy);
    await serve(laboratory, 1);
    await serve(pharmacy, 1);
  }
  // These patients were in the pharmacy for half an hour.
  await app.owner.query(
    `update queue_entry set joined_at = joined_at - interval '30 minutes',
       approved_at = approved_at - interval '30 minutes' where doctor_id = $1`,
    [pharmacy.id],
  );
  await refitVisits(app.db, app.clock);
  const { rows } = await app.owner.query<{
    next: Record<string, { lineId: string | null; share: number }[]>;
  }>(`select fit -> 'next' as next from visit_fit`);
  const shares = rows[0]?.next[laboratory.id] ?? [];
  const onward = shares.find(({ lineId }) => lineId === pharmacy.id)?.share ?? 0;
  assert.ok(Math.abs(onward - 12 / 13) < 0.01, `${onward}`);
  const entry = await addTo(app, town.receptionist, laboratory.id);
  const empty = await left(entry.id);
  assert.ok(empty !== null && unknown !== null);
  for (let ahead = 0; ahead < 10; ahead += 1) await addTo(app, town.receptionist, pharmacy.id);
  const known = await left(entry.id);
  assert.ok(known !== null && known.upper >= Math.max(unknown.upper, empty.upper) + 20);
});

test('a patient sees the planned steps that follow the first step, also when that step is at a doctor [LINE-4]', async () => {
  const { queue } = await get(app, patient, 'requestPlace', {
    body: { doctorId: town.doctorId, symptoms: 'cough' },
  });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  const alone = (await get(app, patient, 'getCurrentEntry')).queue;
  assert.equal(alone.severalStops, false);
  await get(app, town.receptionist, 'planStops', {
    id: queue.id,
    body: { lineIds: [pharmacy.id], seen: { lineIds: [] } },
  });
  const planned = (await get(app, patient, 'getCurrentEntry')).queue;
  assert.equal(planned.severalStops, true);
  assert.ok(planned.queueVersion > alone.queueVersion, 'its screen gets the change');
});

test('the ticket’s page shows the visit’s remaining time in both languages without JavaScript [LINE-5, ARR-4]', async () => {
  const entry = await addTo(app, town.receptionist, laboratory.id);
  await plan(entry, pharmacy);
  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id: entry.id });
  const { pathname } = new URL(ticket.url);
  const page = async (language: string) =>
    (await app.send({ method: 'GET', url: `${pathname}?lang=${language}` })).text;
  assert.match(await page('en'), /(About|At most about) [\d¼½¾a-z ]+ until you are done\./u);
  assert.match(await page('hi'), /आपका काम पूरा होने तक/u);
  const [counter] = pharmacy.points;
  assert.ok(counter !== undefined);
  const body = { state: 'closed' };
  await get(app, town.receptionist, 'setPointState', { id: counter.id, body });
  assert.doesNotMatch(await page('en'), /until you are done/u, 'nobody can say');
});
