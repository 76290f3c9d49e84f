/**
 * The forecasting application as delivered. The server's own functions find the state of a queue
 * from its rows, forecast waits, compare them with the outcome, and adjust the ranges.
 */

import { defaultOperatingHours, type VisitKind, visitKinds } from '../../contract/src/constants.ts';
import { isAway } from '../../contract/src/queue/line.ts';
import { type WorkDay, workDayAt } from '../../server/src/schedule/work-day.rules.ts';
import type { Ahead } from '../../server/src/waits/forecast.rules.ts';
import {
  countedDays,
  fewestKindVisits,
  longestKindVisit,
  scoresLearntFrom,
} from '../../server/src/waits/constants.rules.ts';
import { lateStart, usualStarts, withStart } from '../../server/src/waits/late-start.rules.ts';
import { withCall } from '../../server/src/waits/usual-pause.rules.ts';
import {
  learn,
  noServiceTime,
  type ServiceTime,
  rowOfServiceTime,
  squaredVariation,
  usualServiceTime,
  visitMinutes,
} from '../../server/src/waits/service-time.rules.ts';
import {
  forecastOf,
  leavesInFor,
  type LineNow,
  lineNow,
  promisableForecast,
} from '../../server/src/waits/announced-wait.rules.ts';
import {
  alikeFactors,
  factorsOfDoctor,
  factorsOfHospital,
  type KindFactors,
  type KindSum,
} from '../../server/src/waits/visit-kind.rules.ts';
import {
  bucketOf,
  defaultCalibration,
  estimateAbsentShare,
  estimateFronts,
  calibrateRanges,
  shiftOf,
  estimateSpread,
  type Score,
  type Calibration,
} from '../../server/src/waits/calibration.rules.ts';
import { dayMinutes } from './clinic.ts';
import { dateOf, dateOrNull, instantOf, instantOrNull, weekPlanOf } from './plan.ts';
import type { Product, ProductHospital, ProductLine, Announcing } from './product.ts';
import { type EntryRecord, type LineRecord, placeOf } from './record.ts';

/** The maximum number of visits that are counted, the same as in `waits/visit-kind.store.ts`. */
const visitsCounted = 5000;

interface OpenPromise {
  readonly at: number;
  readonly group: Score['group'];
  readonly bucket: number;
  readonly expected: number;
  readonly deviation: number;
  readonly upper: number;
}

interface LineLearnt {
  serviceTime: ServiceTime;
  starts: number[];
  pauses: number[];
  shift: number;
  kinds: KindFactors;
}

export const shippedProduct: Product = {
  name: 'shipped',
  setPoints: [30, 60, 120],
  openHospital: ({ hasPlannedBreak }) => openHospital(hasPlannedBreak),
};

