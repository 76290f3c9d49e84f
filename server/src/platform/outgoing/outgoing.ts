/**
 * Calls an address outside the server, without redirects and without environment proxies. Never
 * calls an address in a private network unless the operator has allowed that network [SEC-15].
 */
import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Addresses } from './addresses.ts';

export interface OutgoingPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly addresses: Addresses;
  /** Aborts the connection and the reading of the answer. */
  readonly signal: AbortSignal;
}

export type OutgoingGet = Omit<OutgoingPost, 'body'>;

/** The address is in a private network that the operator has not allowed. */
export class AddressError extends Error {}

/**
 * Sends the body; resolves with the answer's head. Unencrypted HTTP reaches only networks that the
 * operator named. Rejects with an AddressError for a refused address.
 */
export function postOutside({ body, ...call }: OutgoingPost): Promise<IncomingMessage> {
  return callOutside('POST', call, body);
}

/** Reads an address; otherwise as `postOutside`. */
export function getOutside(call: OutgoingGet): Promise<IncomingMessage> {
  return callOutside('GET', call);
}

function callOutside(
  method: 'GET' | 'POST',
  { url, headers, addresses, signal }: OutgoingGet,
  body?: string,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const isAllowed = isSecure ? addresses.isAllowed : addresses.isNamed;
  const literal = url.hostname.replaceAll(/[[\]]/gu, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) return Promise.reject(new AddressError());
  const options: RequestOptions = {
    method,
    headers:
      body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    signal,
    // No keep-alive, because the other server might be closing a reused connection. An agent of
    // its own also ignores the proxies that environment variables name.
    agent: false,
    lookup: lookupAmong(isAllowed),
  };
  const request = isSecure ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', reject)
      // A server that does not speak HTTP closes the connection without an error event.
      .on('close', () => reject(new Error('The connection was closed without an answer.')))
      .end(body);
  });
}

/**
 * Resolves a host name, and refuses the name if any of its addresses is not allowed. The connection
 * uses the checked address, which prevents DNS rebinding.
 */
function lookupAmong(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) {
        callback(error ?? new AddressError(), '', 0);
      } else if (!found.every(({ address }) => isAllowed(address))) {
        callback(new AddressError(), '', 0);
      } else if (options.all === true) {
        callback(null, found);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** Reads the whole answer; returns undefined if it is longer than `maxBytes`. */
export async function readUpTo(
  answer: IncomingMessage,
  maxBytes: number,
): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    const bytes: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    size += bytes.length;
    if (size > maxBytes) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
