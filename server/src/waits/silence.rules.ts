/**
 * Detects that nobody has been called for so long that a forecast would mislead. Possible causes
 * are a doctor who left without saying so, a consultation that nobody ended, or a doctor who never
 * comes that day. The limit follows from the doctor's own history [INV-16].
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

/** The doctor's usual times in minutes, measured on past days. */
export interface UsualPace {
  /** Mean from one call to the next, and the spread of its logarithm. */
  readonly mean: number;
  readonly spread: number;
  readonly starts: LateStarts;
}

/** The facts about a line that calls patients, or should be calling them. */
export interface Waited {
  readonly state: Going;
  /** The time since which a patient who can be called has waited; null if no such patient waits. */
  readonly waitingSince: Date | null;
  /** The time of the latest call; null if no call is known. */
  readonly lastCallAt: Date | null;
  /** The expected length of the visit now with the doctor, as a multiple of the usual length. */
  readonly insideFactor: number;
}

const minuteMs = 60_000;

/**
 * The time since which nobody has been called, in milliseconds since 1970. Undefined while the time
 * without a call is not unusually long.
 */
export function silentSince(waited: Waited, usual: UsualPace, now: number): number | undefined {
  const { state, waitingSince } = waited;
  const began = beganAt(state);
  if (began === null || waitingSince === null) return undefined;
  const since = Math.max(began, waited.lastCallAt?.getTime() ?? -Infinity);
  const quiet = (now - since) / minuteMs;
  const waitedFor = (now - Math.max(since, waitingSince.getTime())) / minuteMs;
  return quiet >= longestUsual(waited, usual) && waitedFor >= leastWait ? since : undefined;
}

/** The time since which a call has been expected; null if no call is expected yet. */
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
  // The doctor may have taken the planned break while the screen still showed the patient as with
  // the doctor.
  const [owed] = state.kind === 'break_overdue' ? state.pauses : [];
  return owed === undefined ? visit : visit + (owed.to - owed.from) / minuteMs;
}

/** The length in minutes that one visit in 200 exceeds. */
export function longestVisit(mean: number, spread: number): number {
  return Math.max(leastSilence, mean * Math.exp(rareVisit * spread - spread ** 2 / 2));
}

/** The latest time at which the doctor usually begins, in minutes after the planned opening. */
function latestStart({ own, usual }: LateStarts): number {
  const days = own.length < ownStartsSuffice ? [...own, ...usual] : own;
  return Math.max(leastSilence, Math.max(0, ...days) + afterLatestStart);
}
