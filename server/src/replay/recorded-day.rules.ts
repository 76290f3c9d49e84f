/**
 * Reconstructs a doctor's past day from its recorded visits: arrivals, durations, and when the doctor came,
 * paused and left [WAIT-4]. Minutes since the hospital's midnight.
 */
import type { QueueStatus, Urgency } from '@baari/contract/constants.ts';
import type { WorkPlan } from '../schedule/schedule.rules.ts';
import type { WorkDay } from '../schedule/work-day.rules.ts';
import { dueTime } from '../waits/due.rules.ts';
import { meanConsultation, serviceTimeOf } from '../waits/service-time.rules.ts';
import type { LearntRow } from '../waits/announced-wait.rules.ts';

/** The data of a visit as read from the database. */
export interface RecordedRow {
  readonly status: QueueStatus;
  readonly urgency: Urgency;
  readonly joined_at: Date;
  readonly approved_at: Date;
  /** When the patient was moved from another doctor's line to this line. */
  readonly moved_at: Date | null;
  readonly due_at: Date | null;
  readonly is_booked: boolean;
  readonly checked_in_at: Date | null;
  /** When a patient who missed the call came back; null without a return. */
  readonly back_at: Date | null;
  readonly called_at: Date | null;
  readonly first_called_at: Date | null;
  readonly missed_calls: number;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  /** Whether the entry was closed before its turn, because the day ended or the doctor left. */
  readonly was_closed: boolean;
  /**
   * Whether the patient was called by the end of the wait predicted on joining; null if unknown.
   */
  readonly was_kept: boolean | null;
}

export interface RecordedVisit {
  /** When the patient joined the line. */
  readonly at: number;
  readonly urgency: Urgency;
  /** The time by which the patient should be called, in view of the urgency. */
  readonly dueAt: number;
  /** Whether the patient came without an earlier request or booking. */
  readonly isWalkIn: boolean;
  /** When the patient's arrival was recorded; null if it was not. */
  readonly hereAt: number | null;
  /** When the patient was called, and so had arrived at the latest; null if never called. */
  readonly calledAt: number | null;
  /** Whether the patient missed the call and came later. */
  readonly wasLate: boolean;
  /** Whether the patient was called and never came. */
  readonly cameNot: boolean;
  /** When the patient left, was removed or was sent home without being seen; null otherwise. */
  readonly leftAt: number | null;
  /** Minutes with the doctor; null if unknown. */
  readonly length: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly wasKept: boolean | null;
}

export interface TimeOfDay {
  readonly from: number;
  readonly to: number;
}

/** All data of one doctor's day that a simulation uses. */
export interface RecordedLine {
  readonly plan: WorkPlan;
  /**
   * The averages of service times as measured today, because the averages of the recorded day are
   * not stored.
   */
  readonly learnt: LearntRow;
  /** The day's midnight, in milliseconds since 1970. All minutes count from it. */
  readonly midnight: number;
  /** The planned working hours; undefined on a day without any. */
  readonly hours: TimeOfDay | undefined;
  readonly visits: readonly RecordedVisit[];
  readonly comesAt: number;
  /** When the doctor was due by the plan, or the actual arrival if that was earlier. */
  readonly opensAt: number;
  /** When the doctor stopped calling; undefined if the doctor stayed until the line was empty. */
  readonly stopsAt: number | undefined;
  readonly pauses: readonly TimeOfDay[];
  /**
   * The minutes from the end of a visit to the next call, one value for each time when the next
   * patient was already present.
   */
  readonly changeOvers: readonly number[];
  /** The doctor's average minutes per visit on that day. */
  readonly meanLength: number;
  readonly idleMinutes: number;
}

export interface RecordedDoctor {
  readonly plan: WorkPlan;
  readonly learnt: LearntRow;
  readonly rows: readonly RecordedRow[];
}

