/**
 * Computes the plan of a visit when a doctor leaves and another doctor takes over. Pure [ADM-2,
 * LINE-3].
 */

interface Stop {
  readonly line_id: string;
  readonly is_return: boolean;
}

interface Handover {
  readonly from: string;
  readonly to: string;
  /** The line of the visit's present or last step. */
  readonly at: string;
  /**
   * Whether the patient was already with the doctor who takes over, at an earlier step of this
   * visit.
   */
  readonly hasBeen: boolean;
}

/**
 * The planned steps after the other doctor takes over. Two consecutive steps with the same doctor
 * become one.
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
