/**
 * The minutes for which a visit usually lasts after the patient was called. After that time, the
 * patient may report that the visit is over.
 */
export const longInsideMinutes = 30;

/**
 * Whether the patient was called long enough ago to report the visit as over. `startedAt` and `now`
 * are times in ms [PAT-11].
 */
export function isCalledLongAgo(startedAt: number | null, now: number): boolean {
  return startedAt !== null && now - startedAt >= longInsideMinutes * 60_000;
}
