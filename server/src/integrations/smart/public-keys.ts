/** Which public keys a hospital's system may sign with: RS384 from 2048 bits on, and ES384 [API-36]. */
import { z } from 'zod';

/** How many public keys one system may have. */
const mostKeys = 5;
const shortestModulus = 342;

const shared = { kid: z.string().min(1).max(200) };
const rsaKey = z.object({
  ...shared,
  kty: z.literal('RSA'),
  /** 2048 bits are 342 signs of base64url. */
  n: z.string().min(shortestModulus).max(1400),
  e: z.string().min(1).max(10),
});
const ecKey = z.object({
  ...shared,
  kty: z.literal('EC'),
  crv: z.literal('P-384'),
  x: z.string().length(64),
  y: z.string().length(64),
});
const publicKey = z.discriminatedUnion('kty', [rsaKey, ecKey]);
export type PublicKey = z.infer<typeof publicKey>;

export type GivenKeys =
  | { readonly kind: 'none' }
  | { readonly kind: 'keys'; readonly keys: readonly PublicKey[] }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'refused'; readonly why: string };

/** Reads what an administrator entered: a key, a set of keys, the address of a set, or nothing. */
export function readGivenKeys(text: string): GivenKeys {
  if (text === '') return { kind: 'none' };
  if (/^https?:\/\/\S+$/u.test(text)) return { kind: 'url', url: text };
  const json = parsed(text);
  if (json === undefined) return { kind: 'refused', why: 'This is neither JSON nor an address.' };
  if (hasPrivatePart(json)) {
    return { kind: 'refused', why: 'This is a private key. Enter only the public one.' };
  }
  const keys = usableKeys(json);
  if (keys.length > 0) return { kind: 'keys', keys };
  const why = `Enter 1 to ${mostKeys} keys with a kid: RSA from 2048 bits on, or EC on the curve P-384.`;
  return { kind: 'refused', why };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The keys of a set (RFC 7517) or of a single key that may sign; others are left out. */
export function usableKeys(json: unknown): PublicKey[] {
  const listed = keysOf(json);
  if (listed.length > mostKeys * 4) return [];
  return listed
    .flatMap((each) => {
      const read = publicKey.safeParse(each);
      return read.success ? [read.data] : [];
    })
    .slice(0, mostKeys);
}

function keysOf(json: unknown): readonly unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  if ('keys' in json && Array.isArray(json.keys)) return json.keys;
  return [json];
}

function hasPrivatePart(json: unknown): boolean {
  return keysOf(json).some((key) => typeof key === 'object' && key !== null && 'd' in key);
}

/** The public keys in a column of the database. */
export function storedKeys(column: unknown): readonly PublicKey[] {
  return column === null ? [] : z.array(publicKey).parse(column);
}
