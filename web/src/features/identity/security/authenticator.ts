/** The secret key for an authenticator app, as text that the user can type. */

/**
 * Returns the secret key of an otpauth: URL, in groups of four characters. Empty if the URL has no
 * secret key.
 */
export function secretToType(totpURI: string): string {
  const secret = URL.parse(totpURI)?.searchParams.get('secret') ?? '';
  return secret.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
