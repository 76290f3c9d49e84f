/**
 * Minutes after a call during which the visit usually still runs. After that, the patient may report that it is over.
 */
export const longInsideMinutes = 30;

/**
 * Whether the call was long enough ago for the patient to report the visit as over; times in ms
 * [PAT-11].
 */
export function isCalledLongAgo(startedAt: number | null, now: number): boolean {
  return startedAt !== null && now - startedAt >= longInsideMinutes * 60_000;
}
