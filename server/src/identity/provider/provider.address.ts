/** The URL path of the identity library, for modules that must not load the library. */

export const basePath = '/api/identity';

/**
 * The name of the header that carries the caller's network address to the identity library. Only
 * provider.routes.ts sets it.
 */
export const addressHeader = 'x-baari-address';

/**
 * The origin of Baari's own pages. If it is a loopback address, every spelling of it is included.
 */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!['localhost', '127.0.0.1'].includes(hostname)) return [origin];
  const suffix = port === '' ? '' : `:${port}`;
  return [`${protocol}//localhost${suffix}`, `${protocol}//127.0.0.1${suffix}`];
}
