/** One thing in the picture of the line, from the doctor's door backwards. */
export type LineDot =
  | { readonly kind: 'ahead' | 'mine' | 'behind'; readonly key: string }
  /** People too many to draw one by one. */
  | { readonly kind: 'gap'; readonly key: string; readonly count: number };

/** How many dots fit beside one another on a phone of 320 px. */
const aheadShown = 6;
const behindShown = 3;
/** The longest picture: those ahead, mine, and those behind with their gap. */
export const mostDots = aheadShown + 1 + behindShown + 1;

/**
 * The picture of a line of `total` people in which mine is place `place` (1 is next; 0 draws the
 * line without me). Keys follow the person, so that a place moving up is seen as a movement: people
 * ahead are counted from me forwards, so it is the foremost one who leaves.
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
