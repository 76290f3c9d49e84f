/**
 * Rules on how long a visit may wait for its next line if that line accepts no patients [LINE-3].
 * Pure.
 */

/** Hours for which a patient is assumed to stay in the hospital and wait for the line to open. */
const staysForHours = 12;

/** If the visit's last step ended before this time, the visit no longer continues. */
export function goneBefore(now: Date): Date {
  return new Date(now.getTime() - staysForHours * 3_600_000);
}
