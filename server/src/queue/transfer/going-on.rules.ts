/** For how long a visit is to go on to a line that takes nobody [LINE-3]. Pure. */

/** Whoever was to go on to a line while it took nobody is still in the house for so long, hours. */
const staysForHours = 12;

/** Whoever was done before that goes nowhere any more. */
export function goneBefore(now: Date): Date {
  return new Date(now.getTime() - staysForHours * 3_600_000);
}
