/**
 * Whether a hospital is closed at a moment, from the server's data about its opening [PAT-3,
 * PAT-6].
 */
import type { Opening } from '@baari/contract/hospital/opening.ts';

export interface OutsideHours {
  /** ISO instant; null if unknown, or if the page has been open since before the closing. */
  readonly opensAt: string | null;
}

/** Undefined while it is open, or if unknown. */
export function outsideHoursAt(opening: Opening | null, now: number): OutsideHours | undefined {
  if (opening === null) return undefined;
  const { isOpen, until } = opening;
  const isOver = until !== null && Date.parse(until) <= now;
  if (isOpen) return isOver ? { opensAt: null } : undefined;
  return isOver ? undefined : { opensAt: until };
}
