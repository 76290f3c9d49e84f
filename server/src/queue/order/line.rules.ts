/**
 * The order of a line and what a change of it does to those who wait [INV-12, waits: order and
 * urgency]. Pure: the line in its order and the time in; the new order, its effect or a refusal out.
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
import { forecastOf, type LineNow } from '../../waits/told-wait.rules.ts';

/** One who waits, as far as the order is concerned. */
export interface LineMember extends InLine {
  readonly id: string;
  /** Greater for whoever came into the line later. */
  readonly lineNumber: number;
  readonly urgency: Urgency;
  readonly joinedAt: Date;
  /** When a booked time is due; null for whoever came without. */
  readonly dueAt: Date | null;
  /** Sorts the line. */
  readonly key: number;
  /** When it came into the line. */
  readonly since: Date;
  /** How many who came later have been called in before. */
  readonly overtaken: number;
  /** As how many visits of the usual length it counts. */
  readonly countsAs: number;
}

/** Those who wait, in their order, and how fast they are called. */
export interface Line {
  readonly members: readonly LineMember[];
  readonly at: LineNow;
}

const minuteMs = 60_000;

/** What putting somebody at a place would do to the others; `place` is what to ask for. */
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

/** The place to ask for; refuses a move that changes nothing, or hurts and has no reason [INV-12]. */
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

/** Where somebody stood who has left a line, and since when no more. */
export interface FormerPlace {
  readonly key: number;
  readonly lineNumber: number;
  readonly endedAt: Date;
}

/**
 * Where that place is now: behind the last one who stood before it then and still waits. Keys of those who
 * came since may be any; of two equal ones the earlier comer's is the first [DESK-1].
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
 * The nearest place, from the wanted one on, at which somebody who comes into the line again hurts
 * nobody: whoever stands behind is neither passed too often by it nor made to wait too long [INV-12, DESK-1].
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
    // Who waits too long anyway does not do so by this.
    return isPassedTooOften || (waitsLong(withOne) && !waitsLong(present));
  });
  return Math.max(wanted, hurt + 2);
}

export interface Shift {
  readonly id: string;
  /** 0: was not in the line. */
  readonly from: number;
  readonly to: number;
}

/** Who stands elsewhere, given the ids before and after. */
export function shiftsBetween(before: readonly string[], after: readonly string[]): Shift[] {
  const places = new Map(before.map((id, index) => [id, index + 1]));
  return after
    .map((id, index) => ({ id, from: places.get(id) ?? 0, to: index + 1 }))
    .filter(({ from, to }) => from !== to);
}

/** How many came later and stand ahead or were called in before. */
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
 * Minutes from joining to being called in with these present people ahead; while nobody can say when,
 * those that have passed.
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

/** Of some who wait, those who can be called, as whoever stands behind them has them ahead. */
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
