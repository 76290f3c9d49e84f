/**
 * Simulates one doctor's line of a past day under a rule, with the product's own functions for order, state,
 * predicted waits and when to leave [WAIT-4]. Unknown values are drawn in advance, so that two rules use the
 * same draws. Minutes since midnight.
 */
import type { OrderRule } from '@baari/contract/hospital/replay.ts';
import {
  dueFirst,
  isAway,
  orderAfter,
  placeOnReturn,
  settled,
} from '@baari/contract/queue/line.ts';
import type { WorkPlan } from '../schedule/schedule.rules.ts';
import { alike } from '../waits/forecast.rules.ts';
import { learn, type Pace, paceOf, rowOfPace, usualChangeOver } from '../waits/pace.rules.ts';
import {
  forecastOf,
  leavesInFor,
  type LineNow,
  lineNow,
  toldWait,
} from '../waits/told-wait.rules.ts';
import { openAgenda } from './agenda.rules.ts';
import type { RecordedLine, RecordedVisit, TimeOfDay } from './recorded-day.rules.ts';

/** The rule of a simulated line. */
export interface LineRule {
  /** One doctor, or two who call from the same line. */
  readonly doctors: 1 | 2;
  readonly plan: WorkPlan;
  readonly comesAt: number;
  readonly pauses: readonly TimeOfDay[];
  readonly order: OrderRule;
  /** The most walk-ins per hour; undefined: all. */
  readonly walkIns: number | undefined;
}

/** The drawn values of a visit. */
export interface DrawnVisit {
  readonly length: number;
  /** From the end of it to the next call. */
  readonly changeOver: number;
  /** The latest arrival at the hospital. */
  readonly hereAt: number;
  /** Travel time of a patient who comes earlier when told to leave earlier; undefined: arrives regardless. */
  readonly way: number | undefined;
}

export interface Drawn {
  readonly visits: readonly DrawnVisit[];
  /** How much longer than the doctor the helping doctor takes. */
  readonly helperFactor: number;
}

/** The outcome of a visit. */
export interface PlayedVisit {
  /** When it joined the line; undefined: refused by the quota. */
  readonly at: number | undefined;
  /** When it stopped waiting: was called in, or left. */
  readonly until: number;
  /** From joining to the first call; undefined: never called. */
  readonly waited: number | undefined;
  readonly isSeen: boolean;
  /** Called before the end of the predicted range; undefined: no prediction, or left before it. */
  readonly wasKept: boolean | undefined;
  readonly wasPutOff: boolean;
  /** When it was time to leave, for patients who come when told; undefined: never. */
  readonly leaveAt: number | undefined;
}

export interface PlayedLine {
  readonly visits: readonly PlayedVisit[];
  readonly idleMinutes: number;
  /** When the last patient left; undefined: nobody was seen. */
  readonly lastEnd: number | undefined;
}

interface Entry {
  readonly id: string;
  readonly visit: RecordedVisit;
  readonly drawn: DrawnVisit;
  readonly at: number;
  hold: { readonly backAt: number | null } | null;
  isHere: boolean;
  firstCall: number | undefined;
  until: number | undefined;
  isSeen: boolean;
  /** The end of the predicted range on joining. */
  upper: number | undefined;
  leaveAt: number | undefined;
}

interface Doctor {
  readonly factor: number;
  isHere: boolean;
  isPausing: boolean;
  insideSince: number | undefined;
  busyUntil: number;
  pausesLeft: readonly TimeOfDay[];
}

const minuteMs = 60_000;
/** A call in vain takes this long; after more minutes the place is cancelled. */
const missedMinutes = 1;
const placeKeptMinutes = 20;
/** A patient who was never called counts as due after this wait, in minutes. */
const neverCalledAfter = 60;
/** Patients who come when told check this often whether it is time. */
const looksEvery = 5;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
/** Nothing of a day is left a day later. */
const endOfTime = 2 * dayMinutes;

/**
 * `unchanged`: the same draws under the original rule, where everybody came as recorded. Patients told to
 * leave earlier than there arrive earlier by the same amount, as punctual as then.
 */
