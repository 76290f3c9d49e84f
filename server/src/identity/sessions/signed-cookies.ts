/**
 * Re-signs what the identity library signed: cookies and session tokens (value.signature, HMAC-SHA-256) and
 * tokens of verification links. The library accepts only its first secret, so values signed by another listed
 * secret are re-signed on arrival.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '../../platform/secrets/secret.ts';

const prefix = /^(?:__Secure-)?baari\./u;

/** Whether a Cookie header contains a session of ours; the library checks its validity. */
export function bringsSession(header: string): boolean {
  return /(?:^|; )(?:__Secure-)?baari\.session_token=/u.test(header);
}

/** The session token of a request, valid or not; a program sends it as bearer. */
export function sessionTokenIn(
  cookies: string,
  authorization: string | undefined,
): string | undefined {
  const cookie = /(?:^|; )(?:__Secure-)?baari\.session_token=([^;]+)/u.exec(cookies)?.[1];
  const signed = cookie ?? /^bearer +(\S+)$/iu.exec(authorization ?? '')?.[1];
  return signed === undefined ? undefined : tokenOf(signed);
}

/** The token of the session that an answer begins. */
export function sessionTokenBegun(setCookies: readonly string[]): string | undefined {
  for (const line of setCookies) {
    const value = /^(?:__Secure-)?baari\.session_token=([^;]+)/u.exec(line)?.[1];
    if (value !== undefined && !/; *max-age=0\b/iu.test(line)) return tokenOf(value);
  }
  return undefined;
}

/** The part before the signature; undefined if it cannot be a session token or a PostgreSQL text. */
function tokenOf(signed: string): string | undefined {
  return /^(?<token>[\w-]+)\./u.exec(decoded(signed))?.groups?.['token'];
}

/** Signs a cookie's value in the library's form, percent-encoded. */
export function signCookie(value: string, secret: string): string {
  return encodeURIComponent(`${value}.${signatureOf(value, secret)}`);
}

/** A Cookie header with our cookies re-signed by the present secret; forged and unknown ones are unchanged. */
export function resignedCookies(header: string, secrets: Secrets): string {
  if (secrets.length === 1) return header;
  return header
    .split('; ')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const name = pair.slice(0, equals);
      if (!prefix.test(name)) return pair;
      return `${name}=${resigned(pair.slice(equals + 1), secrets)}`;
    })
    .join('; ');
}

/** An Authorization header, re-signed in the same way. */
export function resignedBearer(header: string, secrets: Secrets): string {
  const [, scheme, token] = /^(bearer) +(\S+)$/iu.exec(header) ?? [];
  if (scheme === undefined || token === undefined || secrets.length === 1) return header;
  return `${scheme} ${resigned(token, secrets)}`;
}

function resigned(encoded: string, [present, ...others]: Secrets): string {
  const signed = decoded(encoded);
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return encoded;
  const [value, signature] = [signed.slice(0, dot), signed.slice(dot + 1)];
  const isOthers = others.some((secret) => isSame(signature, signatureOf(value, secret)));
  return isOthers ? signCookie(value, present) : encoded;
}

/** The token of a verification link, re-signed by the present secret if another listed one signed it. */
export async function resignedLinkToken(token: string, secrets: Secrets): Promise<string> {
  const [present, ...others] = secrets;
  for (const secret of others) {
    try {
      const { payload } = await jwtVerify(token, bytesOf(secret), { algorithms: ['HS256'] });
      return await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(bytesOf(present));
    } catch (error) {
      // Signed with another secret, or expired: the library's answer says which.
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return token;
}

function bytesOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

function signatureOf(value: string, secret: string): string {
  return createHmac('sha256', secret).update(value).digest('base64');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The cookie is not ours, so it stays unchanged.
    return text;
  }
}
