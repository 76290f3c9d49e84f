/**
 * The push services that may be called: those of Chrome and browsers based on it, Firefox, Edge and
 * Safari. Browsers send the addresses, so only configured services are called, and never a private
 * address (SSRF) [guarantees, security 15].
 */
export const defaultPushServices =
  'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com';

const namePattern = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}$/u;
const localPattern = /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}$/u;

/** A host, a host with all its subdomains (*.example.org), or a local http:// address for tests. */
export function isPushService(text: string): boolean {
  return namePattern.test(text) || localPattern.test(text);
}

/** Whether an address given by a browser belongs to one of the configured push services. */
export function mayCall(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return services.some((service) => {
    if (service.startsWith('http:')) return url.origin === new URL(service).origin;
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return service.startsWith('*.')
      ? url.hostname.endsWith(service.slice(1))
      : url.hostname === service;
  });
}
