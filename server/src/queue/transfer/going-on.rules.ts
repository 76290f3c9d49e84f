/** How long a visit stays due for a line that accepts no patients [LINE-3]. Pure. */

/** Hours for which such a patient is assumed to be still in the hospital. */
const staysForHours = 12;

/** Visits whose last stop ended before this no longer go on. */
export function goneBefore(now: Date): Date {
  return new Date(now.getTime() - staysForHours * 3_600_000);
}
