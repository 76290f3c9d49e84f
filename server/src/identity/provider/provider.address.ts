/** Where the identity library stands, for those who call it without loading it. */

export const basePath = '/api/identity';

/** Carries the caller's address to the library; provider.routes.ts alone sets it. */
export const addressHeader = 'x-baari-address';

/** Our own origin; on the loopback address in each of its spellings. */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!['localhost', '127.0.0.1'].includes(hostname)) return [origin];
  const suffix = port === '' ? '' : `:${port}`;
  return [`${protocol}//localhost${suffix}`, `${protocol}//127.0.0.1${suffix}`];
}
