/**
 * Rules for the next call, and for the position of a patient who returns to a line. Pure [LINE-2,
 * LINE-3].
 */

/** The first entry of a line that can be called. */
export interface Head {
  readonly id: string;
  /** A number that is greater for patients who joined the line later. */
  readonly lineNumber: number;
  /**
   * Whether the patient returns to an earlier step of the visit, or is back after a missed call.
   */
  readonly returns: boolean;
}

/**
 * The next entry for a doctor who calls from the doctor's own line and from a shared line. Of the
 * first entries of these two lines, the one that joined earlier is next. A patient returning to
 * this doctor goes first, but never twice in a row while others wait.
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

/** The facts about a waiting entry that decide where a returning patient is placed. */
export interface Waiting {
  readonly returns: boolean;
  /**
   * Whether the patient is on hold after a missed call. Calls skip such a patient, who therefore
   * delays nobody.
   */
  readonly isAway: boolean;
}

/**
 * The position (1…n + 1) of a returning patient in a line where at most one of `every` calls goes
 * to a returning patient. The position is behind all other returning patients. Between two
 * returning patients, `every` - 1 other patients who can be called come first. Calls since the last
 * returning patient count towards that number.
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
