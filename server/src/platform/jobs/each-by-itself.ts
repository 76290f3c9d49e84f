/**
 * Does the work of each, one after the other: one that fails keeps no other from it. That some failed is thrown when
 * all the others are done; `what` says what they are, as in "3 erasures failed."
 */
export async function eachByItself<T>(
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
