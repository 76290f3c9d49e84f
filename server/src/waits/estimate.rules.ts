/**
 * What a patient is told: the median wait and a range to plan by, minutes. The lengths of
 * consultations are taken as lognormal; the range is W to W + 1.28·√V until scores of past
 * promises widen or narrow it [QST-12, INV-11].
 */
import type { Wait } from '@baari/contract/doctor.ts';

export interface LineAhead {
  /** Waiting patients who will be called before this one. */
  readonly ahead: number;
  /** The doctor's mean consultation, minutes. */
  readonly mean: number;
  /** For how long the running consultation has lasted, minutes; null when nobody is inside. */
  readonly runningFor: number | null;
}

/** Share of waiting patients who turn out to be absent, until it is measured. */
const noShowShare = 0.08;
/** Standard deviation of the logarithm of a consultation's length, pooled. */
const logDeviation = 0.63;
/** Squared coefficient of variation of a lognormal with that deviation. */
const squaredVariation = Math.exp(logDeviation ** 2) - 1;
/** How far the pace itself may be off, as a share of the wait. */
const paceError = 0.1;
/** The upper bound of an 80 % range of a normal error. */
const upperQuantile = 1.28;

/** Does not fall as the number ahead grows; the median is at least one minute. */
export function estimateWait(line: LineAhead): Wait {
  const rest = remaining(line.mean, line.runningFor);
  const { ahead, mean } = line;
  const expected = rest.mean + ahead * (1 - noShowShare) * mean;
  const variance =
    rest.variance +
    ahead * (1 - noShowShare) * mean ** 2 * squaredVariation +
    ahead * noShowShare * (1 - noShowShare) * mean ** 2 +
    (paceError * ahead * mean) ** 2;
  const minutes = Math.max(1, Math.round(expected));
  return {
    minutes,
    lower: roundTo5(expected, Math.floor),
    upper: Math.max(5, roundTo5(expected + upperQuantile * Math.sqrt(variance), Math.ceil)),
  };
}

function roundTo5(minutes: number, round: (value: number) => number): number {
  return round(minutes / 5) * 5;
}

/** Mean and variance of what is left of a running lognormal consultation, minutes. */
function remaining(mean: number, runningFor: number | null): { mean: number; variance: number } {
  if (runningFor === null) return { mean: 0, variance: 0 };
  const elapsed = Math.max(0, runningFor);
  // Far in the tail the two normal tails below lose all digits; a long one is simply half over.
  const counted = Math.min(elapsed, 6 * mean);
  const location = Math.log(mean) - logDeviation ** 2 / 2;
  const z = counted === 0 ? -Infinity : (Math.log(counted) - location) / logDeviation;
  const surviving = 1 - normal(z);
  const first = (mean * (1 - normal(z - logDeviation))) / surviving;
  const second =
    (mean ** 2 * Math.exp(logDeviation ** 2) * (1 - normal(z - 2 * logDeviation))) / surviving;
  return {
    mean: Math.max(0, first - counted),
    variance: Math.max(0, second - first ** 2),
  };
}

/** The standard normal distribution (Abramowitz & Stegun 26.2.17, error below 7.5e-8). */
function normal(z: number): number {
  if (z === -Infinity) return 0;
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const tail =
    Math.exp((-z * z) / 2) *
    0.398_942_280_401_432_7 *
    t *
    (0.319_381_53 +
      t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return z > 0 ? 1 - tail : tail;
}
