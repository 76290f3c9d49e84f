/**
 * Tests of the public page on how often a hospital's forecasts were right, through the server on a
 * real database [WAIT-3].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { seededRandom } from '../../replay/chance.rules.ts';
import { listenToStatements } from '../../testing/measuring/statements.ts';
import { get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeTown, type Town } from '../../testing/test-people.ts';
import { type KeptDay, keptShare } from './kept-times.rules.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

function page(path: string) {
  return app.send({ method: 'GET', url: path });
}

/** The time in ms for which the server caches the page's figures. */
const fiveMinutes = 300_000;
const pathOf = (id: string) => `/kept-times/${id}`;

async function show(isShown: boolean): Promise<void> {
  await get(app, town.admin, 'setKeptTimesPage', { body: { isShown } });
}

/**
 * Records `aDay` forecasts a day over `days` days. 90 % of the patients were called by the upper
 * end and 80 % within the range.
 */
async function announced(days: number, aDay: number): Promise<void> {
  await app.db.run(sql`
    with person as (insert into patient (name) values ('Somebody') returning id),
    entry as (
      insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at, ended_at)
      select ${town.hospitalId}, ${town.doctorId}, (select id from person), 'completed', 'low',
        ${app.clock.now()}::timestamptz - (n % ${days}) * interval '1 day' - interval '1 minute',
        ${app.clock.now()}
      from generate_series(0, ${days * aDay - 1}) n
      returning id, joined_at),
    numbered as (select id, joined_at, row_number() over () as number from entry)
    insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, state, ahead, bucket,
      expected, deviation, median, lower, upper, outcome, settled_at, actual, was_kept, inside)
    select ${town.hospitalId}, ${town.doctorId}, id, 'joined', joined_at, 'running', 1, 0, 10, 5, 10, 5,
      20, 'called', joined_at, 10, number % 10 <> 0, number % 5 <> 0
    from numbered`);
}

test('a hospital’s page about its forecasts is private until an administrator publishes it, and the publishing is recorded [WAIT-3, SEC-13]', async () => {
  const hidden = await page(pathOf(town.hospitalId));
  assert.equal(hidden.status, 404);
  assert.match(hidden.text, /Page not found/u);
  assert.ok(!hidden.text.includes('Test'), 'not even its name');
  await show(true);
  const { hospital } = await get(app, undefined, 'getHospital', { id: town.hospitalId });
  assert.equal(hospital.showsKeptTimes, true);
  assert.equal((await get(app, town.admin, 'getAnalytics')).showsKeptTimes, true);
  const shown = await page(pathOf(town.hospitalId));
  assert.equal(shown.status, 200);
  assert.match(shown.text, /not enough data yet/u);
  const { rows } = await app.db.pool.query<{ details: unknown }>(
    `select details from audit where action = 'show kept times' order by id desc limit 1`,
  );
  assert.deepEqual(rows[0]?.details, { from: 'off', to: 'on' });
  await show(false);
  assert.equal((await page(pathOf(town.hospitalId))).status, 404);
});

