/** Measuring by turns: what else the machine does then slows both sides alike. */

/** Does something for some time with so many at once; answers how often it was done a second. */
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

/** Runs each measurement once to warm up, then all of them in each round; their results by name. */
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

/** How long something took, milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
