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
import { type InLine, isAway, orderAfter, placeIn } from '@baari/contract/line.ts';
import type { MoveEffect } from '@baari/contract/queue.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { forecastOf, type LineNow } from '../waits/told-wait.rules.ts';

/** One who waits, as far as the order is concerned. */
export interface LineMember extends InLine {
  readonly id: string;
  /** Greater for whoever came into the line later. */
  readonly lineNumber: number;
  readonly urgency: Urgency;
  readonly joinedAt: Date;
  /** When a booked time is due; null for whoever came without. */
  readonly dueAt: Date | null;
  /** How many who came later have been called in before. */
  readonly overtaken: number;
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

/** Minutes from joining to being called in; while nobody can say when, those that have passed. */
function wholeWait(
  { at }: Line,
  order: readonly LineMember[],
  member: LineMember,
  now: Date,
): number {
  const waited = (now.getTime() - member.joinedAt.getTime()) / minuteMs;
  const ahead = countPresent(order.slice(0, placeIn(order, member.id) - 1));
  const still = forecastOf(at, ahead)?.median ?? 0;
  return Math.round(Math.max(0, waited)) + Math.round(still);
}

function countPresent(members: readonly LineMember[]): number {
  return members.filter((member) => !isAway(member)).length;
}

function greatest(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((one, other) => Math.max(one, other));
}
