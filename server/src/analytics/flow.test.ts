/** Tests of figures by line, service point, hour and route, from visits made through the API. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';
import { call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { addTo, makeLine } from '../testing/test-stops.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';
import { countPassed } from '../waits/promises.store.ts';
import { countDueDays } from './count-days.ts';

let app: TestApp;
let town: Town;
let laboratory: SharedLine;
let pharmacy: SharedLine;
before(async () => {
  app = await makeTestApp();
  // The tests start at ten o'clock in the hospital's time zone, so that visits of an hour end on
  // the day on which they begin.
  town = await makeTown(app, { timeZone: zoneWhereItIs(10, app.clock.now()) });
});
after(() => app.close());

const flow = async (query: { days: number }) =>
  (await get(app, town.admin, 'getAnalytics', { query })).flow;

/** Calls the patient who is first in the line, and finishes the visit after `takes` minutes. */
async function serve(line: SharedLine, takes: number, as = 'completed') {
  const [point] = line.points;
  assert.ok(point !== undefined);
  await get(app, town.receptionist, 'callNext', { id: point.id });
  app.clock.advance(takes * 60_000);
  await get(app, town.receptionist, 'finishAtPoint', { id: point.id, body: { as } });
}

test('a hospital without a shared line has no patient routes between lines, and its statistics show none [LINE-5]', async () => {
  assert.equal(await flow({ days: 7 }), null);
});

test('an administrator sees where people wait, how long each service point takes, and which routes patients take between lines [LINE-5]', async () => {
  laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  pharmacy = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  for (let visit = 0; visit < 2; visit += 1) {
    const entry = await addTo(app, town.receptionist, laboratory.id);
    const body = { lineIds: [pharmacy.id], seen: { lineIds: [] } };
    await get(app, town.receptionist, 'planStops', { id: entry.id, body });
    app.clock.advance(4 * 60_000);
    await serve(laboratory, 3);
    app.clock.advance(6 * 60_000);
    await serve(pharmacy, 2);
  }
  await addTo(app, town.receptionist, laboratory.id);
  await serve(laboratory, 1, 'no_show');
  const read = await flow({ days: 7 });
  assert.ok(read !== null);
  const line = (id: string) => read.lines.find((one) => one.id === id);
  const { stops, completed, noShow, waitMedian, servedMean } = line(laboratory.id) ?? {};
  assert.deepEqual([stops, completed, noShow], [3, 2, 1]);
  assert.equal(waitMedian, 4);
  assert.equal(servedMean, 3);
  assert.deepEqual([line(pharmacy.id)?.waitMedian, line(pharmacy.id)?.servedMean], [6, 2]);
  assert.equal(read.lines[0]?.id, pharmacy.id, 'the line with the longest wait is first');
  const persons = line(pharmacy.id)?.waiting.reduce((sum, waiting) => sum + waiting, 0) ?? 0;
  assert.ok(persons > 0, 'the picture by hour has something to show');
  assert.deepEqual(
    read.points.map(({ line: name, stops: served, servedMean: mean }) => [name, served, mean]),
    [
      ['Laboratory', 3, 3],
      ['Pharmacy', 2, 2],
    ],
  );
  assert.deepEqual(read.routes, [
    { lines: ['Laboratory', 'Pharmacy'], visits: 2, median: 15, p90: 15 },
  ]);
});

test('the downloaded table has a row for each line, busy hour, service point and route, in the right columns [LINE-5, API-26]', async () => {
  const answer = await call(app, town.admin, 'exportAnalytics', { query: { days: 7 } });
  const rows = answer.text.trim().split('\r\n');
  const [headings = ''] = rows;
  const columns = headings.split(',').length;
  assert.ok(rows.every((row) => row.split(',').length >= columns));
  const cells = (start: string) => {
    const row = rows.find((each) => each.startsWith(start)) ?? '';
    const values = row.slice(start.length).split(',');
    const names = headings.split(',').slice(2);
    return Object.fromEntries(names.map((name, at) => [name, values[at + 1]]));
  };
  const line = cells('line,Laboratory');
  assert.deepEqual(
    [line['arrivals'], line['completed'], line['no_show'], line['wait_median_minutes']],
    ['3', '2', '1', '4'],
  );
  assert.deepEqual([line['served_mean_minutes'], line['calls_missed']], ['3', '0']);
  assert.equal(cells('point,"Laboratory, Counter 1"')['completed'], '2');
  assert.ok(Number(cells(hourOf(rows, 'Pharmacy'))['waiting_mean']) > 0);
  const way = cells('way,Laboratory → Pharmacy');
  assert.deepEqual([way['arrivals'], way['visit_median_minutes']], ['2', '15']);
});

/** The label of the line's first row by hour in the exported table, which ends with the hour. */
function hourOf(rows: readonly string[], line: string): string {
  const start = `line hour,"${line}, `;
  const row = rows.find((each) => each.startsWith(start)) ?? '';
  return row.slice(0, row.indexOf('"', start.length) + 1);
}

test('statistics computed from stored daily sums equal those computed from the visits, and another hospital cannot see the visits [LINE-5]', async () => {
  const shift = `interval '10 days'`;
  await app.owner.query(`update queue_entry set joined_at = joined_at - ${shift},
    approved_at = approved_at - ${shift}, started_at = started_at - ${shift},
    ended_at = ended_at - ${shift}`);
  const days = { days: 30 };
  const before = await flow(days);
  assert.ok(before !== null && before.lines.length > 0);
  assert.ok((await countDueDays(app.db)) > 0);
  const { rows } = await app.owner.query('select from day_flow_figures');
  assert.ok(rows.length > 0);
  assert.deepEqual(await flow(days), before);
  const elsewhere = await makeTown(app);
  await makeLine(app, elsewhere.admin, { name: 'Laboratory' });
  const theirs = await get(app, elsewhere.admin, 'getAnalytics', { query: days });
  assert.deepEqual(theirs.flow, { lines: [], points: [], routes: [] });
});

test('waiting patients are counted by the hour of the hospital’s clock, even in a time zone with a half-hour offset [LINE-5]', async () => {
  const zone = 'Asia/Kolkata';
  const day = addDays(dayAt(app.clock.now(), zone), -1);
  await app.owner.query(`update hospital set time_zone = '${zone}' where id = $1`, [
    town.hospitalId,
  ]);
  await app.owner.query(
    `update queue_entry set joined_at = $1, approved_at = $1, started_at = $2, ended_at = $2`,
    [instantFrom(day, '10:05', zone), instantFrom(day, '10:25', zone)],
  );
  const read = await flow({ days: 7 });
  const { waiting = [] } = read?.lines.find(({ id }) => id === laboratory.id) ?? {};
  assert.deepEqual(
    waiting.flatMap((persons, hour) => (persons > 0 ? [hour] : [])),
    [10],
  );
  const hours = await countPassed(app.db, town.hospitalId, new Date(0));
  assert.deepEqual(
    hours.map(({ hour }) => hour),
    [10],
    'so is what is learnt of who was put in front',
  );
});
