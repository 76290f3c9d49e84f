/**
 * Tests on a real database that invalid data of one hospital do not stop the hourly calibration of
 * the others.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { ok } from '../platform/result.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { findCalibration, saveUsual } from './promises.store.ts';
import { recalibrateWaits } from './recalibrate-waits.use-case.ts';

let app: TestApp;
before(async () => {
  app = await makeTestApp();
});
after(() => app.close());

/** Makes a hospital in which at least one patient was called. */
async function makeUsedTown(): Promise<Town> {
  const town = await makeTown(app);
  const walkIn = { name: 'Kamla Devi', doctorId: town.doctorId };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body: walkIn });
  await get(app, town.doctor, 'startConsultation', { id: queue.id });
  return town;
}

test('if the forecasts of one hospital cannot be adjusted, those of all other hospitals still are [QST-12]', async () => {
  const [one, other] = [await makeUsedTown(), await makeUsedTown()];
  for (const [broken, sound] of [
    [one, other],
    [other, one],
  ] as const) {
    await app.owner.query('delete from wait_fit');
    await app.owner.query(
      `insert into wait_fit (hospital_id, forecast, fitted_at) values ($1, '{}', '-infinity')`,
      [broken.hospitalId],
    );
    await assert.rejects(recalibrateWaits(app.db, app.clock));
    assert.ok((await findCalibration(app.db, sound.hospitalId))?.byState);
  }
});

test('the hourly adjustment of wait forecasts skips a line that is just being changed, and adjusts the line in the next hour [QST-12]', async () => {
  const { doctorId } = await makeUsedTown();
  const usual = async () => {
    const { rows } = await app.owner.query<{ usual_minutes: number }>(
      'select usual_minutes from doctor_queue where doctor_id = $1',
      [doctorId],
    );
    return rows[0]?.usual_minutes;
  };
  await app.owner.query('update doctor_queue set usual_minutes = 99 where doctor_id = $1', [
    doctorId,
  ]);
  await app.db.transaction(async (tx) => {
    await tx.run(sql`update doctor_queue set version = version where doctor_id = ${doctorId}`);
    await saveUsual(app.db, [{ doctorId, minutes: 7, shift: 0 }]);
    assert.equal(await usual(), 99);
    return ok(undefined);
  });
  await saveUsual(app.db, [{ doctorId, minutes: 7, shift: 0 }]);
  assert.equal(await usual(), 7);
});
