/**
 * Draws everything that will happen on a doctor's day before the day is simulated. Times are
 * minutes since midnight.
 */
import {
  between,
  lognormalOf,
  normalOf,
  poissonOf,
  type Random,
  seededRandom,
} from '../../server/src/replay/chance.rules.ts';
import type { World } from './worlds.ts';

export const opensAt = 9 * 60;
export const closesAt = 16 * 60;
export const plannedBreak = { from: 12 * 60 + 30, to: 13 * 60 + 15 } as const;
/** The most minutes by which a doctor returns late from a planned break. */
export const breakOverrun = 6;
/**
 * The shortest and longest unplanned break in minutes, and the times of day between which it
 * begins.
 */
export const suddenBreak = { least: 12, most: 30, from: opensAt + 45, to: closesAt - 60 } as const;

/**
 * Patients request a place in the queue between this time and `asksUntil`. Both are minutes since
 * midnight.
 */
const asksFrom = 7 * 60 + 30;
const asksUntil = 15 * 60;
/**
 * Share of patients who request a place in the queue before opening time. The next constant: the
 * share of requests from home before and after opening time.
 */
const earlyShare = 0.3;
const remoteShare = { early: 0.7, later: 0.4 };
/** Mean minutes from one consultation to the next. */
const meanChangeOver = 1;
/**
 * Share of people who state their visit kind rightly, and share who state it wrongly; the others
 * state none.
 */
const saidShare = { rightly: 0.8, wrongly: 0.05 };
const longFactor = 4;
/**
 * Share of patients whose arrival at the hospital is recorded. `onSite` applies to those who join
 * at the hospital, `follower` to those who leave home at "leave now".
 */
const checkInShare = { onSite: 0.7, follower: 0.95 };
const burstSize = 8;
const burstMinutes = 5;

interface SimulatedDoctor {
  /**
   * The true mean length of a doctor's consultations in minutes. The next field: how much single
   * consultations vary.
   */
  readonly mean: number;
  readonly variation: number;
  /** How many minutes late the doctor usually begins. */
  readonly habit: number;
  /** Whether the doctor announces the beginning of a planned break. */
  readonly announces: boolean;
}

/** An unplanned break of the simulated doctor. */
interface SuddenBreak {
  readonly at: number;
  readonly length: number;
  /**
   * How the doctor announces the break: with its end, with the status Busy and no end, or not at
   * all.
   */
  readonly said: 'until' | 'busy' | 'nothing';
}

export type VisitKind = 'new' | 'follow_up';

export interface PersonFate {
  readonly joinsAt: number;
  /** Whether the desk puts this patient at the front of the queue when the patient joins. */
  readonly isPutInFront: boolean;
  readonly kind: VisitKind | null;
  /** The visit kind that the patient states; null if none is stated. */
  readonly saidKind: VisitKind | null;
  /** Whether the patient is always absent when called in. */
  readonly isAbsent: boolean;
  /**
   * The time at which a patient who will not come cancels; undefined if the patient does not
   * cancel.
   */
  readonly cancelsAt: number | undefined;
  /**
   * Whether the patient is at the hospital from the time of joining the queue. Other patients leave
   * home when they read "leave now".
   */
  readonly isOnSite: boolean;
  /** Whether the patient's arrival is recorded. */
  readonly checksIn: boolean;
  /** The minutes of travel that the patient states. The next field: the actual minutes. */
  readonly way: number;
  readonly realWay: number;
  /** The minutes that the patient spends with the doctor. */
  readonly length: number;
  readonly givesUp: boolean;
}

/**
 * The true distributions from which a doctor's day is drawn, without the random draws themselves.
 */
export interface Truth {
  readonly world: World;
  readonly doctor: SimulatedDoctor;
  /** The mean minutes of a consultation on this day if the visit kind is unknown. */
  readonly mean: number;
  /** The expected number of patients on the day. */
  readonly demand: number;
}

export interface DayFate {
  readonly truth: Truth;
  /** The time at which the doctor arrives, in minutes since midnight. */
  readonly comesAt: number;
  readonly plannedOverrun: number;
  readonly sudden: SuddenBreak | undefined;
  readonly people: readonly PersonFate[];
}

