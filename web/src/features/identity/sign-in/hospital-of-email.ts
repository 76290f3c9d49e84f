/** A hospital whose staff sign in with its own identity provider, as the server lists it. */
export interface HospitalWayIn {
  readonly hospitalId: string;
  readonly name: string;
  /** The email domains of the hospital, in lower case. */
  readonly emailDomains: readonly string[];
}

/**
 * Returns the hospital that the typed email address belongs to. Undefined if no hospital, or more
 * than one, matches.
 */
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
