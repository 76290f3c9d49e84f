/**
 * When nobody has been called for so long that a forecast would mislead: a doctor who is away
 * without saying so, a forgotten or endless consultation, a day on which the doctor never comes. The
 * limit follows from the doctor's own history [INV-16].
 */
import type { LateStarts } from './late-start.rules.ts';
import type { Going } from './line-state.rules.ts';
import {
  afterLatestStart,
  leastSilence,
  leastWait,
  ownStartsSuffice,
  rareVisit,
} from './constants.rules.ts';

/** What the doctor's history says, minutes. */
export interface UsualPace {
  /** Mean from one call to the next, and the spread of its logarithm. */
  readonly mean: number;
  readonly spread: number;
  readonly starts: LateStarts;
}

/** The facts about a line that calls patients, or should. */
export interface Waited {
  readonly state: Going;
  /** Since when somebody callable has waited; null if nobody waits. */
  readonly waitingSince: Date | null;
  /** The latest call; null if none is known. */
  readonly lastCallAt: Date | null;
  /** The length of the visit inside as a multiple of the usual one. */
  readonly insideFactor: number;
}

const minuteMs = 60_000;

/** Since when nobody is called, ms since 1970; undefined while that is not unusual. */
export function silentSince(waited: Waited, usual: UsualPace, now: number): number | undefined {
  const { state, waitingSince } = waited;
  const began = beganAt(state);
  if (began === null || waitingSince === null) return undefined;
  const since = Math.max(began, waited.lastCallAt?.getTime() ?? -Infinity);
  const quiet = (now - since) / minuteMs;
  const waitedFor = (now - Math.max(since, waitingSince.getTime())) / minuteMs;
  return quiet >= longestUsual(waited, usual) && waitedFor >= leastWait ? since : undefined;
}

/** Since when a call is missing; null where none is expected. */
function beganAt(state: Going): number | null {
  switch (state.kind) {
    case 'not_open':
    case 'on_break':
      return null;
    case 'due':
      return state.since;
    case 'break_overdue':
      return state.insideSince;
    case 'running':
    case 'break_ahead':
      return state.insideSince ?? state.quietSince;
  }
}

function longestUsual({ state, insideFactor }: Waited, usual: UsualPace): number {
  if (state.kind === 'due' && state.after === 'opening') return latestStart(usual.starts);
  const isInside = 'insideSince' in state && state.insideSince !== null;
  const visit = longestVisit(usual.mean * (isInside ? insideFactor : 1), usual.spread);
  // The planned break may have been taken with the patient still shown inside.
  const [owed] = state.kind === 'break_overdue' ? state.pauses : [];
  return owed === undefined ? visit : visit + (owed.to - owed.from) / minuteMs;
}

/** The length that one visit in 200 exceeds, minutes. */
export function longestVisit(mean: number, spread: number): number {
  return Math.max(leastSilence, mean * Math.exp(rareVisit * spread - spread ** 2 / 2));
}

/** Minutes after the planned opening. */
function latestStart({ own, usual }: LateStarts): number {
  const days = own.length < ownStartsSuffice ? [...own, ...usual] : own;
  return Math.max(leastSilence, Math.max(0, ...days) + afterLatestStart);
}
