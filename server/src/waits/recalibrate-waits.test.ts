/** The hourly calibration when one hospital's data fail, on a real database. */
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

/** A hospital with a call. */
async function makeUsedTown(): Promise<Town> {
  const town = await makeTown(app);
  const walkIn = { name: 'Kamla Devi', doctorId: town.doctorId };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body: walkIn });
  await get(app, town.doctor, 'startConsultation', { id: queue.id });
  return town;
}

test('if one hospital’s waits cannot be calibrated, the waits of all other hospitals are [QST-12]', async () => {
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

test('the hourly calibration does not wait for a line that is being changed, and corrects it the next time [QST-12]', async () => {
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
    await saveUsual(app.db, [{ doctorId, minutes: 7 }]);
    assert.equal(await usual(), 99);
    return ok(undefined);
  });
  await saveUsual(app.db, [{ doctorId, minutes: 7 }]);
  assert.equal(await usual(), 7);
});
