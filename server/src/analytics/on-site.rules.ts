/**
 * Whether joining remotely saves time at the hospital, and with what confidence [LAND-3]. A late
 * start or a crowded morning affects all visits of a hospital's day. So the interval is computed
 * from days, not visits.
 */
import type { OnSiteClaim } from '@baari/contract/hospital/analytics.ts';
import {
  fewestDays,
  sureDeviations,
  sureDeviationsOf,
  withDeviation,
} from '../platform/certainty.rules.ts';

/**
 * Visits of one kind (remote or walk-in) to one doctor on one day: their number, and their total
 * minutes at the hospital.
 */
export interface OnSiteDay {
  readonly doctorId: string;
  readonly day: string;
  readonly isRemote: boolean;
  readonly visits: number;
  readonly minutes: number;
}

/**
 * The fewest visits in total and of each kind that are needed. With fewer, the saved time would be
 * mostly chance.
 */
export const fewestVisits = 400;
const fewestOfAKind = 100;

/** How many more visits are needed before the saved time is published. */
export function missingVisits(remote: number, walkIn: number): number {
  const ofKinds = Math.max(0, fewestOfAKind - remote) + Math.max(0, fewestOfAKind - walkIn);
  return Math.max(fewestVisits - remote - walkIn, ofKinds, 0);
}

/**
 * The share of time at the hospital that remote patients saved, its standard deviation, and the
 * number of remote visits it is computed from.
 */
export interface Saving {
  readonly share: number;
  readonly deviation: number;
  readonly remoteVisits: number;
}

/**
 * The share of time saved: each doctor's remote visits are compared with walk-ins to the same
 * doctor and weighted by their number. Undefined if no doctor has both kinds, or there are too few
 * days.
 */
export function savingOf(rows: readonly OnSiteDay[]): Saving | undefined {
  const doctors = [...Map.groupBy(rows, ({ doctorId }) => doctorId).values()]
    .map(ofDoctor)
    .filter(({ remote, walkIn }) => remote.visits > 1 && walkIn.visits > 1);
  const total = sum(doctors.map(({ remote }) => remote.visits));
  const days = new Set(doctors.flatMap((doctor) => doctor.days.map(({ day }) => day)));
  if (days.size < fewestDays) return undefined;
  const remoteMean = sum(doctors.map(({ remote }) => remote.minutes)) / total;
  const walkInMean =
    sum(doctors.map(({ remote, walkIn }) => remote.visits * meanOf(walkIn))) / total;
  if (walkInMean <= 0 || remoteMean <= 0) return undefined;
  const ratio = remoteMean / walkInMean;
  // How far each day moves the computed ratio. The variance is summed over days, because visits of
  // one day are not independent.
  const pulls = new Map<string, number>();
  for (const { remote, walkIn, days: worked } of doctors) {
    for (const { day, ...of } of worked) {
      const remotely = of.remote.minutes - of.remote.visits * meanOf(remote);
      const walkingIn =
        (remote.visits / walkIn.visits) * (of.walkIn.minutes - of.walkIn.visits * meanOf(walkIn));
      const pull = ratio * (remotely / total / remoteMean - walkingIn / total / walkInMean);
      pulls.set(day, (pulls.get(day) ?? 0) + pull);
    }
  }
  const squares = sum([...pulls.values()].map((pull) => pull ** 2));
  const variance = (squares * days.size) / (days.size - 1);
  // With few days the standard deviation is enlarged, so that ±1.96 deviations still make the 95 %
  // interval.
  const deviation = (Math.sqrt(variance) * sureDeviationsOf(days.size)) / sureDeviations;
  return { share: 1 - ratio, deviation, remoteVisits: total };
}

/**
 * The savings of several hospitals combined, weighted by the number of remote visits. The
 * hospitals' statistical errors are independent.
 */
export function combined(savings: readonly Saving[]): Saving | undefined {
  const remoteVisits = sum(savings.map((saving) => saving.remoteVisits));
  if (remoteVisits === 0) return undefined;
  const weighted = savings.map(({ share, deviation, remoteVisits: visits }) => ({
    share: (share * visits) / remoteVisits,
    deviation: (deviation * visits) / remoteVisits,
  }));
  return {
    share: sum(weighted.map(({ share }) => share)),
    deviation: Math.hypot(...weighted.map(({ deviation }) => deviation)),
    remoteVisits,
  };
}

/** The share of time saved, with its 95 % confidence interval. */
export function withInterval({ share, deviation }: Saving): NonNullable<OnSiteClaim['saved']> {
  return withDeviation(share, deviation);
}

interface Counted {
  readonly visits: number;
  readonly minutes: number;
}

function ofDoctor(rows: readonly OnSiteDay[]) {
  const kinds = (some: readonly OnSiteDay[]) => ({
    remote: counted(some.filter(({ isRemote }) => isRemote)),
    walkIn: counted(some.filter(({ isRemote }) => !isRemote)),
  });
  const days = [...Map.groupBy(rows, ({ day }) => day)].map(([day, some]) => {
    return { day, ...kinds(some) };
  });
  return { ...kinds(rows), days };
}

function counted(rows: readonly OnSiteDay[]): Counted {
  return {
    visits: sum(rows.map(({ visits }) => visits)),
    minutes: sum(rows.map(({ minutes }) => minutes)),
  };
}

function meanOf({ visits, minutes }: Counted): number {
  return minutes / visits;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
