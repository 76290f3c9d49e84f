/** Which addresses a hospital may give for a webhook [API-30, SEC-15]. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Addresses } from '../../platform/outgoing/addresses.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';

/**
 * Checks an address before it is stored, and normalises it. Each delivery checks the network
 * addresses again, because the host's name may resolve to others later.
 */
export async function checkWebhookAddress(
  given: string,
  addresses: Addresses,
): Promise<Result<string>> {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined) return refused('This is no web address.');
  if (url.username !== '' || url.password !== '') {
    return refused('Leave out the user name and password. Baari signs what it sends.');
  }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (port !== 443 && port < 1024) return refused('Use port 443, or a port from 1024 on.');
  const found = await findAddresses(url.hostname.replaceAll(/[[\]]/gu, ''));
  if (!found.every(addresses.isAllowed)) {
    return refused('The address is in a private network. The operator can allow the network.');
  }
  if (url.protocol !== 'https:' && (found.length === 0 || !found.every(addresses.isNamed))) {
    return refused('Use https, because the operator has not allowed this network.');
  }
  url.hash = '';
  return ok(url.href);
}

function refused(why: string): Result<never> {
  return refuse('webhook_address_refused', why);
}

/** The IP addresses of a host; none if its name cannot be resolved now. */
async function findAddresses(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    // The receiver's name may not exist yet. A test shows that it cannot be reached.
    return [];
  }
}
