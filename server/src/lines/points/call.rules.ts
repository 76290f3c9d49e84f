/** Rules for the next call, and for the position of a return. Pure [LINE-2, LINE-3]. */

/** The first callable entry of a line. */
export interface Head {
  readonly id: string;
  /** Greater for an entry that joined later. */
  readonly lineNumber: number;
  /** The patient returns to an earlier stop, or from hold. */
  readonly returns: boolean;
}

/**
 * The next entry for a doctor who calls from a shared line: the earlier of the first in the doctor's own line and the
 * first in the shared line. A patient returning to this doctor goes first, but not two in a row while others wait.
 */
export function nextOf(
  own: Head | undefined,
  shared: Head | undefined,
  lastWasReturn: boolean,
): Head | undefined {
  if (own === undefined || shared === undefined) return own ?? shared;
  if (own.returns) return lastWasReturn ? shared : own;
  return own.lineNumber < shared.lineNumber ? own : shared;
}

/** A waiting entry, as placing a returning patient needs it. */
export interface Waiting {
  readonly returns: boolean;
  /**
   * Whether the patient is on hold. Calls skip such patients, so nobody waits behind them for long.
   */
  readonly isAway: boolean;
}

/**
 * The position (1…n + 1) of a return, where at most one of every `every` calls may go to a return.
 * It is behind all other returns, with `every` - 1 callable patients in between, counted from the
 * last such call.
 */
export function placeOfReturn(
  line: readonly Waiting[],
  every: number,
  callsSinceReturn: number,
): number {
  let ahead = line.findLastIndex(({ returns }) => returns) + 1;
  let between = ahead === 0 ? Math.max(0, every - 1 - callsSinceReturn) : every - 1;
  for (; between > 0 && ahead < line.length; ahead += 1) {
    if (line[ahead]?.isAway === false) between -= 1;
  }
  return ahead + 1;
}
