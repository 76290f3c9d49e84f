/**
 * Simulates one doctor's line of a past day under a rule, with the application's own functions for
 * order, state, predicted waits and when to leave [WAIT-4]. Unknown values are chosen at random
 * beforehand, so that two rules are compared with the same values. Times are minutes since
 * midnight.
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
import {
  learn,
  type ServiceTime,
  serviceTimeOf,
  rowOfServiceTime,
} from '../waits/service-time.rules.ts';
import { usualChangeOver } from '../waits/constants.rules.ts';
import {
  forecastOf,
  leavesInFor,
  type LineNow,
  lineNow,
  announcedWait,
} from '../waits/announced-wait.rules.ts';
import { openAgenda } from './agenda.rules.ts';
import type { RecordedLine, RecordedVisit, TimeOfDay } from './recorded-day.rules.ts';

/** The rule under which a line is simulated. */
export interface LineRule {
  /** The number of doctors: one, or two who call from the same line. */
  readonly doctors: 1 | 2;
  readonly plan: WorkPlan;
  readonly comesAt: number;
  readonly pauses: readonly TimeOfDay[];
  readonly order: OrderRule;
  /** The most walk-ins admitted per hour; undefined without a limit. */
  readonly walkIns: number | undefined;
}

/** The randomly drawn values of a visit. */
export interface DrawnVisit {
  readonly length: number;
  /** Minutes from the end of the visit to the next call. */
  readonly changeOver: number;
  /** The latest time at which the patient arrives at the hospital, in minutes since midnight. */
  readonly hereAt: number;
  /**
   * Travel minutes of a patient who leaves home when notified. Undefined for a patient who arrives
   * at the recorded time in any case.
   */
  readonly way: number | undefined;
}

export interface Drawn {
  readonly visits: readonly DrawnVisit[];
  /**
   * The time that the additional doctor takes for this visit, as a multiple of the first doctor's
   * time.
   */
  readonly helperFactor: number;
}

/** The simulated outcome of a visit. */
export interface PlayedVisit {
  /** When the patient joined the line; undefined if the limit of walk-ins refused the patient. */
  readonly at: number | undefined;
  /** When the wait ended: the patient was called in, or left. */
  readonly until: number;
  /** Minutes from joining to the first call; undefined if never called. */
  readonly waited: number | undefined;
  readonly isSeen: boolean;
  /**
   * Whether the patient was called by the upper end of the predicted range. Undefined without a
   * prediction, or if the patient left before that end.
   */
  readonly wasKept: boolean | undefined;
  readonly wasPutOff: boolean;
  /**
   * For patients who come when notified: when they should leave home. Undefined if that time never
   * came.
   */
  readonly leaveAt: number | undefined;
}

