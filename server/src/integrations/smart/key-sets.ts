/** The public keys of systems that publish them at an address, fetched and kept for a while [API-36]. */
import type { Addresses } from '../../platform/outgoing/addresses.ts';
import { getOutside, readUpTo } from '../../platform/outgoing/outgoing.ts';
import { type PublicKey, usableKeys } from './public-keys.ts';

/** After an hour the keys are fetched again; for an unknown key at most once a minute. */
const keptMs = 3_600_000;
const soonestMs = 60_000;
const timeoutMs = 10_000;
const mostBytes = 65_536;
/** How many sets are kept. */
const mostSets = 1000;

interface Kept {
  readonly fetchedAt: number;
  readonly keys: Promise<readonly PublicKey[]>;
}

export interface KeySets {
  /** The keys at an address, with the key `kid` among them if the address has it. */
  readonly read: (url: string, kid: string) => Promise<readonly PublicKey[]>;
}

/** `clock` gives monotonic milliseconds: a changed clock must not fetch again and again. */
export function makeKeySets(addresses: Addresses, clock = () => performance.now()): KeySets {
  const kept = new Map<string, Kept>();

  function fetchNow(url: string, now: number): Promise<readonly PublicKey[]> {
    if (kept.size >= mostSets) kept.clear();
    const keys = fetchKeys(new URL(url), addresses);
    kept.set(url, { fetchedAt: now, keys });
    return keys;
  }

  return {
    async read(url, kid) {
      const now = clock();
      const known = kept.get(url);
      if (known === undefined || now - known.fetchedAt >= keptMs) return fetchNow(url, now);
      const keys = await known.keys;
      const isKnown = keys.some((key) => key.kid === kid);
      return isKnown || now - known.fetchedAt < soonestMs ? keys : fetchNow(url, now);
    },
  };
}

/** Fetches a set of keys; an address that cannot be read has none. */
async function fetchKeys(url: URL, addresses: Addresses): Promise<readonly PublicKey[]> {
  try {
    const answer = await getOutside({
      url,
      headers: { accept: 'application/json' },
      addresses,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.statusCode !== 200) {
      answer.destroy();
      return [];
    }
    return usableKeys(JSON.parse((await readUpTo(answer, mostBytes)) ?? 'null'));
  } catch {
    // The caller learns only that no key fits, so that the address cannot be explored.
    return [];
  }
}
