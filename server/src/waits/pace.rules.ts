/**
 * How fast a doctor works, learnt from the consultations themselves. Times in minutes.
 * Shrinkage towards the usual pace: Ibrahim & Whitt 2009, 2011 (delay-history predictors).
 */

/** What is remembered: decayed sums, so that yesterday counts more than last month. */
export interface Pace {
  /** Sum of consultation lengths, minutes, each capped and decayed. */
  readonly minutes: number;
  /** Their number, decayed alike. */
  readonly visits: number;
  /** When it was last brought up to date. */
  readonly at: Date | null;
}

/** What a consultation takes where nothing is known yet, minutes. */
const usualMinutes = 12;
/** How many of the doctor's own consultations the usual pace weighs as much as. */
const usualWeight = 8;
/** What a day takes off the weight of what was learnt. */
const dailyDecay = 0.985;
/** Longer is a forgotten tap, not a consultation: this many times the doctor's mean counts at most. */
const longestInMeans = 2.5;
const dayMs = 86_400_000;

/** The doctor's mean consultation with its change-over, minutes; always above 0. */
export function meanConsultation(pace: Pick<Pace, 'minutes' | 'visits'>): number {
  return (usualWeight * usualMinutes + pace.minutes) / (usualWeight + pace.visits);
}

/** The pace after one more consultation of this many minutes. */
export function learn(pace: Pace, minutes: number, now: Date): Pace {
  const days = pace.at === null ? 0 : Math.max(0, (now.getTime() - pace.at.getTime()) / dayMs);
  const kept = dailyDecay ** days;
  const counted = Math.min(Math.max(0, minutes), longestInMeans * meanConsultation(pace));
  return { minutes: pace.minutes * kept + counted, visits: pace.visits * kept + 1, at: now };
}
