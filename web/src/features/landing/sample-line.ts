/**
 * One step of the animated sample card on the landing page. Place 0 means that the patient is
 * called in.
 */
export interface SampleMoment {
  readonly place: number;
  readonly total: number;
  /** The shortest and the longest expected wait in whole minutes. */
  readonly wait: readonly [low: number, high: number];
}

/**
 * The steps of the animated sample, from the fifth place in line until the patient is called in.
 * Then the animation repeats.
 */
export const sampleLine: readonly SampleMoment[] = [
  { place: 5, total: 8, wait: [24, 34] },
  { place: 4, total: 7, wait: [18, 26] },
  { place: 3, total: 6, wait: [12, 18] },
  { place: 2, total: 5, wait: [6, 10] },
  { place: 1, total: 4, wait: [1, 4] },
  { place: 0, total: 4, wait: [0, 0] },
];

/** The index of the step that is shown first. With reduced motion no other step is shown. */
export const restingStep = 2;

export const sampleStepMs = 3000;
