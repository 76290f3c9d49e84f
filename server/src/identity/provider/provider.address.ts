/** The identity library's path, for modules that must not load it. */

export const basePath = '/api/identity';

/** Carries the caller's address to the library; only provider.routes.ts sets it. */
export const addressHeader = 'x-baari-address';

/** Our own origin, and every spelling of it on a loopback address. */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!['localhost', '127.0.0.1'].includes(hostname)) return [origin];
  const suffix = port === '' ? '' : `:${port}`;
  return [`${protocol}//localhost${suffix}`, `${protocol}//127.0.0.1${suffix}`];
}