export function drawDoctor(random: Random, world: World): SimulatedDoctor {
  const [least, most] = world.variation;
  return {
    mean: world.mean * Math.exp(0.25 * normalOf(random)),
    variation: between(random, least, most),
    habit: between(random, ...world.late.habit),
    announces: random() < 0.5,
  };
}

/** The factor by which the doctor's consultations are longer on this day than usual. */
export function driftOf(world: World, doctorIndex: number, day: number): number {
  const { slow } = world;
  const isSlow =
    slow !== undefined && day >= slow.from && (slow.who === 'all' || doctorIndex === 0);
  return (isSlow ? 1.3 : 1) * (1 + 0.1 * Math.sin(day / 15));
}

export function drawDay(
  random: Random,
  world: World,
  doctor: SimulatedDoctor,
  drift: number,
): DayFate {
  const mean = doctor.mean * drift * Math.exp(0.12 * normalOf(random));
  const truth: Truth = { world, doctor, mean, demand: demandOf(world, doctor.mean * drift) };
  const count = Math.round(truth.demand * between(random, 0.88, 1.12));
  return {
    truth,
    comesAt: opensAt + drawLateness(random, truth),
    plannedOverrun: breakOverrun * random(),
    sudden: drawSuddenBreak(random, world),
    people: drawJoining(random, world, count)
      .map((joining) => drawPerson(random, truth, joining))
      .toSorted((one, other) => one.joinsAt - other.joinsAt),
  };
}

/** Draws how many minutes late the doctor begins on a day. */
export function drawLateness(random: Random, { doctor, world }: Truth): number {
  const ofDay = world.late.ofDay === 'even' ? between(random, 0, 15) : 8 * normalOf(random);
  return Math.max(0, doctor.habit + ofDay);
}

/** Draws how many minutes a visit of this kind takes with the doctor. */
export function drawLength(random: Random, truth: Truth, kind: VisitKind | null): number {
  const isLong = random() < truth.world.longShare;
  const length = lognormalOf(
    random,
    truth.mean * factorOf(kind, truth.world),
    truth.doctor.variation,
  );
  return isLong ? longFactor * length : length;
}

/** The factor by which consultations that begin at this time of day are longer than usual. */
export function paceAt({ pace }: World, timeOfDay: number): number {
  const next = pace.findIndex(({ at }) => timeOfDay < at);
  const after = pace[next] ?? pace.at(-1);
  const before = pace[next - 1] ?? after;
  if (before === undefined || after === undefined) return 1;
  if (before.at === after.at) return after.factor;
  const share = (timeOfDay - before.at) / (after.at - before.at);
  return before.factor + Math.min(1, share) * (after.factor - before.factor);
}

export function drawKind(random: Random, { newShare }: World): VisitKind | null {
  if (newShare === undefined) return null;
  return random() < newShare ? 'new' : 'follow_up';
}

function factorOf(kind: VisitKind | null, { kinds }: World): number {
  return kind === null ? 1 : kinds[kind];
}

/**
 * Draws the visit kind that a patient states. The seed is the time of the request, so that all
 * other draws are the same with and without stated kinds.
 */
function said(kind: VisitKind | null, world: World, at: number): VisitKind | null {
  if (kind === null || !world.kindsAreSaid) return null;
  const drawn = seededRandom(Math.floor(at * 1e6))();
  if (drawn < saidShare.rightly) return kind;
  if (drawn >= saidShare.rightly + saidShare.wrongly) return null;
  return kind === 'new' ? 'follow_up' : 'new';
}

/**
 * Draws the minutes from the end of a consultation to the next call. In one of fifty cases the
 * doctor presses the button late.
 */
export function drawChangeOver(random: Random): number {
  return 0.5 * meanChangeOver + random() * meanChangeOver + (random() < 0.02 ? 3 : 0);
}

/** The expected number of urgent patients per minute at a time of the day. */
function frontRate({ world, demand }: Truth, at: number): number {
  const early = asksFrom <= at && at < opensAt;
  const later = opensAt <= at && at < asksUntil;
  const walkIns = demand * (1 - world.appointmentShare) * world.urgentShare;
  if (early) return (walkIns * earlyShare) / (opensAt - asksFrom);
  if (!later) return 0;
  const booked = (demand * world.appointmentShare) / (asksUntil - opensAt);
  return booked + (walkIns * (1 - earlyShare)) / (asksUntil - opensAt);
}

