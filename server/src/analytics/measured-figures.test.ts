/** Tests of the landing page's figures, measured from the installation's own visits [LAND-3]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { type FiguresBasis, figuresNote } from '@baari/contract/hospital/figures-note.ts';
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../texts/texts.ts';
import { landingFiguresOf, measuredFigures, measureInstallation } from './measured-figures.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

/** The note that the landing page shows below the figures. */
function noteIn(language: Language, basis: FiguresBasis): string {
  const percents = new Intl.NumberFormat('en-IN', { style: 'percent' });
  const { figuresNote: words } = textsOf('landing', language);
  return figuresNote(basis, words, (share) => percents.format(share));
}

/**
 * Records `aDay` visits a day over `days` days. Half of them were requested from home an hour
 * before the patient arrived.
 */
async function visits(days: number, aDay: number): Promise<void> {
  await app.db.run(sql`
    with person as (
      insert into patient (name) select 'Somebody' from generate_series(1, ${days * aDay})
      returning id),
    numbered as (select id, row_number() over () as n from person),
    visit as (
      select id, n % 2 = 0 as is_remote,
        ${app.clock.now()}::timestamptz - (1 + n % ${days}) * interval '1 day' as arrived,
        -- days differ a lot, and visits a little
        (1 + (n % ${days}) % 5 * 0.1) * (1 + n % 7 * 0.02) as likeness
      from numbered)
    insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at, approved_at,
      checked_in_at, checked_in_by, started_at, ended_at)
    select ${town.hospitalId}, ${town.doctorId}, id, 'completed', 'medium',
      arrived - case when is_remote then interval '1 hour' else interval '0' end,
      arrived - case when is_remote then interval '1 hour' else interval '0' end, arrived, 'staff',
      arrived + (case when is_remote then 30 else 50 end) * likeness * interval '1 minute',
      arrived + interval '3 hours'
    from visit`);
}

test('with too few visits, the landing page counts visits and says how many more are needed to compare waiting times [LAND-3, WAIT-2]', async () => {
  await visits(10, 4);
  const { figures, basis } = measuredFigures(await measureInstallation(app.db, app.clock));
  assert.deepEqual(figures, { lessWaiting: '–', hospitals: '2', patientsServed: '40' });
  assert.match(noteIn('en', basis), /once 360 more visits have been measured/u);
  assert.match(noteIn('hi', basis), /360 और मुलाक़ातें/u);
});

test('from 400 visits on, the landing page shows the measured reduction of time at the hospital with a confidence interval [LAND-3, WAIT-2]', async () => {
  const source = landingFiguresOf('measured', app.db, app.clock);
  const early = source.current();
  assert.match(noteIn('en', early.basis), /being counted/u);
  await visits(40, 12);
  await source.measure();
  const { figures, basis } = source.current();
  assert.equal(figures.lessWaiting, '40%');
  assert.equal(figures.patientsServed, '520');
  assert.match(
    noteIn('en', basis),
    /spent 3\d% to 4\d% less time at the hospital \(19 times in 20\)/u,
  );
  const same = source.current();
  await source.measure();
  assert.equal(source.current(), same, 'the same until something has changed');
});

test('the visits of a hidden hospital are not counted in the statistics of the landing page [LAND-3, SEC-20]', async () => {
  await app.owner.query(`update hospital set standing = 'hidden' where id = $1`, [town.hospitalId]);
  const { figures } = measuredFigures(await measureInstallation(app.db, app.clock));
  assert.equal(figures.hospitals, '1');
  assert.equal(figures.lessWaiting, '–');
  await app.owner.query(`update hospital set standing = 'unconfirmed' where id = $1`, [
    town.hospitalId,
  ]);
});

test('statistics that the operator entered for the landing page are shown unchanged and marked as stated by the operator [LAND-3]', async () => {
  const site = await get(app, undefined, 'getSite');
  assert.deepEqual(site.figures, { lessWaiting: '40%', hospitals: '25+', patientsServed: '10K+' });
  assert.match(noteIn('en', site.figuresBasis), /stated by the operator/u);
});

test('an installation that is set to measure shows measured statistics on the landing page, and not the default values [LAND-3]', async () => {
  const measuring = await makeTestApp({ beside: app, settings: { LANDING_FIGURES: 'measured' } });
  try {
    const { figures, figuresBasis } = await get(measuring, undefined, 'getSite');
    assert.notEqual(figures.hospitals, '25+');
    assert.doesNotMatch(noteIn('en', figuresBasis), /stated/u);
  } finally {
    await measuring.close();
  }
});
