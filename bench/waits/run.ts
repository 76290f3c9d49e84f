/**
 * Simulates a world day by day. All doctors of a hospital are simulated together in order of time,
 * and the forecast is adjusted every hour.
 */
import { type Clinic, dayMinutes, openClinic, type Announced, type VisitRecord } from './clinic.ts';
import { drawDay, drawDoctor, driftOf } from './fate.ts';
import type { Product, ProductHospital, ProductLine } from './product.ts';
import { seededRandom } from '../../server/src/replay/chance.rules.ts';
import { type LineRecord, openRecord } from './record.ts';
import { doctorsEach, type World } from './worlds.ts';

/**
 * The seed with which the published results were made. Other seeds show how much chance changes the
 * results.
 */
export const usualSeed = 2026;
/**
 * The number of days at the end of a simulation on which every shown wait is checked each minute.
 */
const watchedDays = 5;

export interface WorldRun {
  readonly announced: readonly Announced[];
  readonly visits: readonly VisitRecord[];
  /** The doctor's idle minutes on each day that counts in the results. */
  readonly idle: readonly number[];
}

export interface RunOptions {
  readonly seed?: number;
  readonly watches?: boolean;
}

export function runWorld(
  world: World,
  product: Product,
  { seed = usualSeed, watches = true }: RunOptions = {},
): WorldRun {
  const announced: Announced[] = [];
  const visits: VisitRecord[] = [];
  const idle: number[] = [];
  for (let number = 0; number < world.hospitals; number += 1) {
    const random = seededRandom(seed * 1009 + number);
    const hospital = product.openHospital({
      hasPlannedBreak: world.hasPlannedBreak && world.breakIsInPlan,
    });
    const doctors = Array.from({ length: doctorsEach }, (_, index) => ({
      index,
      doctor: drawDoctor(random, world),
      line: hospital.openLine(index),
    }));
    for (let day = 0; day < world.days; day += 1) {
      const isWatched = watches && day >= Math.max(world.countsFrom, world.days - watchedDays);
      const clinics = doctors
        .filter(({ index }) => worksOn(world, index, day))
        .map(({ index, doctor, line }) => {
          const fate = drawDay(random, world, doctor, driftOf(world, index, day));
          const record = openRecord();
          return openOne(record, index, line, fate, isWatched);
        });
      runDay(clinics, hospital, day);
      if (day < world.countsFrom) continue;
      for (const clinic of clinics) {
        announced.push(...clinic.announced.filter((one) => counts(world, one)));
        visits.push(...clinic.visits);
        idle.push(clinic.idleMinutes());
      }

      function openOne(
        record: LineRecord,
        index: number,
        line: ProductLine,
        fate: ReturnType<typeof drawDay>,
        watchesEveryMinute: boolean,
      ): Clinic {
        return openClinic({
          day,
          hospital: number,
          doctor: index,
          random: seededRandom(seed + number * 7919 + day * 104_729 + index),
          fate,
          record,
          product: line,
          setPoints: product.setPoints,
          watchesEveryMinute,
        });
      }
    }
  }
  return { announced, visits, idle };
}

function worksOn({ newDoctorFrom }: World, index: number, day: number): boolean {
  return newDoctorFrom === undefined || index < doctorsEach - 1 || day >= newDoctorFrom;
}

/** Whether a wait is counted. In some worlds only one doctor of each hospital counts. */
function counts({ newDoctorFrom, slow }: World, { doctor }: Announced): boolean {
  if (newDoctorFrom !== undefined) return doctor === doctorsEach - 1;
  return slow?.who !== 'one' || doctor === 0;
}

/**
 * Simulates one day hour by hour. The forecasts of all doctors therefore use within the hour what
 * was learnt from any one doctor's queue.
 */
function runDay(clinics: readonly Clinic[], hospital: ProductHospital, day: number): void {
  const midnight = day * dayMinutes;
  for (let hour = 7; hour <= 23; hour += 1) {
    const until = midnight + hour * 60;
    for (const { agenda } of clinics) agenda.runUntil(until);
    hospital.refit(until);
  }
  for (const { agenda } of clinics) agenda.runUntil(midnight + dayMinutes - 1);
}
