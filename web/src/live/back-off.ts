const longestMs = 30_000;

/** Exponential back-off in ms with jitter, starting from `baseMs`. */
export function backOff(failures: number, baseMs: number, random: number): number {
  const longest = Math.min(longestMs, baseMs * 2 ** Math.min(failures, 10));
  return Math.round(longest * (0.5 + random / 2));
}
