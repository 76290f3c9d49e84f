/**
 * Recalibrates ranges, absences, hours, prior paces and the lengths of kinds of visits [QST-12].
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
} from './calibration.rules.ts';

const dayMs = 86_400_000;

/** Each hospital with news in its own transaction; idempotent and safe in two processes at once. */
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
  await saveUsual(db, usualServiceTimes(serviceTimes));
  const kindSums = await listKindSums(db, hospitalId, since);
  const kinds = factorsOfHospital(kindSums) ?? before.kinds;
  if (kinds !== undefined) {
    const factors = serviceTimes.map(({ doctor_id: doctorId }) => {
      return { doctorId, factors: factorsOfDoctor(kindSums, doctorId, kinds) };
    });
    await saveKindFactors(db, factors);
  }
  const calibration = {
    byState: calibrateRanges(scores, before.byState),
    absentShare: estimateAbsentShare(absent, seen),
    fronts: estimateFronts(hours),
    spread: estimateSpread(squaredVariation(serviceTimes), sumOf(serviceTimes).visits),
    usualStarts: usualStarts(serviceTimes.flatMap(({ late_starts }) => late_starts)),
    kinds,
  };
  await saveCalibration(db, hospitalId, calibration, now);
}

function usualServiceTimes(rows: readonly DoctorServiceTimeRow[]) {
  const ofHospital = sumOf(rows);
  return rows.map(({ doctor_id, specialty, stated }) => {
    const ofSpecialty = sumOf(rows.filter((row) => row.specialty === specialty));
    const learnt = usualServiceTime(ofSpecialty, ofHospital, usualVisitMinutes(specialty));
    return { doctorId: doctor_id, minutes: stated ?? learnt };
  });
}

function sumOf(rows: readonly DoctorServiceTimeRow[]): { minutes: number; visits: number } {
  return {
    minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
  };
}
