/**
 * Measures in alternating rounds, so that other load of the machine slows both measured sides
 * alike.
 */

/**
 * Repeats a piece of work for some time, with this many repetitions running at once. Returns the
 * number of repetitions per second.
 */
export async function rateOf(
  ms: number,
  workers: number,
  work: (worker: number) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  let done = 0;
  async function loop(worker: number): Promise<void> {
    while (performance.now() - start < ms) {
      await work(worker);
      done += 1;
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)));
  return (done * 1000) / (performance.now() - start);
}

/** Runs each measurement once to warm up, then all of them in each round; returns the results by name. */
export async function interleaved<Name extends string, Result>(
  rounds: number,
  measurements: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measurements) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await measurements[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}

/** Measures how long a piece of work takes, in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
