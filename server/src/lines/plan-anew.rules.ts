/** What becomes of a plan when a doctor in it goes and another one takes over. Pure [ADM-2, LINE-3]. */

interface Stop {
  readonly line_id: string;
  readonly is_return: boolean;
}

interface Handover {
  readonly from: string;
  readonly to: string;
  /** Where the visit is, or was last. */
  readonly at: string;
  /** Whether it has been with whoever takes over. */
  readonly hasBeen: boolean;
}

/**
 * The stops as they are planned then. One that would follow a stop with the same doctor, or come right before it, is
 * passed over: nobody is seen twice in a row.
 */
export function planAnew<T extends Stop>(
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
