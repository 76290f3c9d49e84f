/** Whether a hospital is shut at a moment, by what the server told of its opening [PAT-3, PAT-6]. */
import type { Opening } from '@baari/contract/hospital/opening.ts';

export interface Shut {
  /** ISO instant; null where nobody knows, or the page has been open since before the closing. */
  readonly opensAt: string | null;
}

/** Undefined while it is open, or where nobody told. */
export function shutAt(opening: Opening | null, now: number): Shut | undefined {
  if (opening === null) return undefined;
  const { isOpen, until } = opening;
  const isOver = until !== null && Date.parse(until) <= now;
  if (isOpen) return isOver ? { opensAt: null } : undefined;
  return isOver ? undefined : { opensAt: until };
}
