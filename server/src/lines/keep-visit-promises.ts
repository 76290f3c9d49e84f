/** What visits were told is kept on record, settled when they are over, and learnt from [LINE-5]. */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { eachByItself } from '../platform/jobs/each-by-itself.ts';
import { findEntry } from '../queue/queue.store.ts';
import { fitNext, fitStays, fitVisitRanges } from '../waits/visit-left.rules.ts';
import { readVisitLeft } from './visit-left.query.ts';
import {
  findVisitFacts,
  insertVisitPromise,
  listHospitalsToFit,
  listNextCounts,
  listStaySums,
  listUntold,
  listVisitScores,
  saveVisitFit,
  settleVisits,
} from './visit-left.store.ts';

/** A stop that began longer ago, and of which nothing could be said then, was promised nothing. */
const beginsMs = 2 * 60_000;
/** A stop that ended just now may be taken back, or another one follow. */
const settlesAfterMs = 60_000;
/** Stays and ways are learnt from four weeks. */
const countedMs = 28 * 86_400_000;

/**
 * Records what is told of each stop that has begun, and settles what visits that are over were told. Found by
 * looking, so that a visit of one stop at a doctor writes nothing more than before.
 */
export async function keepVisitPromises(db: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  for (const { id, kind } of await listUntold(db, new Date(now.getTime() - beginsMs))) {
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

/** Learns of each hospital how long people stay, where they go and how far off it was; running it twice does no harm. */
export async function refitVisits(db: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - countedMs);
  await eachByItself(
    await listHospitalsToFit(db),
    "fittings of hospitals' visits",
    async (hospitalId) => {
      const { said } = await findVisitFacts(db, hospitalId);
      const fit = {
        stays: fitStays(await listStaySums(db, hospitalId, since)),
        next: fitNext(await listNextCounts(db, hospitalId, since), said),
        quantiles: fitVisitRanges(await listVisitScores(db, hospitalId)),
      };
      await saveVisitFit(db, hospitalId, fit, now);
    },
  );
}