// oxlint-disable-next-line eslint/max-lines-per-function -- its functions share what one hospital has learnt
function openHospital(hasPlannedBreak: boolean): ProductHospital {
  const plan = {
    zone: 'UTC',
    week: weekPlanOf(hasPlannedBreak),
    hospitalHours: defaultOperatingHours,
  };
  const scores: Score[] = [];
  const lines: LineLearnt[] = [];
  const ended: { at: number; isAbsent: boolean }[] = [];
  /**
   * For each hour of the simulation: how many waiting patients were overtaken by a patient put at
   * the front, and the total waiting time in minutes.
   */
  const passed = new Map<number, { passed: number; waited: number }>();
  const visits: { line: number; kind: VisitKind | null; at: number; minutes: number }[] = [];
  let calibration: Calibration = defaultCalibration;
  let refits = 0;
  let settled = 0;

  function refit(at: number): void {
    // As on the server, the forecast is adjusted only if the outcome of a shown wait has become
    // known since the last time.
    if (settled === 0) return;
    settled = 0;
    refits += 1;
    const since = at - countedDays * dayMinutes;
    while ((ended[0]?.at ?? Infinity) < since) ended.shift();
    for (const hour of passed.keys()) if (hour * 60 < since) passed.delete(hour);
    const sum = { minutes: 0, visits: 0 };
    for (const { serviceTime } of lines) {
      sum.minutes += serviceTime.minutes;
      sum.visits += serviceTime.visits;
    }
    for (const line of lines)
      line.serviceTime = { ...line.serviceTime, usual: usualServiceTime(sum, sum) };
    const kinds = refitKinds(since);
    const latest = scores.slice(-scoresLearntFrom).toReversed();
    const byState = calibrateRanges(latest, calibration.byState);
    for (const [index, line] of lines.entries()) {
      const own = latest.filter(({ doctorId }) => doctorId === String(index));
      line.shift = shiftOf(own, byState, line.shift);
    }
    calibration = {
      byState,
      absentShare: estimateAbsentShare(
        ended.filter(({ isAbsent }) => isAbsent).length,
        ended.length,
      ),
      fronts: estimateFronts(hoursOfDay()),
      spread: estimateSpread(
        squaredVariation(lines.map(({ serviceTime }) => serviceTime)),
        sum.visits,
      ),
      usualStarts: usualStarts(lines.flatMap(({ starts }) => starts)),
      kinds,
    };
  }

  /**
   * Learns the relative length of each visit kind, in the same way as `waits/visit-kind.store.ts`.
   */
  function refitKinds(since: number): KindFactors | undefined {
    if (visits.every(({ kind }) => kind === null)) return undefined;
    const counted = visits.filter(({ at }) => at >= since).slice(-visitsCounted);
    const sums = lines.flatMap((_, line) => {
      const own = counted.filter((visit) => visit.line === line);
      const mean = own.reduce((sum, { minutes }) => sum + minutes, 0) / own.length;
      return visitKinds.flatMap((kind): KindSum[] => {
        const ofKind = own.filter((visit) => visit.kind === kind);
        if (own.length < fewestKindVisits || ofKind.length === 0) return [];
        const means = ofKind.reduce(
          (sum, { minutes }) => sum + Math.min(longestKindVisit, minutes / mean),
          0,
        );
        return [{ doctorId: String(line), kind, visits: ofKind.length, means }];
      });
    });
    const ofHospital = factorsOfHospital(sums);
    if (ofHospital === undefined) return undefined;
    for (const [index, line] of lines.entries()) {
      line.kinds = factorsOfDoctor(sums, String(index), ofHospital);
    }
    return ofHospital;
  }

  function hoursOfDay() {
    return Array.from({ length: 24 }, (_, hour) => {
      const all = [...passed].filter(([at]) => at % 24 === hour).map(([, counts]) => counts);
      return {
        hour,
        passed: all.reduce((sum, counts) => sum + counts.passed, 0),
        waited: all.reduce((sum, counts) => sum + counts.waited, 0),
      };
    });
  }

  function inHour(at: number) {
    const hour = Math.floor(at / 60);
    const counts = passed.get(hour) ?? { passed: 0, waited: 0 };
    passed.set(hour, counts);
    return counts;
  }

  function countWaited(from: number, to: number): void {
    for (let at = from; at < to; at = (Math.floor(at / 60) + 1) * 60) {
      inHour(at).waited += Math.min(to, (Math.floor(at / 60) + 1) * 60) - at;
    }
  }

  // oxlint-disable-next-line eslint/max-lines-per-function -- its functions share one line's day
  function openLine(): ProductLine {
    const learnt: LineLearnt = {
      serviceTime: noServiceTime,
      starts: [],
      pauses: [],
      shift: 0,
      kinds: alikeFactors,
    };
    const number = lines.push(learnt) - 1;
    let record: LineRecord;
    let workDay: WorkDay | undefined;
    let promises = new Map<EntryRecord, OpenPromise[]>();
    let known: { key: string; line: LineNow } | undefined;

    function workDayOf(at: number): WorkDay {
      workDay ??= workDayAt(plan, [], dateOf(at));
      return workDay;
    }

    function lineAt(at: number): LineNow {
      const key = `${at} ${record.version} ${refits}`;
      if (known?.key === key) return known.line;
      const since = record.line
        .filter((entry) => !isAway(entry))
        .map((entry) => entry.waitingSince);
      const { serviceTime, starts, pauses } = learnt;
      const rows = {
        plan,
        status: record.status,
        breakUntil: dateOrNull(record.breakUntil),
        insideSince: dateOrNull(record.inside?.startedAt ?? null),
        insideCountsAs: record.inside?.countsAs ?? 1,
        waitingSince: since.length === 0 ? null : dateOf(Math.min(...since)),
        learnt: {
          ...rowOfServiceTime(serviceTime),
          interrupted_at: dateOrNull(record.statusSince),
          last_call_at: dateOrNull(record.lastCallAt),
          last_end_at: dateOrNull(record.last?.endedAt ?? null),
          late_starts: starts,
          pauses_taken: pauses,
          upper_shift: learnt.shift,
          forecast: calibration,
        },
      };
      const line = lineNow(rows, dateOf(at));
      known = { key, line };
      return line;
    }

    function aheadOf(entry: EntryRecord): Ahead {
      const place = placeOf(record, entry.id);
      const before = record.line.slice(0, place - 1).filter((other) => !isAway(other));
      return {
        people: before.length,
        visits: before.reduce((sum, { countsAs }) => sum + countsAs, 0),
      };
    }

    function promise(entry: EntryRecord, at: number): void {
      const line = lineAt(at);
      const ahead = aheadOf(entry);
      const forecast = promisableForecast(line, ahead);
      if (line.lineForecast === undefined || forecast === undefined) return;
      const { expected, deviation, upper } = forecast;
      const one = {
        at,
        group: line.lineForecast.group,
        bucket: bucketOf(ahead.visits),
        expected,
        deviation,
        upper,
      };
      promises.set(entry, [...(promises.get(entry) ?? []), one]);
    }

    function settle(entry: EntryRecord, at: number, isCalled: boolean): void {
      settled += 1;
      for (const one of promises.get(entry) ?? []) {
        const score = (at - one.at - one.expected) / one.deviation;
        const { group, bucket } = one;
        scores.push({
          group,
          bucket,
          score,
          isOpen: !isCalled,
          doctorId: String(number),
          at: dateOf(at),
        });
      }
      promises.delete(entry);
      countWaited(entry.waitingSince, at);
    }

    function noteCall(entry: EntryRecord, at: number): void {
      const call = {
        at: instantOf(at),
        waitingSince: instantOf(entry.waitingSince),
        lastCallAt: instantOrNull(record.lastCallAt),
        lastEndAt: instantOrNull(record.last?.endedAt ?? null),
      };
      learnt.pauses = withCall(learnt.pauses, call, workDayOf(at)) ?? learnt.pauses;
      if (record.firstCallAt !== null) return;
      const { hours } = workDayOf(at);
      if (hours === undefined) return;
      const minutes = lateStart(hours.from, {
        firstCallAt: instantOf(at),
        waitingSince: instantOf(entry.waitingSince),
      });
      if (minutes !== undefined) learnt.starts = withStart(learnt.starts, minutes);
    }

    return {
      dayBegins(today) {
        record = today;
        workDay = undefined;
        promises = new Map();
      },
      joined(entry, at) {
        if (entry.saidKind !== null) entry.countsAs = learnt.kinds[entry.saidKind];
        promise(entry, at);
      },
      putInFront(entry, at) {
        // A patient who moves to a new place in the queue sees a new wait. The former wait is
        // therefore not measured any more.
        promises.delete(entry);
        promise(entry, at);
        const passedNow = record.line.length - placeOf(record, entry.id);
        if (record.line.length > 1) inHour(at).passed += passedNow;
      },
      started(entry, at) {
        noteCall(entry, at);
        if (entry.firstCalledAt === null) settle(entry, at, true);
        const { last } = record;
        if (last === undefined || last.startedAt === null || last.endedAt === null) return;
        if (isTaught.has(last)) return;
        isTaught.add(last);
        const minutes = visitMinutes({
          startedAt: instantOf(last.startedAt),
          endedAt: instantOf(last.endedAt),
          nextCallAt: instantOf(at),
          nextHereAt: entry.checkedInAt === null ? null : instantOf(entry.checkedInAt),
          statusSince: record.statusSince === null ? null : instantOf(record.statusSince),
          pauses: workDayOf(at).pauses,
        });
        if (minutes !== undefined) {
          learnt.serviceTime = learn(learnt.serviceTime, minutes / last.countsAs, dateOf(at));
        }
      },
      completed(entry, at) {
        ended.push({ at, isAbsent: false });
        const { saidKind: kind, startedAt } = entry;
        if (startedAt !== null)
          visits.push({ line: number, kind, at, minutes: at - startedAt + 1 });
        if (record.line.length > 0 || entry.startedAt === null) return;
        isTaught.add(entry);
        learnt.serviceTime = learn(
          learnt.serviceTime,
          (at - entry.startedAt + 1) / entry.countsAs,
          dateOf(at),
        );
      },
      missed(entry, at) {
        noteCall(entry, at);
        if (entry.firstCalledAt === null) settle(entry, at, true);
      },
      ended(entry, at) {
        ended.push({ at, isAbsent: true });
        if (entry.firstCalledAt === null) settle(entry, at, false);
      },
      notifiedToLeave(entry, at) {
        promise(entry, at);
      },
      setPoint(entry, _minutes, at) {
        promise(entry, at);
      },
      announce(entry, at): Announcing | undefined {
        const ahead = aheadOf(entry);
        const forecast = forecastOf(lineAt(at), ahead);
        if (forecast === undefined) return undefined;
        return {
          ahead: ahead.people,
          isPromise: promisableForecast(lineAt(at), ahead) !== undefined,
          expected: forecast.expected,
          median: forecast.median,
          lower: forecast.lower,
          upper: forecast.upper,
          parts: forecast.parts,
          upperShown: 5 * Math.ceil(forecast.upper / 5),
          leaveIn: (way) => leavesInFor(forecast, way) ?? 0,
        };
      },
    };
  }

  const isTaught = new WeakSet<EntryRecord>();
  return { openLine, refit };
}
