/** What an authenticator app is given: a secret, as text to type. */

/** The secret of an otpauth: address, in groups of four to be typed; empty when there is none. */
export function secretToType(totpURI: string): string {
  const secret = URL.parse(totpURI)?.searchParams.get('secret') ?? '';
  return secret.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
