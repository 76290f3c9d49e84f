/**
 * Recalibrates a hospital's forecasts: ranges of waits, share of absent patients, hours of the day,
 * assumed service times, and lengths of kinds of visits [QST-12].
 */
import { usualVisitMinutes } from '@baari/contract/doctor/visit-minutes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { settleAll } from '../platform/jobs/settle-all.ts';
import { countedDays } from './constants.rules.ts';
import { usualStarts } from './late-start.rules.ts';
import { squaredVariation, usualServiceTime } from './service-time.rules.ts';
import {
  countAbsent,
  countPassed,
  type DoctorServiceTimeRow,
  findCalibration,
  listHospitalsToCalibrate,
  listServiceTimes,
  listScores,
  saveCalibration,
  saveUsual,
} from './promises.store.ts';
import { factorsOfDoctor, factorsOfHospital } from './visit-kind.rules.ts';
import { listKindSums, saveKindFactors } from './visit-kind.store.ts';
import {
  defaultCalibration,
  estimateAbsentShare,
  estimateFronts,
  calibrateRanges,
  estimateSpread,
  shiftOf,
} from './calibration.rules.ts';

const dayMs = 86_400_000;

/**
 * Recalibrates the forecasts of each hospital that has new data, in a transaction for each
 * hospital. It is idempotent and safe in two processes at once.
 */
export async function recalibrateWaits(db: Database, clock: Clock): Promise<void> {
  await settleAll(
    await listHospitalsToCalibrate(db),
    "fittings of hospitals' waits",
    (hospitalId) => refit(db, hospitalId, clock.now()),
  );
}

async function refit(db: Database, hospitalId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - countedDays * dayMs);
  const before = (await findCalibration(db, hospitalId)) ?? defaultCalibration;
  const scores = await listScores(db, hospitalId);
  const { absent, seen } = await countAbsent(db, hospitalId, since);
  const hours = await countPassed(db, hospitalId, since);
  const serviceTimes = await listServiceTimes(db, hospitalId);
  const byState = calibrateRanges(scores, before.byState);
  const ofDoctor = Map.groupBy(scores, ({ doctorId }) => doctorId);
  const usual = serviceTimes.map((row) => ({
    doctorId: row.doctor_id,
    minutes: usualMinutesOf(row, serviceTimes),
    shift: shiftOf(ofDoctor.get(row.doctor_id) ?? [], byState, row.upper_shift),
  }));
  await saveUsual(db, usual);
  const kindSums = await listKindSums(db, hospitalId, since);
  const kinds = factorsOfHospital(kindSums) ?? before.kinds;
  if (kinds !== undefined) {
    const factors = serviceTimes.map(({ doctor_id: doctorId }) => {
      return { doctorId, factors: factorsOfDoctor(kindSums, doctorId, kinds) };
    });
    await saveKindFactors(db, factors);
  }
  const calibration = {
    byState,
    absentShare: estimateAbsentShare(absent, seen),
    fronts: estimateFronts(hours),
    spread: estimateSpread(squaredVariation(serviceTimes), sumOf(serviceTimes).visits),
    usualStarts: usualStarts(serviceTimes.flatMap(({ late_starts }) => late_starts)),
    kinds,
  };
  await saveCalibration(db, hospitalId, calibration, now);
}

function usualMinutesOf(
  { specialty, stated }: DoctorServiceTimeRow,
  rows: readonly DoctorServiceTimeRow[],
): number {
  const ofSpecialty = sumOf(rows.filter((row) => row.specialty === specialty));
  return stated ?? usualServiceTime(ofSpecialty, sumOf(rows), usualVisitMinutes(specialty));
}

function sumOf(rows: readonly DoctorServiceTimeRow[]): { minutes: number; visits: number } {
  return {
    minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
  };
}
