/** How the audit trail names a webhook. */
import { maxLength } from '@baari/contract/constants.ts';

/** The host and port of an address, without the path, which may hold a secret of the receiver. */
export function auditedHost(url: string): string {
  const [, , host = ''] = url.split('/');
  return host.slice(0, maxLength.name);
}