const minuteMs = 60_000;
/** A patient who arrived within this many minutes of the request counts as a walk-in. */
const walksInWithin = 5;
/** If the first patient waited at least this many minutes, the doctor had not come yet. */
const provesAbsence = 5;
/** The most minutes that count as lateness. */
const longestLateness = 180;
/** A gap between visits of at least this many minutes, while a patient waits, counts as a break. */
const shortestPause = 10;
/**
 * The longest change-over in minutes, if it is unknown whether the next patient had arrived. In a
 * longer gap the doctor may have waited for the patient.
 */
const longestChangeOver = 3;
/**
 * Visits shorter than `minutes` were clicked by mistake. Visits longer than `means` times the
 * average were not completed in time. The durations of both are ignored.
 */
const believed = { minutes: 0.5, means: 8 };

export function recordedLine(doctor: RecordedDoctor, workDay: WorkDay): RecordedLine {
  const { plan, learnt } = doctor;
  const midnight = workDay.day.from;
  const minute = (at: Date) => (at.getTime() - midnight) / minuteMs;
  const usual = meanConsultation(serviceTimeOf(learnt), new Date(midnight));
  const all = doctor.rows.map((row) => visitOf(row, minute, usual));
  const visits = all
    .filter(({ at }) => at >= 0 && at < (workDay.day.to - midnight) / minuteMs)
    .toSorted((one, other) => one.at - other.at);
  const hours = workDay.hours && {
    from: minute(new Date(workDay.hours.from)),
    to: minute(new Date(workDay.hours.to)),
  };
  const planned = workDay.pauses.map(({ from, to }) => ({
    from: minute(new Date(from)),
    to: minute(new Date(to)),
  }));
  const gaps = gapsOf(visits);
  const comesAt = comingOf(visits, hours?.from);
  const pauses = pausesOf(gaps, planned, visits);
  const lengths = visits.flatMap(({ length }) => length ?? []);
  return {
    plan,
    learnt,
    midnight,
    hours,
    visits,
    comesAt,
    opensAt: openingOf(comesAt, hours),
    stopsAt: stopOf(
      visits,
      doctor.rows.some(({ was_closed }) => was_closed),
    ),
    pauses,
    changeOvers: gaps.filter(isChangeOver).map(({ from, to }) => to - from),
    meanLength: (usual * 4 + sum(lengths)) / (4 + lengths.length),
    idleMinutes: sum(
      gaps
        .filter((gap) => gap.isSomebodyIn && !pauses.some(({ from }) => from === gap.from))
        .map(({ from, to }) => to - from),
    ),
  };
}

function visitOf(row: RecordedRow, minute: (at: Date) => number, usual: number): RecordedVisit {
  const { status, urgency, started_at, ended_at } = row;
  const orNull = (at: Date | null) => (at === null ? null : minute(at));
  const inside = consultationOf(row, minute);
  const seenHere = row.missed_calls > 0 ? row.back_at : row.checked_in_at;
  const cameNot = status === 'no_show';
  const askedAt = minute(row.joined_at);
  const hereAt = cameNot ? null : orNull(seenHere);
  return {
    at: minute(row.moved_at ?? row.approved_at),
    urgency,
    dueAt: minute(row.due_at ?? dueTime(row.joined_at, urgency)),
    isWalkIn: hereAt !== null && hereAt - askedAt < walksInWithin && !row.is_booked,
    hereAt,
    calledAt: orNull(
      row.first_called_at ?? row.called_at ?? started_at ?? (cameNot ? ended_at : null),
    ),
    wasLate: row.missed_calls > 0 && !cameNot,
    cameNot,
    leftAt: inside !== null || cameNot ? null : orNull(ended_at),
    length: believedLength(inside, usual),
    startedAt: inside?.from ?? null,
    endedAt: inside?.to ?? null,
    wasKept: row.was_kept,
  };
}

/** The period with the doctor; null if the patient was not seen. */
function consultationOf(
  { status, started_at, ended_at }: RecordedRow,
  minute: (at: Date) => number,
): TimeOfDay | null {
  if (status !== 'completed' || started_at === null || ended_at === null) return null;
  return { from: minute(started_at), to: minute(ended_at) };
}

