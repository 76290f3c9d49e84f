import { dayOf } from '../../device/day-of.ts';

/**
 * Returns the age in whole years from a date of birth (YYYY-MM-DD), on the current date of this
 * device. Undefined without a date of birth.
 */
export function ageAt(now: number, dateOfBirth: string): number | undefined {
  if (dateOfBirth === '') return undefined;
  const day = dayOf(now);
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  const hadBirthday = day.slice(5) >= dateOfBirth.slice(5);
  return Math.max(0, hadBirthday ? years : years - 1);
}
