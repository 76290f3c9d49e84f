/**
 * Measures the published interval for the share of patients who were called within their announced
 * wait. It measures how often the interval contains the true share. The simulated hospitals have
 * good and bad days that affect all patients of a day [WAIT-3].
 */
import { keptShare, type KeptDay } from '../../server/src/analytics/kept-times/kept-times.rules.ts';
import { normalOf, type Random, seededRandom } from '../../server/src/replay/chance.rules.ts';

/**
 * A simulated hospital. The deviations below are standard deviations of the log-odds that a patient
 * is called within the shown wait.
 */
interface KeptRateSetting {
  readonly name: string;
  readonly doctors: number;
  readonly days: number;
  /**
   * The mean share of patients called in within the shown wait, for an ordinary doctor on an
   * ordinary day.
   */
  readonly share: number;
  /**
   * The standard deviation between days of the whole hospital. The next field: the standard
   * deviation between days of one doctor.
   */
  readonly ofHospitalDay: number;
  readonly ofDoctorDay: number;
  /** The standard deviation between the doctors of a hospital. */
  readonly ofDoctor: number;
  /** Share of days on which most waits are missed, for example because of a strike. */
  readonly badDays: number;
  /**
   * The number of announced waits on the quietest weekday, as a share of the number on the other
   * weekdays.
   */
  readonly smallestDay: number;
}

const usual: KeptRateSetting = {
  name: '6 doctors, 60 days',
  doctors: 6,
  days: 60,
  share: 0.9,
  ofHospitalDay: 0.6,
  ofDoctorDay: 0.4,
  ofDoctor: 0.3,
  badDays: 0,
  smallestDay: 0.4,
};

export const keptRateSettings: readonly KeptRateSetting[] = [
  { ...usual, name: '6 doctors, 12 days alike', days: 12 },
  { ...usual, name: '6 doctors, 60 days alike' },
  { ...usual, name: '30 doctors, 20 days alike', doctors: 30, days: 20 },
  { ...usual, name: '30 doctors, 90 days alike', doctors: 30, days: 90 },
  { ...usual, name: '1 doctor, 40 days', doctors: 1, days: 40 },
  { ...usual, name: '6 doctors, days not alike', ofHospitalDay: 0 },
  { ...usual, name: '97 in 100 kept', share: 0.97 },
  { ...usual, name: 'one bad day in ten', days: 90, badDays: 0.1 },
];

/** How much a bad day lowers the log-odds that a patient is called in within the shown wait. */
const worse = 2;
const daysOfWeek = 6;
/**
 * How many waits are announced to the patients of one doctor on an ordinary day. The next constant:
 * how strongly this number rises on bad days.
 */
const announcedByDoctor = 14;
const moreWhenHard = 0.15;
/** Share of days on which a doctor is off. */
const offShare = 0.15;
const daysOfTruth = 24_000;

interface KeptRate {
  readonly setting: KeptRateSetting;
  readonly truth: number;
  readonly hospitals: number;
  /** Share of the hospitals for which no interval is shown, because they have too few days. */
  readonly hidden: number;
  /** Share of the shown intervals that contain the true share. */
  readonly holds: number;
  /** Mean width of the shown intervals, from the lower to the upper share. */
  readonly width: number;
}

/** Simulates this many hospitals with one setting. */
export function measureKeptRate(
  setting: KeptRateSetting,
  hospitals: number,
  seed: number,
  byDay: (ofDoctors: readonly KeptDay[]) => readonly KeptDay[] = wholeDay,
): KeptRate {
  const random = seededRandom(seed);
  const doctors = Array.from(
    { length: setting.doctors },
    () => setting.ofDoctor * normalOf(random),
  );
  const truth = truthOf(setting, doctors, seededRandom(seed + 1));
  const shown = Array.from({ length: hospitals }, () => {
    const days = Array.from({ length: setting.days }, (_, day) =>
      byDay(doctorsOf(setting, doctors, day, random).map((one) => drawKept(one, random))),
    );
    return keptShare(days.flat(), 'kept');
  }).filter((interval) => interval !== undefined);
  const held = shown.filter(({ lower, upper }) => lower <= truth && truth <= upper);
  const widths = shown.reduce((sum, { lower, upper }) => sum + upper - lower, 0);
  return {
    setting,
    truth,
    hospitals,
    hidden: 1 - shown.length / hospitals,
    holds: held.length / shown.length,
    width: widths / shown.length,
  };
}

/**
 * The true share of patients called in within the shown wait, as the average over very many days.
 */
function truthOf(setting: KeptRateSetting, doctors: readonly number[], random: Random): number {
  let [announced, kept] = [0, 0];
  for (let day = 0; day < daysOfTruth; day += 1) {
    for (const one of doctorsOf(setting, doctors, day, random)) {
      announced += one.announced;
      kept += one.announced * one.share;
    }
  }
  return kept / announced;
}

function drawKept({ announced, share }: DoctorDay, random: Random): KeptDay {
  const kept = Array.from({ length: announced }, () => random() < share).filter(Boolean).length;
  return { announced, kept, inside: kept };
}

/** The figures of one day for the whole hospital, as the server reads them. */
function wholeDay(ofDoctors: readonly KeptDay[]): KeptDay[] {
  if (ofDoctors.length === 0) return [];
  const announced = ofDoctors.reduce((sum, one) => sum + one.announced, 0);
  const kept = ofDoctors.reduce((sum, one) => sum + one.kept, 0);
  return [{ announced, kept, inside: kept }];
}

interface DoctorDay {
  readonly announced: number;
  readonly share: number;
}

function doctorsOf(
  { share, ofHospitalDay, ofDoctorDay, badDays, smallestDay }: KeptRateSetting,
  doctors: readonly number[],
  day: number,
  random: Random,
): DoctorDay[] {
  const luck = normalOf(random);
  const ofDay = ofHospitalDay * luck - (random() < badDays ? worse : 0);
  const size = day % daysOfWeek === daysOfWeek - 1 ? smallestDay : 1;
  return doctors.flatMap((ofDoctor) => {
    if (random() < offShare) return [];
    const odds = Math.log(share / (1 - share)) + ofDoctor + ofDay + ofDoctorDay * normalOf(random);
    const load = announcedByDoctor * size * Math.exp(-moreWhenHard * luck);
    const announced = Math.max(1, Math.round(load * (0.7 + 0.6 * random())));
    return [{ announced, share: 1 / (1 + Math.exp(-odds)) }];
  });
}
