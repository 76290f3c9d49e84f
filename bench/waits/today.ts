/**
 * The product as it ships today: waits are estimated, promises recorded and settled, and what they
 * teach is fitted, by the server's own functions, with the server's own way of finding the state.
 */
import { defaultOperatingHours } from '../../contract/src/constants.ts';
import { leaveSpareFor, minutesUntilLeaving } from '../../contract/src/leaving.ts';
import { absenceAt } from '../../server/src/schedule/schedule.rules.ts';
import {
  boundsOf,
  estimateWait,
  type LineAhead,
  predictWait,
} from '../../server/src/waits/estimate.rules.ts';
import {
  bucketOf,
  bucketStarts,
  defaultFit,
  fitAbsentShare,
  fitRanges,
  type Score,
  scoresKept,
  type WaitFit,
} from '../../server/src/waits/fit.rules.ts';
import {
  cycleMinutes,
  learn,
  meanConsultation,
  noPace,
  type Pace,
  usualPace,
} from '../../server/src/waits/pace.rules.ts';
import { dayMinutes } from './clinic.ts';
import { dateOf, dateOrNull, weekPlanOf } from './plan.ts';
import type { Product, ProductHospital, ProductLine, Telling } from './product.ts';
import { type EntryRecord, type LineRecord, placeOf } from './record.ts';

/** Absences are counted over four weeks. */
const countedDays = 28;

export const todaysProduct: Product = {
  name: 'today',
  setPoints: [],
  openHospital: ({ hasPlannedBreak }) => openHospital(hasPlannedBreak),
};

interface OpenPromise {
  readonly at: number;
  readonly expected: number;
  readonly deviation: number;
  readonly bucket: number;
}

function openHospital(hasPlannedBreak: boolean): ProductHospital {
  const plan = {
    zone: 'UTC',
    week: weekPlanOf(hasPlannedBreak),
    hospitalHours: defaultOperatingHours,
  };
  /** The newest last. */
  const scores: Score[] = [];
  const ended: { at: number; isAbsent: boolean }[] = [];
  const lines: { pace: Pace }[] = [];
  let fit: WaitFit = defaultFit;

  function refit(at: number): void {
    const since = at - countedDays * dayMinutes;
    while ((ended[0]?.at ?? Infinity) < since) ended.shift();
    const absent = ended.filter(({ isAbsent }) => isAbsent).length;
    const latest = scores.slice(-bucketStarts.length * scoresKept).toReversed();
    fit = { quantiles: fitRanges(latest), absentShare: fitAbsentShare(absent, ended.length) };
    const sum = { minutes: 0, visits: 0 };
    for (const { pace } of lines) {
      sum.minutes += pace.minutes;
      sum.visits += pace.visits;
    }
    for (const line of lines) line.pace = { ...line.pace, usual: usualPace(sum, sum) };
  }

  function openLine(): ProductLine {
    const learnt = { pace: noPace };
    lines.push(learnt);
    let record: LineRecord;
    let promises = new Map<EntryRecord, OpenPromise>();

    function aheadOf(entry: EntryRecord, at: number): LineAhead {
      const now = dateOf(at);
      const { inside } = record;
      return {
        ahead: placeOf(record, entry.id) - 1,
        mean: meanConsultation(learnt.pace, now),
        runningFor: inside === undefined ? null : at - (inside.startedAt ?? at),
        ...absenceAt(
          plan,
          {
            breakUntil: dateOrNull(record.breakUntil),
            consultingSince: dateOrNull(inside?.startedAt ?? null),
          },
          now,
        ),
      };
    }

    return {
      dayBegins(today) {
        record = today;
        promises = new Map();
      },
      joined(entry, at) {
        const line = aheadOf(entry, at);
        promises.set(entry, { at, bucket: bucketOf(line.ahead), ...predictWait(line, fit) });
      },
      putInFront() {},
      started(entry, at) {
        const promise = promises.get(entry);
        if (promise !== undefined && promise.deviation > 0) {
          const late = at - promise.at - promise.expected;
          scores.push({ bucket: promise.bucket, score: late / promise.deviation });
        }
        const { last } = record;
        if (last === undefined || last.startedAt === null || last.endedAt === null) return;
        const minutes = cycleMinutes(
          { startedAt: dateOf(last.startedAt), endedAt: dateOf(last.endedAt) },
          { waitingSince: dateOf(entry.waitingSince), startedAt: dateOf(at) },
          dateOrNull(record.statusSince),
        );
        if (minutes !== undefined) learnt.pace = learn(learnt.pace, minutes, dateOf(at));
      },
      completed(entry, at) {
        ended.push({ at, isAbsent: false });
        if (record.line.length > 0 || entry.startedAt === null) return;
        learnt.pace = learn(learnt.pace, at - entry.startedAt, dateOf(at));
      },
      missed() {},
      ended(_entry, at) {
        ended.push({ at, isAbsent: true });
      },
      toldToLeave() {},
      setPoint() {},
      tell(entry, at): Telling {
        const line = aheadOf(entry, at);
        const { lower, minutes, upper } = estimateWait(line, fit);
        const bound = boundsOf(line, fit).upper;
        const onSite = record.line.filter(
          (other) => other !== entry && other.checkedInAt !== null,
        ).length;
        return {
          ahead: line.ahead,
          expected: predictWait(line, fit).expected,
          median: minutes,
          lower,
          upper: bound,
          parts: [{ lower, upper: bound }],
          upperShown: upper,
          leaveIn: (way) =>
            minutesUntilLeaving({
              waitMinutes: minutes,
              travelMinutes: way,
              spareMinutes: leaveSpareFor(onSite),
            }),
        };
      },
    };
  }

  return { openLine, refit };
}
