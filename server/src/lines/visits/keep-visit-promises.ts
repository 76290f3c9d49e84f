/**
 * Records forecasts of whole visits, settles them when the visits end, and calibrates by them
 * [LINE-5].
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

/** A stop that began longer ago had no forecast at its start, so none is recorded. */
const beginsMs = 2 * 60_000;
/**
 * A visit counts as ended only after this time, since a stop that just ended may be undone or followed by another.
 */
const settlesAfterMs = 60_000;
/** The period over which stays and routes are measured: four weeks. */
const countedMs = 28 * 86_400_000;

/**
 * Records the forecast of each stop that began, and settles the forecasts of ended visits. Runs as
 * a scheduled task, so that a visit of one stop needs no more writes.
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

/** Measures each hospital's lengths of stay, routes and forecast errors; idempotent. */
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