export function playLine(
  line: RecordedLine,
  rule: LineRule,
  drawn: Drawn,
  unchanged?: PlayedLine,
): PlayedLine {
  const agenda = openAgenda();
  const admitted = admit(line, rule);
  const entries = admitted.map(({ at }, index) => entryOf(line, drawn, index, at));
  const doctors = Array.from(
    { length: rule.doctors },
    (_, index): Doctor => ({
      factor: index === 0 ? 1 : drawn.helperFactor,
      isHere: false,
      isPausing: false,
      insideSince: undefined,
      busyUntil: -Infinity,
      pausesLeft: rule.pauses,
    }),
  );
  let waiting: readonly Entry[] = [];
  let pace: Pace = { ...paceOf(line.learnt), at: null };
  let lastCallAt: number | undefined;
  let lastEnd: number | undefined;
  let idle = 0;
  let countedTo = 0;

  for (const entry of entries) if (entry !== undefined) writeVisit(entry);
  for (const [index, doctor] of doctors.entries()) writeDoctor(doctor, index === 0);
  const firstAt = Math.min(...entries.map((entry) => entry?.at ?? Infinity));
  if (Number.isFinite(firstAt)) writeLooks(firstAt);
  agenda.runUntil(endOfTime);
  return {
    visits: admitted.map((one, index) => playedOf(one, entries[index])),
    idleMinutes: idle,
    lastEnd,
  };

  function on(at: number, happen: (at: number) => void): void {
    agenda.write(at, (then) => {
      countIdle(then);
      happen(then);
    });
  }

  function writeVisit(entry: Entry): void {
    const { visit, drawn: own, at } = entry;
    on(at, (now) => {
      waiting = rule.order === 'recorded' ? inTurn(waiting, entry) : settled([...waiting, entry]);
      entry.isHere = own.hereAt <= now && !visit.cameNot;
      tell(entry, now);
      callAll(now);
    });
    if (!visit.cameNot && own.hereAt > at) on(own.hereAt, (now) => arrive(entry, now));
    // A postponed walk-in has as much patience as before.
    if (visit.leftAt !== null) on(visit.leftAt + at - visit.at, (now) => leave(entry, now));
  }

  function writeDoctor(doctor: Doctor, isOwn: boolean): void {
    // The helping doctor comes at the opening.
    on(isOwn ? rule.comesAt : line.opensAt, (now) => {
      doctor.isHere = true;
      doctor.pausesLeft = doctor.pausesLeft.filter(({ to }) => to > now);
      call(doctor, now);
    });
    for (const { from } of doctor.pausesLeft) on(from, (now) => call(doctor, now));
  }

  /** Schedules the checks of patients who come when told. */
  function writeLooks(from: number): void {
    const look = (now: number): void => {
      const asked = waiting.filter(
        ({ leaveAt, drawn: own }) => leaveAt === undefined && own.way !== undefined,
      );
      const state = asked.length === 0 ? undefined : stateAt(now);
      for (const entry of state === undefined ? [] : asked) {
        const forecast = state && forecastOf(state, alike(aheadOf(entry)));
        const leaves = leavesInFor(forecast, entry.drawn.way ?? 0);
        if (leaves !== undefined && leaves <= 0) setOut(entry, now);
      }
      const isOver = entries.every((entry) => entry === undefined || entry.until !== undefined);
      if (!isOver && now < dayMinutes) on(now + looksEvery, look);
    };
    on(Math.ceil(from / looksEvery) * looksEvery, look);
  }

  function setOut(entry: Entry, now: number): void {
    if (entry.leaveAt !== undefined) return;
    entry.leaveAt = now;
    const before = unchanged?.visits[Number(entry.id)]?.leaveAt;
    if (before === undefined || before <= now || entry.isHere || entry.drawn.way === undefined)
      return;
    on(Math.max(now, entry.drawn.hereAt - (before - now)), (then) => arrive(entry, then));
  }

  function stateAt(now: number): LineNow {
    const inside = doctors.flatMap(({ insideSince }) => insideSince ?? []);
    const isBusy = inside.length === doctors.length;
    const present = waiting.filter((entry) => !isAway(entry));
    return lineNow(
      {
        plan: rule.plan,
        status: 'Available',
        breakUntil: null,
        insideSince: isBusy ? dateOf(Math.min(...inside)) : null,
        waitingSince:
          present.length === 0 ? null : dateOf(Math.min(...present.map(({ at }) => at))),
        learnt: {
          ...line.learnt,
          ...rowOfPace(pace),
          interrupted_at: null,
          last_call_at: dateOrNull(lastCallAt),
          last_end_at: dateOrNull(lastEnd),
        },
      },
      dateOf(now),
    );
  }

  function dateOf(at: number): Date {
    return new Date(line.midnight + at * minuteMs);
  }

  function dateOrNull(at: number | undefined): Date | null {
    return at === undefined ? null : dateOf(at);
  }

  /** With two doctors, each calls every other patient. */
  function aheadOf(entry: Entry): number {
    const place = waiting.indexOf(entry);
    const people = waiting.slice(0, place).filter((other) => !isAway(other)).length;
    return Math.floor(people / doctors.length);
  }

  function tell(entry: Entry, now: number): void {
    const forecast = forecastOf(stateAt(now), alike(aheadOf(entry)));
    if (forecast !== undefined) entry.upper = now + toldWait(forecast, dateOf(now)).upper;
  }

  function arrive(entry: Entry, now: number): void {
    if (entry.isHere || entry.until !== undefined) return;
    entry.isHere = true;
    if (isAway(entry)) {
      const others = waiting.filter((other) => other !== entry);
      const place = placeOnReturn(others);
      entry.hold = { backAt: now };
      waiting = others.toSpliced(place - 1, 0, entry);
    }
    callAll(now);
  }

  function leave(entry: Entry, now: number): void {
    if (entry.until !== undefined) return;
    entry.until = now;
    waiting = settled(waiting.filter((other) => other !== entry));
    callAll(now);
  }

  function callAll(now: number): void {
    for (const doctor of doctors) call(doctor, now);
  }

  function call(doctor: Doctor, now: number): void {
    if (!doctor.isHere || doctor.insideSince !== undefined || now < doctor.busyUntil) return;
    if (line.stopsAt !== undefined && now >= line.stopsAt) return;
    const [pause, ...later] = doctor.pausesLeft;
    if (pause !== undefined && now >= pause.from) {
      doctor.pausesLeft = later;
      doctor.isPausing = true;
      goOn(doctor, now + pause.to - pause.from);
      return;
    }
    const next = nextOf(now);
    if (next === undefined) return;
    if (next.isHere) start(doctor, next, now);
    else if (waiting.some(({ isHere }) => isHere) || !waiting.some(isAway)) miss(doctor, next, now);
  }

  /**
   * The desk passes over patients who have not arrived, without taking their place. Those who were called in
   * vain then are called in vain again.
   */
  function nextOf(now: number): Entry | undefined {
    const mayCall = ({ isHere, visit }: Entry) => isHere || visit.cameNot || visit.wasLate;
    if (rule.order === 'due') {
      const due = dueFirst(waiting, (entry) => (mayCall(entry) ? entry.visit.dueAt : null));
      if (due !== undefined) waiting = orderAfter(waiting, due.entry.id, due.place);
    }
    const next = waiting.find((entry) => !isAway(entry) && mayCall(entry));
    for (const entry of waiting) {
      if (entry === next) break;
      // The next patient is told to come, at the latest now.
      if (!entry.isHere) setOut(entry, now);
    }
    return next;
  }

  function start(doctor: Doctor, entry: Entry, now: number): void {
    waiting = settled(waiting.filter((other) => other !== entry));
    setOut(entry, now);
    entry.firstCall ??= now;
    entry.until = now;
    entry.isSeen = true;
    lastCallAt = now;
    doctor.insideSince = now;
    const length = entry.drawn.length * doctor.factor;
    on(now + length, (then) => {
      doctor.insideSince = undefined;
      lastEnd = then;
      pace = learn(pace, length + usualChangeOver, dateOf(then));
      goOn(doctor, then + entry.drawn.changeOver);
    });
  }

  /** Called in vain: on arrival this patient is next. */
  function miss(doctor: Doctor, entry: Entry, now: number): void {
    setOut(entry, now);
    entry.firstCall ??= now;
    entry.hold = { backAt: null };
    waiting = settled(waiting);
    lastCallAt = now;
    if (entry.visit.cameNot) on(now + placeKeptMinutes, (then) => leave(entry, then));
    goOn(doctor, now + missedMinutes);
  }

  function goOn(doctor: Doctor, at: number): void {
    doctor.busyUntil = at;
    on(at, (then) => {
      if (then >= doctor.busyUntil) doctor.isPausing = false;
      call(doctor, then);
    });
  }

  /** Counts time in which a patient waits while a doctor is idle and not on a break. */
  function countIdle(now: number): void {
    if (waiting.length > 0) {
      for (const { isHere, isPausing, insideSince } of doctors) {
        // The gap between visits counts, a break does not.
        if (isHere && !isPausing && insideSince === undefined) idle += now - countedTo;
      }
    }
    countedTo = now;
  }
}

