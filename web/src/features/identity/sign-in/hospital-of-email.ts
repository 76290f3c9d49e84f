/** A hospital with its own sign-in for staff, as the server lists it. */
export interface HospitalWayIn {
  readonly hospitalId: string;
  readonly name: string;
  /** In lower case. */
  readonly emailDomains: readonly string[];
}

/** The hospital that the typed address belongs to; undefined where none or several match. */
export function hospitalOfEmail(
  email: string,
  hospitals: readonly HospitalWayIn[],
): HospitalWayIn | undefined {
  const at = email.lastIndexOf('@');
  if (at < 1) return undefined;
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const [only, ...more] = hospitals.filter(({ emailDomains }) => emailDomains.includes(domain));
  return more.length === 0 ? only : undefined;
}
