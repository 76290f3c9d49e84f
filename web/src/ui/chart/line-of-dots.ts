/** One element of the drawing of a line of patients, which starts at the doctor's door. */
export type LineDot =
  | { readonly kind: 'ahead' | 'mine' | 'behind'; readonly key: string }
  /** A gap that replaces `count` patients when the line has too many to draw each one. */
  | { readonly kind: 'gap'; readonly key: string; readonly count: number };

/** How many dots fit side by side on a phone that is 320 px wide. */
const aheadShown = 6;
const behindShown = 3;
/**
 * The largest number of dots and gaps that is drawn: the dots ahead, the patient's own dot, the
 * dots behind, and the gap at the end.
 */
export const mostDots = aheadShown + 1 + behindShown + 1;

/**
 * Returns the dots of a line of `total` people with the patient at `place` (1 is next; 0 leaves the
 * patient out). Each person's React key stays the same, so that moving up is animated.
 */
export function lineOfDots(place: number, total: number): LineDot[] {
  const ahead = place > 0 ? place - 1 : total;
  const behind = place > 0 ? Math.max(0, total - place) : 0;
  return [
    ...aheadDots(ahead),
    ...(place > 0 ? [{ kind: 'mine' as const, key: 'mine' }] : []),
    ...behindDots(behind),
  ];
}

function aheadDots(count: number): LineDot[] {
  const dot = (distance: number): LineDot => ({ kind: 'ahead', key: `ahead-${distance}` });
  if (count <= aheadShown) return countDown(count, 1).map(dot);
  const near = aheadShown - 2;
  return [
    dot(count),
    { kind: 'gap', key: 'gap-ahead', count: count - near - 1 },
    ...countDown(near, 1).map(dot),
  ];
}

function behindDots(count: number): LineDot[] {
  const drawn = count <= behindShown + 1 ? count : behindShown;
  const dots: LineDot[] = countDown(drawn, 1)
    .toReversed()
    .map((distance) => ({ kind: 'behind', key: `behind-${distance}` }));
  return drawn === count
    ? dots
    : [...dots, { kind: 'gap', key: 'gap-behind', count: count - drawn }];
}

function countDown(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, from - to + 1) }, (_, index) => from - index);
}