/** Before the first one called after it then; those who came back stay in front. */
function inTurn(line: readonly Entry[], entry: Entry): readonly Entry[] {
  const joined = settled([...line, entry]);
  const before = line.findIndex(
    (other) => other.hold === null && turnOf(other.visit) > turnOf(entry.visit),
  );
  return before === -1 ? joined : orderAfter(joined, entry.id, before + 1);
}

/** When it was called; for a visit never called only its arrival is known. */
function turnOf({ at, calledAt }: RecordedVisit): number {
  return calledAt ?? at + neverCalledAfter;
}

interface Admitted {
  readonly at: number | undefined;
  readonly wasPutOff: boolean;
}

/** A walk-in beyond the quota joins in the next hour with a free place, within the day's hours. */
function admit({ visits, hours }: RecordedLine, { walkIns }: LineRule): Admitted[] {
  const taken = new Map<number, number>();
  return visits.map(({ at, isWalkIn }) => {
    if (walkIns === undefined || !isWalkIn) return { at, wasPutOff: false };
    const own = Math.floor(at / hourMinutes);
    const closes = hours?.to ?? dayMinutes;
    for (let hour = own; hour === own || hour * hourMinutes < closes; hour += 1) {
      const count = taken.get(hour) ?? 0;
      if (count >= walkIns) continue;
      taken.set(hour, count + 1);
      return { at: Math.max(at, hour * hourMinutes), wasPutOff: hour !== own };
    }
    return { at: undefined, wasPutOff: false };
  });
}