export interface PlayedLine {
  readonly visits: readonly PlayedVisit[];
  readonly idleMinutes: number;
  /** When the last patient left; undefined if nobody was seen. */
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
  /** The upper end of the wait predicted on joining. */
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
/**
 * How many minutes of the doctor's time a missed call takes. `placeKeptMinutes` is after how many
 * minutes an absent patient loses the place.
 */
const missedMinutes = 1;
const placeKeptMinutes = 20;
/** A patient who was never called counts as due for the call this many minutes after joining. */
const neverCalledAfter = 60;
/** How often patients who come when notified check whether it is time to leave, in minutes. */
const looksEvery = 5;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
/**
 * The time in minutes at which a simulation ends: a day after the simulated day, when all its
 * visits are over.
 */
const endOfTime = 2 * dayMinutes;

/** The state of a line during the simulation. */
interface Play {
  readonly line: RecordedLine;
  readonly rule: LineRule;
  /** The simulation under the recorded rule with the same random values. */
  readonly unchanged: PlayedLine | undefined;
  readonly agenda: ReturnType<typeof openAgenda>;
  /** The entries; undefined for a patient whom the limit of walk-ins refused. */
  readonly entries: readonly (Entry | undefined)[];
  readonly doctors: readonly Doctor[];
  waiting: readonly Entry[];
  serviceTime: ServiceTime;
  lastCallAt: number | undefined;
  lastEnd: number | undefined;
  idle: number;
  countedTo: number;
}

/**
 * Simulates a line. `unchanged` is the simulation with the same random values under the recorded
 * rule, where everybody arrives as recorded. Patients who are notified earlier than in `unchanged`
 * arrive earlier by the same amount.
 */
export function playLine(
  line: RecordedLine,
  rule: LineRule,
  drawn: Drawn,
  unchanged?: PlayedLine,
): PlayedLine {
  const admitted = admit(line, rule);
  const entries = admitted.map(({ at }, index) => entryOf(line, drawn, index, at));
  const play: Play = {
    line,
    rule,
    unchanged,
    agenda: openAgenda(),
    entries,
    doctors: doctorsOf(rule, drawn),
    waiting: [],
    serviceTime: { ...serviceTimeOf(line.learnt), at: null },
    lastCallAt: undefined,
    lastEnd: undefined,
    idle: 0,
    countedTo: 0,
  };
  for (const entry of entries) if (entry !== undefined) writeVisit(play, entry);
  for (const [index, doctor] of play.doctors.entries()) writeDoctor(play, doctor, index === 0);
  const firstAt = Math.min(...entries.map((entry) => entry?.at ?? Infinity));
  if (Number.isFinite(firstAt)) writeLooks(play, firstAt);
  play.agenda.runUntil(endOfTime);
  return {
    visits: admitted.map((one, index) => playedOf(one, entries[index])),
    idleMinutes: play.idle,
    lastEnd: play.lastEnd,
  };
}

function doctorsOf(rule: LineRule, { helperFactor }: Drawn): Doctor[] {
  return Array.from(
    { length: rule.doctors },
    (_, index): Doctor => ({
      factor: index === 0 ? 1 : helperFactor,
      isHere: false,
      isPausing: false,
      insideSince: undefined,
      busyUntil: -Infinity,
      pausesLeft: rule.pauses,
    }),
  );
}

function on(play: Play, at: number, happen: (at: number) => void): void {
  play.agenda.write(at, (then) => {
    countIdle(play, then);
    happen(then);
  });
}

function writeVisit(play: Play, entry: Entry): void {
  const { visit, drawn: own, at } = entry;
  on(play, at, (now) => {
    play.waiting =
      play.rule.order === 'recorded'
        ? inTurn(play.waiting, entry)
        : settled([...play.waiting, entry]);
    entry.isHere = own.hereAt <= now && !visit.cameNot;
    announce(play, entry, now);
    callAll(play, now);
  });
  if (!visit.cameNot && own.hereAt > at) on(play, own.hereAt, (now) => arrive(play, entry, now));
  // A walk-in who joins later because of the hourly limit leaves after the same wait as on the
  // recorded day.
  if (visit.leftAt !== null)
    on(play, visit.leftAt + at - visit.at, (now) => leave(play, entry, now));
}

function writeDoctor(play: Play, doctor: Doctor, isOwn: boolean): void {
  // The additional doctor begins when the line opens.
  on(play, isOwn ? play.rule.comesAt : play.line.opensAt, (now) => {
    doctor.isHere = true;
    doctor.pausesLeft = doctor.pausesLeft.filter(({ to }) => to > now);
    call(play, doctor, now);
  });
  for (const { from } of doctor.pausesLeft) on(play, from, (now) => call(play, doctor, now));
}

/**
 * Schedules the checks by which patients who come when notified learn that it is time to leave
 * home.
 */
function writeLooks(play: Play, from: number): void {
  const look = (now: number): void => {
    const asked = play.waiting.filter(
      ({ leaveAt, drawn: own }) => leaveAt === undefined && own.way !== undefined,
    );
    const state = asked.length === 0 ? undefined : stateAt(play, now);
    for (const entry of state === undefined ? [] : asked) {
      const forecast = state && forecastOf(state, alike(aheadOf(play, entry)));
      const leaves = leavesInFor(forecast, entry.drawn.way ?? 0);
      if (leaves !== undefined && leaves <= 0) setOut(play, entry, now);
    }
    const isOver = play.entries.every((entry) => entry === undefined || entry.until !== undefined);
    if (!isOver && now < dayMinutes) on(play, now + looksEvery, look);
  };
  on(play, Math.ceil(from / looksEvery) * looksEvery, look);
}

function setOut(play: Play, entry: Entry, now: number): void {
  if (entry.leaveAt !== undefined) return;
  entry.leaveAt = now;
  const before = play.unchanged?.visits[Number(entry.id)]?.leaveAt;
  if (before === undefined || before <= now || entry.isHere || entry.drawn.way === undefined)
    return;
  on(play, Math.max(now, entry.drawn.hereAt - (before - now)), (then) => arrive(play, entry, then));
}

function stateAt(play: Play, now: number): LineNow {
  const inside = play.doctors.flatMap(({ insideSince }) => insideSince ?? []);
  const isBusy = inside.length === play.doctors.length;
  const present = play.waiting.filter((entry) => !isAway(entry));
  return lineNow(
    {
      plan: play.rule.plan,
      status: 'Available',
      breakUntil: null,
      insideSince: isBusy ? dateOf(play, Math.min(...inside)) : null,
      waitingSince:
        present.length === 0 ? null : dateOf(play, Math.min(...present.map(({ at }) => at))),
      learnt: {
        ...play.line.learnt,
        ...rowOfServiceTime(play.serviceTime),
        interrupted_at: null,
        last_call_at: dateOrNull(play, play.lastCallAt),
        last_end_at: dateOrNull(play, play.lastEnd),
      },
    },
    dateOf(play, now),
  );
}

function dateOf(play: Play, at: number): Date {
  return new Date(play.line.midnight + at * minuteMs);
}

function dateOrNull(play: Play, at: number | undefined): Date | null {
  return at === undefined ? null : dateOf(play, at);
}

/**
 * How many people are ahead of an entry, as if the line had one doctor: with two doctors the number
 * is halved.
 */
function aheadOf(play: Play, entry: Entry): number {
  const place = play.waiting.indexOf(entry);
  const people = play.waiting.slice(0, place).filter((other) => !isAway(other)).length;
  return Math.floor(people / play.doctors.length);
}

function announce(play: Play, entry: Entry, now: number): void {
  const line = stateAt(play, now);
  const forecast = forecastOf(line, alike(aheadOf(play, entry)));
  if (forecast !== undefined) entry.upper = now + announcedWait(forecast, line).upper;
}

function arrive(play: Play, entry: Entry, now: number): void {
  if (entry.isHere || entry.until !== undefined) return;
  entry.isHere = true;
  if (isAway(entry)) {
    const others = play.waiting.filter((other) => other !== entry);
    const place = placeOnReturn(others);
    entry.hold = { backAt: now };
    play.waiting = others.toSpliced(place - 1, 0, entry);
  }
  callAll(play, now);
}

function leave(play: Play, entry: Entry, now: number): void {
  if (entry.until !== undefined) return;
  entry.until = now;
  play.waiting = settled(play.waiting.filter((other) => other !== entry));
  callAll(play, now);
}

function callAll(play: Play, now: number): void {
  for (const doctor of play.doctors) call(play, doctor, now);
}

function call(play: Play, doctor: Doctor, now: number): void {
  if (!doctor.isHere || doctor.insideSince !== undefined || now < doctor.busyUntil) return;
  if (play.line.stopsAt !== undefined && now >= play.line.stopsAt) return;
  const [pause, ...later] = doctor.pausesLeft;
  if (pause !== undefined && now >= pause.from) {
    doctor.pausesLeft = later;
    doctor.isPausing = true;
    goOn(play, doctor, now + pause.to - pause.from);
    return;
  }
  const next = nextOf(play, now);
  if (next === undefined) return;
  if (next.isHere) start(play, doctor, next, now);
  else if (play.waiting.some(({ isHere }) => isHere) || !play.waiting.some(isAway))
    miss(play, doctor, next, now);
}

/**
 * The next patient to call. The desk sees who has arrived, and skips an absent patient without
 * removing them from the line. A patient who missed a call on the recorded day misses it in the
 * simulation too.
 */
function nextOf(play: Play, now: number): Entry | undefined {
  const mayCall = ({ isHere, visit }: Entry) => isHere || visit.cameNot || visit.wasLate;
  if (play.rule.order === 'due') {
    const due = dueFirst(play.waiting, (entry) => (mayCall(entry) ? entry.visit.dueAt : null));
    if (due !== undefined) play.waiting = orderAfter(play.waiting, due.entry.id, due.place);
  }
  const next = play.waiting.find((entry) => !isAway(entry) && mayCall(entry));
  for (const entry of play.waiting) {
    if (entry === next) break;
    // A patient who is still at home when others behind them are called leaves home now.
    if (!entry.isHere) setOut(play, entry, now);
  }
  return next;
}

function start(play: Play, doctor: Doctor, entry: Entry, now: number): void {
  play.waiting = settled(play.waiting.filter((other) => other !== entry));
  setOut(play, entry, now);
  entry.firstCall ??= now;
  entry.until = now;
  entry.isSeen = true;
  play.lastCallAt = now;
  doctor.insideSince = now;
  const length = entry.drawn.length * doctor.factor;
  on(play, now + length, (then) => {
    doctor.insideSince = undefined;
    play.lastEnd = then;
    play.serviceTime = learn(play.serviceTime, length + usualChangeOver, dateOf(play, then));
    goOn(play, doctor, then + entry.drawn.changeOver);
  });
}

/** Records a missed call and puts the entry on hold; the doctor then calls the next patient. */
function miss(play: Play, doctor: Doctor, entry: Entry, now: number): void {
  setOut(play, entry, now);
  entry.firstCall ??= now;
  entry.hold = { backAt: null };
  play.waiting = settled(play.waiting);
  play.lastCallAt = now;
  if (entry.visit.cameNot) on(play, now + placeKeptMinutes, (then) => leave(play, entry, then));
  goOn(play, doctor, now + missedMinutes);
}

function goOn(play: Play, doctor: Doctor, at: number): void {
  doctor.busyUntil = at;
  on(play, at, (then) => {
    if (then >= doctor.busyUntil) doctor.isPausing = false;
    call(play, doctor, then);
  });
}

/**
 * Adds the idle time of the doctors since the last count: a doctor was present, free and not on a
 * break while somebody waited.
 */
function countIdle(play: Play, now: number): void {
  if (play.waiting.length > 0) {
    for (const { isHere, isPausing, insideSince } of play.doctors) {
      // The change-over between two visits counts as idle time; a break does not.
      if (isHere && !isPausing && insideSince === undefined) play.idle += now - play.countedTo;
    }
  }
  play.countedTo = now;
}

/**
 * Inserts an entry in the recorded order: before the first patient who was called later on the
 * recorded day. Patients back from a missed call stay in front.
 */
function inTurn(line: readonly Entry[], entry: Entry): readonly Entry[] {
  const joined = settled([...line, entry]);
  const before = line.findIndex(
    (other) => other.hold === null && turnOf(other.visit) > turnOf(entry.visit),
  );
  return before === -1 ? joined : orderAfter(joined, entry.id, before + 1);
}

/**
 * The minute at which the patient was called; for a patient who was never called, an hour after
 * joining.
 */
function turnOf({ at, calledAt }: RecordedVisit): number {
  return calledAt ?? at + neverCalledAfter;
}

interface Admitted {
  readonly at: number | undefined;
  readonly wasPutOff: boolean;
}

/**
 * The admitted visits. A walk-in beyond the hourly limit joins in the next hour with capacity,
 * within the working hours.
 */
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

/**
 * Whether the patient was called by the end of the predicted range; unknown if the patient left
 * before that end.
 */
function keptOf(
  upper: number | undefined,
  firstCall: number | undefined,
  until: number,
): boolean | undefined {
  if (upper === undefined) return undefined;
  if (firstCall !== undefined) return firstCall <= upper;
  return until > upper ? false : undefined;
}
