/** One element of the line's drawing, from the doctor's door backwards. */
export type LineDot =
  | { readonly kind: 'ahead' | 'mine' | 'behind'; readonly key: string }
  /** Too many people to show one by one. */
  | { readonly kind: 'gap'; readonly key: string; readonly count: number };

/** How many dots fit side by side on a phone of 320 px. */
const aheadShown = 6;
const behindShown = 3;
/** The most elements: those ahead, mine, and those behind with their gap. */
export const mostDots = aheadShown + 1 + behindShown + 1;

/**
 * The dots of a line of `total` people with mine at place `place` (1 is next; 0 leaves me out).
 * Each person keeps their key, so that moving up is animated: people ahead are counted from me
 * forwards, so the first one leaves.
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
