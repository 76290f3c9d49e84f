/** Seeded random numbers: the same seed gives the same numbers. */

export type Random = () => number;

/** Makes a seeded random generator (mulberry32). */
export function seededRandom(from: number): Random {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function normalOf(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A lognormal random number with this mean and coefficient of variation. */
export function lognormalOf(random: Random, mean: number, variation: number): number {
  const spread = Math.sqrt(Math.log(1 + variation ** 2));
  return mean * Math.exp(spread * normalOf(random) - spread ** 2 / 2);
}

export function between(random: Random, from: number, to: number): number {
  return from + (to - from) * random();
}

/** A Poisson random number with this mean. */
export function poissonOf(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
