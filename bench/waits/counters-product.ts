/**
 * Forecasts waits in simulated shared lines as the application does. The forecasts use only the
 * application's data and the server's own rules.
 */
import { defaultOperatingHours } from '../../contract/src/constants.ts';
import type { Forecast } from '../../server/src/waits/forecast.rules.ts';
import { lateStart, usualStarts, withStart } from '../../server/src/waits/late-start.rules.ts';
import {
  learn,
  noServiceTime,
  type ServiceTime,
  type ServiceTimeRow,
  rowOfServiceTime,
} from '../../server/src/waits/service-time.rules.ts';
import { usualChangeOver } from '../../server/src/waits/constants.rules.ts';
import {
  type LineNow,
  lineNow,
  promisableForecast,
} from '../../server/src/waits/announced-wait.rules.ts';
import {
  bucketOf,
  defaultCalibration,
  estimateAbsentShare,
  calibrateRanges,
  type Score,
  type Calibration,
} from '../../server/src/waits/calibration.rules.ts';
import type { LineLive, Stop } from './counters.ts';
import { dateOf, dateOrNull, instantOf } from './plan.ts';

interface Promise {
  readonly at: number;
  readonly group: Score['group'];
  readonly bucket: number;
  readonly expected: number;
  readonly deviation: number;
}

interface Learnt {
  serviceTime: ServiceTime;
  starts: number[];
  firstCallAt: number | null;
}

export interface CountersProduct {
  readonly dayBegins: (day: number) => void;
  readonly lineOf: (number: number, now: number) => LineNow;
  readonly learntOf: (number: number) => {
    readonly serviceTime: ServiceTime;
    readonly row: ServiceTimeRow;
  };
  readonly forecast: (stop: Stop, ahead: number, now: number) => Forecast | undefined;
  readonly promise: (stop: Stop, ahead: number, now: number) => void;
  readonly called: (stop: Stop, now: number, isThere: boolean) => void;
  readonly ended: (stop: Stop, now: number) => void;
  readonly refit: () => void;
}

/** The simulated shared line in the form that the server's forecasting rules read. */
function lineAt(
  line: LineLive,
  { serviceTime, starts }: Learnt,
  calibration: Calibration,
  now: number,
): LineNow {
  const row = {
    ...rowOfServiceTime(serviceTime),
    interrupted_at: null,
    last_call_at: dateOrNull(line.lastCallAt),
    last_end_at: dateOrNull(line.lastEndAt),
    late_starts: starts,
    pauses_taken: [],
    upper_shift: 0,
    forecast: calibration,
  };
  const since = line.waiting[0]?.joinedAt;
  const rows = {
    plan: { zone: 'UTC', week: null, hospitalHours: defaultOperatingHours },
    status: 'Available',
    breakUntil: null,
    insideSince: null,
    waitingSince: dateOrNull(since ?? null),
    learnt: row,
    points: line.points.map(({ state, since: at, hours }) => ({
      servesSince: state === 'serving' ? dateOf(at) : null,
      pausedSince: state === 'paused' ? dateOf(at) : null,
      closedSince: state === 'closed' ? dateOf(at) : undefined,
      hours,
    })),
  } as const;
  return lineNow(rows, dateOf(now));
}

/**
 * Opens the forecasts for simulated shared lines. `usual` contains the assumed minutes of a service
 * in each line, until the real service times are learnt.
 */
export function countersProduct(
  lines: readonly LineLive[],
  usual: readonly number[],
): CountersProduct {
  const learnt = usual.map((minutes): Learnt => {
    return { serviceTime: { ...noServiceTime, usual: minutes }, starts: [], firstCallAt: null };
  });
  const scores: Score[] = [];
  const promises = new Map<Stop, Promise[]>();
  let calibration: Calibration = defaultCalibration;
  const counts = { absent: 0, seen: 0 };

  const seen = new Map<number, { readonly key: string; readonly line: LineNow }>();

  function lineOf(number: number, now: number): LineNow {
    const key = `${now} ${lines[number]?.waiting.length}`;
    const before = seen.get(number);
    if (before?.key === key) return before.line;
    const line = findLine(number, now);
    seen.set(number, { key, line });
    return line;
  }

  function findLine(number: number, now: number): LineNow {
    const line = lines[number];
    const known = learnt[number];
    if (line === undefined || known === undefined) throw new Error('No such line.');
    return lineAt(line, known, calibration, now);
  }

  return {
    learntOf(number) {
      const serviceTime = learnt[number]?.serviceTime ?? noServiceTime;
      return { serviceTime, row: rowOfServiceTime(serviceTime) };
    },
    dayBegins() {
      for (const line of learnt) line.firstCallAt = null;
      promises.clear();
    },
    lineOf,
    forecast: (stop, ahead, now) =>
      promisableForecast(lineOf(stop.line, now), { people: ahead, visits: ahead }),
    promise(stop, ahead, now) {
      const line = lineOf(stop.line, now);
      const forecast = promisableForecast(line, { people: ahead, visits: ahead });
      if (forecast === undefined || line.lineForecast === undefined) return;
      const { expected, deviation } = forecast;
      const one = {
        at: now,
        group: line.lineForecast.group,
        bucket: bucketOf(ahead),
        expected,
        deviation,
      };
      promises.set(stop, [...(promises.get(stop) ?? []), one]);
    },
    called(stop, now, isThere) {
      counts.seen += 1;
      if (!isThere) counts.absent += 1;
      for (const { at, group, bucket, expected, deviation } of promises.get(stop) ?? []) {
        const score = (now - at - expected) / Math.max(deviation, 0.1);
        scores.push({ group, bucket, score, isOpen: false, at: dateOf(now) });
      }
      promises.delete(stop);
      const known = learnt[stop.line];
      if (known === undefined || known.firstCallAt !== null) return;
      known.firstCallAt = now;
      const minutes = lateStart(instantOf(Math.floor(now / 1440) * 1440 + 9 * 60), {
        firstCallAt: instantOf(now),
        waitingSince: instantOf(stop.joinedAt),
      });
      if (minutes !== undefined) known.starts = withStart(known.starts, minutes);
    },
    ended(stop, now) {
      const known = learnt[stop.line];
      if (known === undefined || stop.calledAt === undefined) return;
      known.serviceTime = learn(
        known.serviceTime,
        now - stop.calledAt + usualChangeOver,
        dateOf(now),
      );
    },
    refit() {
      calibration = {
        ...calibration,
        byState: calibrateRanges(scores.slice(-4000).toReversed(), calibration.byState),
        absentShare: estimateAbsentShare(counts.absent, counts.seen),
        usualStarts: usualStarts(learnt.flatMap(({ starts }) => starts)),
      };
    },
  };
}
