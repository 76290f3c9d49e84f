/**
 * Recalibrates ranges, absences, hours, prior paces and the lengths of kinds of visits [QST-12].
 */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { eachByItself } from '../platform/jobs/each-by-itself.ts';
import { usualStarts } from './late-start.rules.ts';
import { squaredVariation, usualPace } from './pace.rules.ts';
import {
  countAbsent,
  countPassed,
  type DoctorPaceRow,
  findFit,
  listHospitalsToFit,
  listPaces,
  listScores,
  saveFit,
  saveUsual,
} from './promises.store.ts';
import { factorsOfDoctor, factorsOfHospital } from './visit-kind.rules.ts';
import { listKindSums, saveKindFactors } from './visit-kind.store.ts';
import { defaultFit, fitAbsentShare, fitFronts, fitRanges, fitSpread } from './wait-fit.rules.ts';

/** Absences and passed patients are counted over four weeks. */
const countedMs = 28 * 86_400_000;

/** Each hospital with news in its own transaction; idempotent and safe in two processes at once. */
export async function refitWaits(db: Database, clock: Clock): Promise<void> {
  await eachByItself(await listHospitalsToFit(db), "fittings of hospitals' waits", (hospitalId) =>
    refit(db, hospitalId, clock.now()),
  );
}

async function refit(db: Database, hospitalId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - countedMs);
  const before = (await findFit(db, hospitalId)) ?? defaultFit;
  const scores = await listScores(db, hospitalId);
  const { absent, seen } = await countAbsent(db, hospitalId, since);
  const hours = await countPassed(db, hospitalId, since);
  const paces = await listPaces(db, hospitalId);
  await saveUsual(db, usualPaces(paces));
  const kindSums = await listKindSums(db, hospitalId, since);
  const kinds = factorsOfHospital(kindSums) ?? before.kinds;
  if (kinds !== undefined) {
    const factors = paces.map(({ doctor_id: doctorId }) => {
      return { doctorId, factors: factorsOfDoctor(kindSums, doctorId, kinds) };
    });
    await saveKindFactors(db, factors);
  }
  const fit = {
    byState: fitRanges(scores, before.byState),
    absentShare: fitAbsentShare(absent, seen),
    fronts: fitFronts(hours),
    spread: fitSpread(squaredVariation(paces), sumOf(paces).visits),
    usualStarts: usualStarts(paces.flatMap(({ late_starts }) => late_starts)),
    kinds,
  };
  await saveFit(db, hospitalId, fit, now);
}

function usualPaces(rows: readonly DoctorPaceRow[]) {
  const ofHospital = sumOf(rows);
  return rows.map(({ doctor_id, specialty }) => ({
    doctorId: doctor_id,
    minutes: usualPace(sumOf(rows.filter((row) => row.specialty === specialty)), ofHospital),
  }));
}

function sumOf(rows: readonly DoctorPaceRow[]): { minutes: number; visits: number } {
  return {
    minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
  };
}