function entryOf(
  { visits }: RecordedLine,
  drawn: Drawn,
  index: number,
  at: number | undefined,
): Entry | undefined {
  const visit = visits[index];
  const own = drawn.visits[index];
  if (visit === undefined || own === undefined || at === undefined) return undefined;
  return {
    id: String(index),
    visit,
    drawn: own,
    at,
    hold: null,
    isHere: false,
    firstCall: undefined,
    until: undefined,
    isSeen: false,
    upper: undefined,
    leaveAt: undefined,
  };
}

function playedOf({ at, wasPutOff }: Admitted, entry: Entry | undefined): PlayedVisit {
  if (entry === undefined) {
    const never = { waited: undefined, wasKept: undefined, leaveAt: undefined };
    return { at, until: 0, isSeen: false, wasPutOff, ...never };
  }
  const { firstCall, until, upper, isSeen } = entry;
  const end = until ?? dayMinutes;
  return {
    at: entry.at,
    until: end,
    waited: firstCall === undefined ? undefined : firstCall - entry.at,
    isSeen,
    wasKept: keptOf(upper, firstCall, end),
    wasPutOff,
    leaveAt: entry.leaveAt,
  };
}

/** A patient who left before the predicted time says nothing about the prediction. */
function keptOf(
  upper: number | undefined,
  firstCall: number | undefined,
  until: number,
): boolean | undefined {
  if (upper === undefined) return undefined;
  if (firstCall !== undefined) return firstCall <= upper;
  return until > upper ? false : undefined;
}
