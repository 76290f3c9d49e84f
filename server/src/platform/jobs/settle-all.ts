/**
 * Runs the work for each item in sequence; a failure does not stop the other items. Throws at the
 * end if the work failed for some items; `what` names the items, as in "3 erasures failed."
 */
export async function settleAll<T>(
  all: Iterable<T> | AsyncIterable<T>,
  what: string,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const one of all) {
    try {
      await work(one);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} ${what} failed.`, { cause: failures[0] });
  }
}