/** The length of a visit in minutes; null if it is unknown or implausibly short or long. */
function believedLength(inside: TimeOfDay | null, usual: number): number | null {
  if (inside === null) return null;
  const length = inside.to - inside.from;
  return length >= believed.minutes && length <= believed.means * usual ? length : null;
}

/**
 * When the doctor arrived: at the first call if somebody had already waited, else as soon as a
 * patient was present.
 */
function comingOf(visits: readonly RecordedVisit[], opens: number | undefined): number {
  const first = Math.min(...visits.map(({ calledAt }) => calledAt ?? Infinity));
  const waitingSince = Math.min(
    ...visits.filter(({ cameNot }) => !cameNot).map(({ at, hereAt }) => Math.max(at, hereAt ?? at)),
  );
  if (!Number.isFinite(first)) return opens ?? 0;
  if (first - Math.max(waitingSince, opens ?? 0) >= provesAbsence) return first;
  return Math.min(first, Math.max(waitingSince, opens ?? 0));
}

/**
 * When the line opens: the planned time if the doctor came at about that time, otherwise the
 * doctor's arrival. A doctor who came hours later began another session.
 */
function openingOf(comesAt: number, hours: TimeOfDay | undefined): number {
  const isKept = hours !== undefined && comesAt - hours.from <= longestLateness;
  return isKept ? Math.min(comesAt, hours.from) : comesAt;
}

function stopOf(visits: readonly RecordedVisit[], isClosed: boolean): number | undefined {
  if (!isClosed) return undefined;
  return Math.max(0, ...visits.map(({ endedAt }) => endedAt ?? 0));
}

/** The time between two visits in which no patient was with the doctor. */
interface Gap extends TimeOfDay {
  /** Whether the next patient was in the line for the whole gap. */
  readonly isSomebodyIn: boolean;
  /**
   * Whether the next patient had arrived at the hospital before the gap; undefined if the arrival
   * was not recorded.
   */
  readonly isSomebodyHere: boolean | undefined;
}

function gapsOf(visits: readonly RecordedVisit[]): Gap[] {
  const seen = visits
    .flatMap((visit) =>
      visit.startedAt === null || visit.endedAt === null
        ? []
        : [{ at: visit.at, hereAt: visit.hereAt, from: visit.startedAt, to: visit.endedAt }],
    )
    .toSorted((one, other) => one.from - other.from);
  return seen.slice(1).flatMap((next, index) => {
    const from = seen[index]?.to ?? next.from;
    if (next.from <= from) return [];
    const here = next.hereAt === null ? undefined : next.hereAt <= from;
    return [{ from, to: next.from, isSomebodyIn: next.at <= from, isSomebodyHere: here }];
  });
}

function isChangeOver({ from, to, isSomebodyIn, isSomebodyHere }: Gap): boolean {
  return isSomebodyIn && isSomebodyHere !== false && to - from <= longestChangeOver;
}

/**
 * The breaks of the day: breaks visible in the records, and planned breaks in which nobody was
 * called.
 */
function pausesOf(
  gaps: readonly Gap[],
  planned: readonly TimeOfDay[],
  visits: readonly RecordedVisit[],
): TimeOfDay[] {
  const shown = gaps.filter(
    ({ from, to, isSomebodyIn, isSomebodyHere }) =>
      isSomebodyIn && isSomebodyHere !== false && to - from > shortestPause,
  );
  const kept = planned.filter(
    (pause) =>
      !visits.some(({ startedAt }) => isWithin(startedAt, pause)) &&
      !shown.some(({ from, to }) => from < pause.to && pause.from < to),
  );
  return [...shown.map(({ from, to }) => ({ from, to })), ...kept].toSorted(
    (one, other) => one.from - other.from,
  );
}

function isWithin(at: number | null, { from, to }: TimeOfDay): boolean {
  return at !== null && at > from && at < to;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
