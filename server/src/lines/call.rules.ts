/** Who is called next, and where whoever returns comes in. Pure [LINE-2, LINE-3]. */

/** The first of a line who can be called. */
export interface Head {
  readonly id: string;
  /** Greater for whoever came into a line later. */
  readonly lineNumber: number;
  /** Comes back to where the visit has been, or from being on hold. */
  readonly returns: boolean;
}

/**
 * Of a doctor who calls from a shared line: the first of the own line or of the shared one, whoever came
 * sooner. Who returns to this doctor goes first, but not twice in a row while others wait.
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

/** One who waits where somebody returns. */
export interface Waiting {
  readonly returns: boolean;
  /** On hold: is not called while the others are, so that nobody waits behind them for long. */
  readonly isAway: boolean;
}

/**
 * The place (1…n + 1) of whoever returns in a line in which one of every `every` calls may be of somebody who
 * returns: behind all others who return, and with `every` - 1 people between who can be called, counted from the
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
