/** One step of the sample queue card: place 0 means called. */
export interface SampleMoment {
  readonly place: number;
  readonly total: number;
  /** The shortest and longest wait in whole minutes. */
  readonly wait: readonly [low: number, high: number];
}

/** The steps of the sample, from the fifth place to the call; then it repeats. */
export const sampleLine: readonly SampleMoment[] = [
  { place: 5, total: 8, wait: [24, 34] },
  { place: 4, total: 7, wait: [18, 26] },
  { place: 3, total: 6, wait: [12, 18] },
  { place: 2, total: 5, wait: [6, 10] },
  { place: 1, total: 4, wait: [1, 4] },
  { place: 0, total: 4, wait: [0, 0] },
];

/** The first step, and the only one with reduced motion. */
export const restingStep = 2;

export const sampleStepMs = 3000;