/** The number of patients that fills about nine tenths of the doctor's day. */
function demandOf(world: World, mean: number): number {
  const pauses = world.hasPlannedBreak ? plannedBreak.to - plannedBreak.from : 0;
  const { habit } = world.late;
  const late = habit[1] > 0 ? (habit[0] + habit[1]) / 2 : 0;
  const kinds =
    world.newShare === undefined
      ? 1
      : world.newShare * world.kinds.new + (1 - world.newShare) * world.kinds.follow_up;
  const long = 1 + world.longShare * (longFactor - 1);
  const cycle = (mean * kinds * long + meanChangeOver) * (1 - world.absentShare);
  return (0.9 * (closesAt - opensAt - pauses - late)) / cycle;
}

interface Joining {
  readonly at: number;
  readonly isEarly: boolean;
  readonly hasAppointment: boolean;
}

function drawJoining(random: Random, world: World, count: number): Joining[] {
  const bursts = Array.from({ length: world.bursts }, () =>
    between(random, opensAt + 10, asksUntil - 60),
  );
  const inBursts = bursts.flatMap((begins) =>
    Array.from({ length: burstSize }, () => ({
      at: begins + burstMinutes * random(),
      isEarly: false,
      hasAppointment: false,
    })),
  );
  const others = Array.from({ length: Math.max(0, count - inBursts.length) }, (): Joining => {
    if (random() < world.appointmentShare) {
      // Appointments are every half hour; patients arrive up to a quarter of an hour early or late.
      const slot = opensAt + 30 * Math.floor(((asksUntil - opensAt) / 30) * random());
      return { at: slot + 15 - 30 * random(), isEarly: false, hasAppointment: true };
    }
    const isEarly = random() < earlyShare;
    const at = isEarly ? between(random, asksFrom, opensAt) : between(random, opensAt, asksUntil);
    return { at, isEarly, hasAppointment: false };
  });
  return [...inBursts, ...others];
}

function drawPerson(random: Random, truth: Truth, joining: Joining): PersonFate {
  const { world } = truth;
  const { at, isEarly, hasAppointment } = joining;
  const isUrgent = random() < world.urgentShare && !hasAppointment;
  const isAbsent = random() < world.absentShare && !hasAppointment;
  const isRemote =
    random() < (isEarly ? remoteShare.early : remoteShare.later) && !hasAppointment && !isUrgent;
  const follows = isRemote && random() < world.followsShare;
  const kind = drawKind(random, world);
  const saidKind = said(kind, world, at);
  const way = Math.min(90, Math.max(5, lognormalOf(random, 25, 0.6)));
  return {
    joinsAt: at,
    isPutInFront: isUrgent || hasAppointment,
    kind,
    saidKind,
    isAbsent,
    cancelsAt: isAbsent && random() < 1 / 3 ? at + between(random, 5, 90) : undefined,
    isOnSite: !follows,
    checksIn: hasAppointment || random() < (follows ? checkInShare.follower : checkInShare.onSite),
    way: Math.round(way / 5) * 5,
    realWay: way * Math.exp(0.25 * normalOf(random)),
    length: drawLength(random, truth, kind),
    givesUp: random() < world.givesUpShare,
  };
}

function drawSuddenBreak(random: Random, world: World): SuddenBreak | undefined {
  if (random() >= world.unplannedShare) return undefined;
  const said = random();
  return {
    at: between(random, suddenBreak.from, suddenBreak.to),
    length: between(random, suddenBreak.least, suddenBreak.most),
    said: said < 0.6 ? 'until' : said < 0.85 ? 'busy' : 'nothing',
  };
}

/** Draws how many patients are put at the front of the queue between two times. */
export function drawFrontArrivals(random: Random, truth: Truth, from: number, to: number): number {
  if (to <= from) return 0;
  const split = Math.min(Math.max(opensAt, from), to);
  const end = Math.min(asksUntil, to);
  const mean =
    frontRate(truth, opensAt - 1) * Math.max(0, split - Math.max(from, asksFrom)) +
    frontRate(truth, opensAt) * Math.max(0, end - split);
  return mean === 0 ? 0 : poissonOf(random, mean);
}