test('after fifty forecasts on ten days the public page shows how many forecasts were correct, with confidence intervals and the method [WAIT-3, QST-12]', async () => {
  await show(true);
  await announced(20, 10);
  app.clock.advance(fiveMinutes);
  const { text } = await page(`${pathOf(town.hospitalId)}?lang=en`);
  assert.match(
    text,
    /later of the two times we told<\/th><td>90% \(very likely between \d+% and \d+%\)/u,
  );
  assert.match(text, /two times we told<\/th><td>80% \(very likely between/u);
  assert.match(text, /Based on 200 wait times that we told/u);
  assert.match(text, /How it is counted/u);
  assert.ok(!/<script|style=|\son\w+=/u.test(text));
  const hindi = await page(`${pathOf(town.hospitalId)}?lang=hi`);
  assert.match(hindi.text, /20 में से 19 बार/u);
});

test('the server calculates the figures of the public forecast page once in five minutes, however many people open it [WAIT-3, KEEP-9]', async () => {
  await show(true);
  const listen = listenToStatements(app.db.pools);
  const readsOf = async (pages: number) => {
    const open = () => page(pathOf(town.hospitalId));
    const { statements } = await listen(() => Promise.all(Array.from({ length: pages }, open)));
    return statements.filter((text) => text.includes('group by (p.made_at')).length;
  };
  app.clock.advance(fiveMinutes);
  assert.equal(await readsOf(3), 1);
  assert.equal(await readsOf(2), 0);
  app.clock.advance(fiveMinutes);
  assert.equal(await readsOf(1), 1);
});

test('a hidden hospital and an invalid address have no public forecast page [WAIT-3, SEC-20]', async () => {
  await show(true);
  await app.owner.query(`update hospital set standing = 'hidden' where id = $1`, [town.hospitalId]);
  assert.equal((await page(pathOf(town.hospitalId))).status, 404);
  for (const id of ['x', '%00', '00000000-0000-4000-8000-000000000000']) {
    assert.equal((await page(pathOf(id))).status, 404, id);
  }
});

test('the width of the confidence interval of the share of correct forecasts depends on how the days vary, and not on the number of forecasts [WAIT-3]', () => {
  const alike: KeptDay[] = Array.from({ length: 40 }, () => ({
    announced: 20,
    kept: 18,
    inside: 16,
  }));
  const differing = alike.map((day, index) => ({ ...day, kept: index % 2 === 0 ? 20 : 16 }));
  const [narrow, wide] = [keptShare(alike, 'kept'), keptShare(differing, 'kept')];
  assert.ok(narrow && wide);
  assert.equal(narrow.share, 0.9);
  assert.equal(wide.share, 0.9);
  assert.ok(narrow.upper - narrow.lower < 0.001);
  assert.ok(wide.upper - wide.lower > 0.05);
  assert.equal(keptShare(alike.slice(0, 9), 'kept'), undefined, 'nine days');
  const few = alike.slice(0, 12).map(() => ({ announced: 4, kept: 4, inside: 4 }));
  assert.equal(keptShare(few, 'kept'), undefined, 'forty-eight waits');
});

test('the confidence interval of the share of correct forecasts is wider than zero even if every forecast was correct [WAIT-3]', () => {
  const always = (days: number): KeptDay[] =>
    Array.from({ length: days }, () => ({ announced: 5, kept: 5, inside: 0 }));
  const few = keptShare(always(10), 'kept');
  const many = keptShare(always(100), 'kept');
  assert.deepEqual([few?.share, few?.upper], [1, 1]);
  assert.ok((few?.lower ?? 1) < 0.95 && (few?.lower ?? 0) > 0.85, JSON.stringify(few));
  assert.ok((many?.lower ?? 1) > (few?.lower ?? 1) && (many?.lower ?? 1) < 1);
  const never = keptShare(always(10), 'inside');
  assert.ok(never?.lower === 0 && never.upper > 0.05, JSON.stringify(never));
});

test('the 95 % confidence interval contains the true share of correct forecasts 19 times in 20, even near 100 % and with varying days [WAIT-3]', () => {
  const random = seededRandom(7);
  for (const truth of [0.8, 0.9, 0.96]) {
    let held = 0;
    const runs = 400;
    for (let run = 0; run < runs; run += 1) {
      const days = Array.from({ length: 25 }, (): KeptDay => {
        // On a good day the forecasts for all patients are better, and on a bad day worse.
        const ofDay = random() < 0.5 ? truth - 0.03 : truth + 0.03;
        const kept = Array.from({ length: 6 }, () => random() < ofDay).filter(Boolean).length;
        return { announced: 6, kept, inside: kept };
      });
      const { lower, upper } = keptShare(days, 'kept') ?? { lower: 1, upper: 0 };
      if (lower <= truth && truth <= upper) held += 1;
    }
    assert.ok(held / runs > 0.92, `${truth}: ${held / runs}`);
  }
});

test('once enough forecasts were made, the public page and the administrator see how often forecasts of a whole visit were correct [LINE-5, WAIT-3]', async () => {
  await show(true);
  await app.owner.query(`update hospital set standing = 'confirmed' where id = $1`, [
    town.hospitalId,
  ]);
  const before = await page(`${pathOf(town.hospitalId)}?lang=en`);
  assert.doesNotMatch(before.text, /Visits with several stops/u);
  await announced(20, 5);
  await app.db.run(sql`
    insert into visit_promise (entry_id, kind, visit_id, hospital_id, made_at, bucket, expected,
      deviation, lower, upper, outcome, settled_at, actual, was_kept, inside)
    select id, 'waiting', id, hospital_id, joined_at, 0, 40, 10, 30, 60, 'done', joined_at, 45,
      number % 5 <> 0, number % 4 <> 0
    from (select e.*, row_number() over (order by e.id) as number from queue_entry e
      where e.hospital_id = ${town.hospitalId} order by e.id limit 100) e`);
  app.clock.advance(fiveMinutes);
  const { text } = await page(`${pathOf(town.hospitalId)}?lang=en`);
  assert.match(text, /Visits with several stops/u);
  assert.match(
    text,
    /Finished before the later of the two times we told<\/th><td>80% \(very likely between/u,
  );
  assert.match((await page(`${pathOf(town.hospitalId)}?lang=hi`)).text, /कई पड़ावों वाली विज़िट/u);
  const { keptTimes } = await get(app, town.admin, 'getAnalytics', { query: { days: 90 } });
  assert.deepEqual([keptTimes.visits.promises, keptTimes.visits.kept], [100, 80]);
});
