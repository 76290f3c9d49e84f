/** Minutes after the call from which a patient may say that the visit is over: until then it usually still runs. */
export const longInsideMinutes = 30;

/** Whether a call is so old that its patient may say that the visit is over; times in ms [PAT-11]. */
export function isCalledLongAgo(startedAt: number | null, now: number): boolean {
  return startedAt !== null && now - startedAt >= longInsideMinutes * 60_000;
}
