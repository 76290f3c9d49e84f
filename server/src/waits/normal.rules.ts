/**
 * The probability that a standard normal value is below z (Abramowitz & Stegun 26.2.17, error below
 * 7.5e-8).
 */
export function normalShare(z: number): number {
  if (z === -Infinity) return 0;
  if (z === Infinity) return 1;
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const tail =
    normalDensity(z) *
    t *
    (0.319_381_53 +
      t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return z > 0 ? 1 - tail : tail;
}

export function normalDensity(z: number): number {
  return 0.398_942_280_401_432_7 * Math.exp((-z * z) / 2);
}
