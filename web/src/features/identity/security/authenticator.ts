/** The secret for an authenticator app, as text to type. */

/** The secret of an otpauth: address, in groups of four; empty when there is none. */
export function secretToType(totpURI: string): string {
  const secret = URL.parse(totpURI)?.searchParams.get('secret') ?? '';
  return secret.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
