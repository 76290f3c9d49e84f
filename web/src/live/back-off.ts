const longestMs = 30_000;

/** Milliseconds before the next attempt: doubling from `baseMs`, spread so that not all come at once. */
export function backOff(failures: number, baseMs: number, random: number): number {
  const longest = Math.min(longestMs, baseMs * 2 ** Math.min(failures, 10));
  return Math.round(longest * (0.5 + random / 2));
}
