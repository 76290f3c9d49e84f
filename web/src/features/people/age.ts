/** Whole years from a date of birth to a day, both YYYY-MM-DD; undefined where none was told. */
export function ageOn(day: string, dateOfBirth: string): number | undefined {
  if (dateOfBirth === '') return undefined;
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  const hadBirthday = day.slice(5) >= dateOfBirth.slice(5);
  return Math.max(0, hadBirthday ? years : years - 1);
}
