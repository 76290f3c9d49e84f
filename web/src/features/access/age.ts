/** Computes a patient's age in years; for small children in months. */

export interface Age {
  readonly unit: 'year' | 'month';
  readonly count: number;
}

/** Today's date in a time zone, as yyyy-mm-dd. */
export function dayIn(zone: string, now: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now);
}

/** Below this age in years, the age is shown in months. */
const inMonthsBelowYears = 2;

/**
 * Returns the age on the day `today`. Both dates are yyyy-mm-dd; undefined for a future birth date.
 */
export function ageOn(today: string, dateOfBirth: string): Age | undefined {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = dateOfBirth.split('-').map(Number);
  const months = (year - bornYear) * 12 + (month - bornMonth) - (day < bornDay ? 1 : 0);
  if (months < 0) return undefined;
  const years = Math.floor(months / 12);
  return years < inMonthsBelowYears
    ? { unit: 'month', count: months }
    : { unit: 'year', count: years };
}
