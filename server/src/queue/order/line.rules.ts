/**
 * The order of a line and the effect of a change on the waiting patients [INV-12, waits: order and
 * urgency]. Pure: takes the ordered line and the time, returns the new order, its effect or a
 * refusal.
 */
import {
  longestWaitMinutes,
  type MoveReason,
  mostPasses,
  type Urgency,
} from '@baari/contract/constants.ts';
import { type InLine, isAway, orderAfter, placeIn } from '@baari/contract/queue/line.ts';
import type { MoveEffect } from '@baari/contract/queue/queue.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import type { Ahead } from '../../waits/forecast.rules.ts';
import { forecastOf, type LineNow } from '../../waits/announced-wait.rules.ts';

/** The facts about a waiting patient that decide the order of the line. */
export interface LineMember extends InLine {
  readonly id: string;
  /** A number that is greater for patients who joined the line later. */
  readonly lineNumber: number;
  readonly urgency: Urgency;
  readonly joinedAt: Date;
  /** The time at which the patient's booking is due; null without a booking. */
  readonly dueAt: Date | null;
  /** The sort key of the patient in the line. */
  readonly key: number;
  /** The time since which the patient has waited in this line. */
  readonly since: Date;
  /** How many patients who arrived later were called before this patient. */
  readonly overtaken: number;
  /** The expected length of the patient's visit, as a multiple of the usual length. */
  readonly countsAs: number;
}

/** The waiting patients in order, and the line's forecast. */
export interface Line {
  readonly members: readonly LineMember[];
  readonly at: LineNow;
}

const minuteMs = 60_000;

/**
 * The effect on other patients of moving one patient. `place` is the position to request for the
 * moved patient.
 */
export function effectOfMove(
  line: Line,
  id: string,
  place: number,
  now: Date,
): MoveEffect & { readonly place: number } {
  const before = line.members;
  const target = Math.min(Math.max(place, 1), before.length);
  const after = orderAfter(before, id, target);
  const from = placeIn(before, id);
  const to = placeIn(after, id);
  const behind = after.filter(
    (member, index) => !isAway(member) && index + 1 > placeIn(before, member.id),
  );
  const passes = behind.map((member) => timesPassed(after, member));
  const isPassedTooOften = behind.some((member, index) => {
    const times = passes[index] ?? 0;
    return times > mostPasses && times > timesPassed(before, member);
  });
  const waitOf = (member: LineMember) => wholeWait(line, after, member, now);
  const longestWait = greatest(behind.map(waitOf));
  return {
    place: target,
    position: to,
    passes: to < from ? behind.filter((member) => member.id !== id).length : 0,
    letsPass: to > from ? countPresent(before.slice(from, to)) : 0,
    mostPasses: greatest(passes) ?? 0,
    longestLowWait: greatest(after.filter(({ urgency }) => urgency === 'low').map(waitOf)),
    longestWait,
    needsReason: isPassedTooOften || (longestWait ?? 0) > longestWaitMinutes,
  };
}

/**
 * Checks a move of a patient and returns the position to request. Refuses a move that changes
 * nothing. Refuses a move that harms others if no reason is given [INV-12].
 */
export function mayMove(
  line: Line,
  id: string,
  place: number,
  reason: MoveReason | undefined,
  now: Date,
): Result<number> {
  const effect = effectOfMove(line, id, place, now);
  if (effect.position === placeIn(line.members, id)) return refuse('already_there');
  if (effect.needsReason && reason === undefined) return refuse('move_reason_needed');
  return ok(effect.place);
}

/** The former position of an entry that left a line, and the time at which it left. */
export interface FormerPlace {
  readonly key: number;
  readonly lineNumber: number;
  readonly endedAt: Date;
}

/**
 * The position in the present line for an entry that left the line earlier. It is behind the last
 * waiting patient who was ahead of the entry. Patients who joined after the entry left do not
 * count. If two sort keys are equal, the patient who arrived earlier comes first [DESK-1].
 */
export function placeNow({ members }: Line, { key, lineNumber, endedAt }: FormerPlace): number {
  const before = members.findLastIndex(
    (member) =>
      member.since <= endedAt &&
      (member.key < key || (member.key === key && member.lineNumber < lineNumber)),
  );
  return before + 2;
}

/**
 * The first position at or behind `wanted` where a restored patient harms no waiting patient. The
 * patients behind that position are neither passed too often nor made to wait too long [INV-12,
 * DESK-1].
 */
export function fairPlace(line: Line, wanted: number, lineNumber: number, now: Date): number {
  const hurt = line.members.findLastIndex((member, index) => {
    if (index + 1 < wanted || isAway(member)) return false;
    const before = presentIn(line.members.slice(0, index));
    const isPassedTooOften =
      lineNumber > member.lineNumber && timesPassed(line.members, member) + 1 > mostPasses;
    const waitsLong = (ahead: Ahead) => waitBehind(line, member, ahead, now) > longestWaitMinutes;
    const present = aheadIn(before);
    const withOne = { people: present.people + 1, visits: present.visits + 1 };
    // A patient who would wait too long even without this change is not harmed by it.
    return isPassedTooOften || (waitsLong(withOne) && !waitsLong(present));
  });
  return Math.max(wanted, hurt + 2);
}

export interface Shift {
  readonly id: string;
  /** The patient's position before the change; 0 if the patient was not in the line. */
  readonly from: number;
  readonly to: number;
}

/**
 * The patients whose position changed. `before` and `after` are the ids in the order of the line.
 */
export function shiftsBetween(before: readonly string[], after: readonly string[]): Shift[] {
  const places = new Map(before.map((id, index) => [id, index + 1]));
  return after
    .map((id, index) => ({ id, from: places.get(id) ?? 0, to: index + 1 }))
    .filter(({ from, to }) => from !== to);
}

/** How many patients who arrived later are ahead of this patient or were called in earlier. */
function timesPassed(members: readonly LineMember[], member: LineMember): number {
  const ahead = members.slice(0, members.indexOf(member));
  return member.overtaken + ahead.filter((other) => other.lineNumber > member.lineNumber).length;
}

function wholeWait(
  line: Line,
  order: readonly LineMember[],
  member: LineMember,
  now: Date,
): number {
  const ahead = aheadIn(order.slice(0, placeIn(order, member.id) - 1));
  return waitBehind(line, member, ahead, now);
}

/**
 * The minutes from joining the line to the expected call, with these people ahead. Without a
 * forecast, only the minutes up to now count.
 */
function waitBehind({ at }: Line, member: LineMember, ahead: Ahead, now: Date): number {
  const waited = (now.getTime() - member.joinedAt.getTime()) / minuteMs;
  const still = forecastOf(at, ahead)?.median ?? 0;
  return Math.round(Math.max(0, waited)) + Math.round(still);
}

function countPresent(members: readonly LineMember[]): number {
  return presentIn(members).length;
}

export function presentIn(members: readonly LineMember[]): readonly LineMember[] {
  return members.filter((member) => !isAway(member));
}

/** Counts how many of the given patients can be called. */
export function aheadIn(members: readonly LineMember[]): Ahead {
  const present = presentIn(members);
  return {
    people: present.length,
    visits: present.reduce((sum, { countsAs }) => sum + countsAs, 0),
  };
}

function greatest(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((one, other) => Math.max(one, other));
}
