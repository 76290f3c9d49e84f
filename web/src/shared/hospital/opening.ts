/**
 * Whether a hospital is closed at a given time, computed from the server's data on its opening
 * hours [PAT-3, PAT-6].
 */
import type { Opening } from '@baari/contract/hospital/opening.ts';

export interface OutsideHours {
  /**
   * ISO instant at which the hospital opens. Null if unknown, or if the page was loaded before the
   * hospital closed.
   */
  readonly opensAt: string | null;
}

/**
 * When the hospital opens, if it is closed at the moment `now`. Undefined while the hospital is
 * open, or if its opening hours are unknown.
 */
export function outsideHoursAt(opening: Opening | null, now: number): OutsideHours | undefined {
  if (opening === null) return undefined;
  const { isOpen, until } = opening;
  const isOver = until !== null && Date.parse(until) <= now;
  if (isOpen) return isOver ? { opensAt: null } : undefined;
  return isOver ? undefined : { opensAt: until };
}
