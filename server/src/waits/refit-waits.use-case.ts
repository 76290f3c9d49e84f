/** Fits the ranges, the absences and the usual paces to what has happened since [QST-12]. */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { fitAbsentShare, fitRanges } from './fit.rules.ts';
import { usualPace } from './pace.rules.ts';
import {
  countAbsent,
  type DoctorPaceRow,
  listHospitalsToFit,
  listPaces,
  listScores,
  saveFit,
  saveUsual,
} from './promises.store.ts';

/** Absences are counted over four weeks. */
const absencesMs = 28 * 86_400_000;

/** Every hospital with news; running it twice, or in two processes at once, does no harm. */
export async function refitWaits(db: Database, clock: Clock): Promise<void> {
  for (const hospitalId of await listHospitalsToFit(db)) await refit(db, hospitalId, clock.now());
}

async function refit(db: Database, hospitalId: string, now: Date): Promise<void> {
  const quantiles = fitRanges(await listScores(db, hospitalId));
  const since = new Date(now.getTime() - absencesMs);
  const { absent, seen } = await countAbsent(db, hospitalId, since);
  await saveUsual(db, usualPaces(await listPaces(db, hospitalId)));
  await saveFit(db, hospitalId, { quantiles, absentShare: fitAbsentShare(absent, seen) }, now);
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
