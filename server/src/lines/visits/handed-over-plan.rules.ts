/**
 * The plan of a visit when one of its doctors leaves and another one takes over. Pure [ADM-2,
 * LINE-3].
 */

interface Stop {
  readonly line_id: string;
  readonly is_return: boolean;
}

interface Handover {
  readonly from: string;
  readonly to: string;
  /** The line of the present or last stop. */
  readonly at: string;
  /** Whether the visit has already been to the new doctor. */
  readonly hasBeen: boolean;
}

/**
 * The new planned stops. Skips a stop that would directly follow or precede one with the same
 * doctor.
 */
export function planAfterHandover<T extends Stop>(
  stops: readonly T[],
  { from, to, at, hasBeen }: Handover,
): (T | Stop)[] {
  const isReturn = hasBeen || at === to;
  const planned: (T | Stop)[] = [];
  for (const [index, stop] of stops.entries()) {
    if (stop.line_id !== from) {
      planned.push(stop);
      continue;
    }
    const before = planned.at(-1)?.line_id ?? at;
    const after = stops[index + 1]?.line_id;
    if (before !== to && after !== to) planned.push({ line_id: to, is_return: isReturn });
  }
  return planned;
}
