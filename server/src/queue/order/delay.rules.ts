/**
 * Computes the position that results from a delay that a patient asks for, from the line's order
 * and forecast [WAIT-1]. Pure. Patients behind can only move up; patients in front are unaffected.
 */
import {
  type LaterStep,
  type LateStep,
  laterSteps,
  lateSteps,
  mostDelays,
} from '@baari/contract/constants.ts';
import { orderAfter, placeIn } from '@baari/contract/queue/line.ts';
import type { Delays } from '@baari/contract/queue/queue.ts';
import { forecastOf, announcedWait } from '../../waits/announced-wait.rules.ts';
import { aheadIn, type Line, type LineMember, presentIn } from './line.rules.ts';

export interface DelayEffect {
  /**
   * The position to request for the patient. The resulting position may differ if patients are on
   * hold.
   */
  readonly place: number;
  /** How many patients who can be called go ahead of this patient because of the delay. */
  readonly letsPass: number;
}

/**
 * The new position of a patient who will be this many minutes late. It is behind all patients
 * expected to be called within that time after the patient's own expected call. It is behind at
 * least one patient, if any is behind now. Undefined without a forecast.
 */
export function delayedByMinutes(line: Line, id: string, minutes: number): DelayEffect | undefined {
  const ahead = before(line, id);
  const behind = presentIn(after(line, id));
  const own = forecastOf(line.at, aheadIn(ahead))?.expected;
  if (own === undefined) return undefined;
  let people = 0;
  const isCalledBy = () => expectedAt(line, [...ahead, ...behind.slice(0, people)]) < own + minutes;
  while (people < behind.length && isCalledBy()) people += 1;
  return delayedByPeople(line, id, people);
}

/**
 * The new position of a patient who lets this many others go first. Only patients who can be called
 * count. If fewer such patients are behind, the new position is behind all of them.
 */
export function delayedByPeople(line: Line, id: string, people: number): DelayEffect {
  const own = placeIn(line.members, id);
  const passing = presentIn(after(line, id)).slice(0, people);
  const last = passing.at(-1);
  return {
    place: last === undefined ? own : placeIn(line.members, last.id),
    letsPass: passing.length,
  };
}

/** Lists the delays that a patient may choose, each with the resulting position. */
export function delaysOf(
  line: Line,
  entry: { readonly id: string; readonly isCheckedIn: boolean; readonly delays: number },
): Delays {
  const behind = presentIn(after(line, entry.id)).length;
  const left = Math.max(0, mostDelays - entry.delays);
  const isChoice = left > 0;
  const late = !isChoice || entry.isCheckedIn ? [] : lateSteps;
  return {
    left,
    late: late.flatMap((minutes: LateStep) => {
      const effect = delayedByMinutes(line, entry.id, minutes);
      return effect === undefined ? [] : [{ minutes, ...announcedDelay(line, entry.id, effect) }];
    }),
    later: laterSteps
      .filter((people) => isChoice && people <= behind)
      .map((people: LaterStep) => {
        const effect = delayedByPeople(line, entry.id, people);
        return { people, ...announcedDelay(line, entry.id, effect) };
      }),
  };
}

function announcedDelay(line: Line, id: string, { place, letsPass }: DelayEffect) {
  const order = orderAfter(line.members, id, place);
  const position = placeIn(order, id);
  const forecast = forecastOf(line.at, aheadIn(order.slice(0, position - 1)));
  if (forecast === undefined) return { position, letsPass, waitRange: null };
  const { lower, upper, parts } = announcedWait(forecast, line.at);
  return { position, letsPass, waitRange: { lower, upper, parts } };
}

function expectedAt(line: Line, ahead: readonly LineMember[]): number {
  return forecastOf(line.at, aheadIn(ahead))?.expected ?? Infinity;
}

function before({ members }: Line, id: string): readonly LineMember[] {
  return members.slice(0, placeIn(members, id) - 1);
}

function after({ members }: Line, id: string): readonly LineMember[] {
  return members.slice(placeIn(members, id));
}
