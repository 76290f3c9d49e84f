/**
 * Records forecasts of the remaining time of whole visits. When a visit ends, its forecasts are
 * settled, and later forecasts are calibrated by the result [LINE-5].
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { settleAll } from '../../platform/jobs/settle-all.ts';
import { findEntry } from '../../queue/queue.store.ts';
import { fitNext, fitStays, fitVisitRanges } from '../../waits/visit-left.rules.ts';
import { readVisitLeft } from './visit-left.query.ts';
import {
  findVisitFacts,
  insertVisitPromise,
  listHospitalsToCalibrate,
  listNextCounts,
  listStaySums,
  listUnannounced,
  listVisitScores,
  saveVisitFit,
  settleVisits,
} from './visit-left.store.ts';

/**
 * A step of a visit that began longer ago than this gets no forecast. A forecast recorded now would
 * not be from the start of the step.
 */
const beginsMs = 2 * 60_000;
/**
 * A visit counts as ended only this long after its last step ended, because that step may be undone
 * or followed by another step.
 */
const settlesAfterMs = 60_000;
/**
 * The period of past visits that is measured: how long patients stay in a line, and to which line
 * they usually go next. It is four weeks.
 */
const countedMs = 28 * 86_400_000;

/**
 * Records the forecast of each step that began, and settles the forecasts of ended visits. It runs
 * as a scheduled task, so that changes of an entry need no additional writes.
 */
export async function keepVisitPromises(db: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  for (const { id, kind } of await listUnannounced(db, new Date(now.getTime() - beginsMs))) {
    const entry = await findEntry(db, id);
    const forecast = entry && (await readVisitLeft(db, entry, now));
    if (entry === undefined || forecast === undefined) continue;
    const { expected, deviation, lower, upper, bucket } = forecast;
    await insertVisitPromise(db, {
      entryId: id,
      kind,
      visitId: entry.visit_id ?? id,
      hospitalId: entry.hospital_id,
      madeAt: now,
      bucket,
      expected,
      deviation,
      lower,
      upper,
    });
  }
  await settleVisits(db, new Date(now.getTime() - settlesAfterMs), now);
}

/**
 * Measures for each hospital how long patients stay in a line, where they usually go next, and the
 * errors of forecasts. Idempotent.
 */
export async function refitVisits(db: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - countedMs);
  await settleAll(
    await listHospitalsToCalibrate(db),
    "fittings of hospitals' visits",
    async (hospitalId) => {
      const { said } = await findVisitFacts(db, hospitalId);
      const calibration = {
        stays: fitStays(await listStaySums(db, hospitalId, since)),
        next: fitNext(await listNextCounts(db, hospitalId, since), said),
        quantiles: fitVisitRanges(await listVisitScores(db, hospitalId)),
      };
      await saveVisitFit(db, hospitalId, calibration, now);
    },
  );
}
