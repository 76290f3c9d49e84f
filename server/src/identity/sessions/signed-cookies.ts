/**
 * Signs values of the identity library again: cookies, session tokens (value.signature,
 * HMAC-SHA-256) and tokens of verification links. The library accepts only its first secret, so
 * values signed with another configured secret are signed again when a request arrives.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '../../platform/secrets/secret.ts';

const prefix = /^(?:__Secure-)?baari\./u;

/**
 * Whether a Cookie header contains a session cookie of this site. The identity library checks
 * whether the session is valid.
 */
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

/**
 * The part of a signed value before the signature; undefined if that part cannot be a session token
 * or a PostgreSQL text.
 */
function tokenOf(signed: string): string | undefined {
  return /^(?<token>[\w-]+)\./u.exec(decoded(signed))?.groups?.['token'];
}

/** Signs a cookie's value in the library's form, percent-encoded. */
export function signCookie(value: string, secret: string): string {
  return encodeURIComponent(`${value}.${signatureOf(value, secret)}`);
}

/**
 * Returns a Cookie header in which this site's cookies are signed with the present secret. Forged
 * and unknown cookies stay unchanged.
 */
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

/** Re-signs the token in an Authorization header, in the same way as cookies. */
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

/**
 * Returns the token of a verification link, signed again with the present secret if another
 * configured secret signed it.
 */
export async function resignedLinkToken(token: string, secrets: Secrets): Promise<string> {
  const [present, ...others] = secrets;
  for (const secret of others) {
    try {
      const { payload } = await jwtVerify(token, bytesOf(secret), { algorithms: ['HS256'] });
      return await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(bytesOf(present));
    } catch (error) {
      // The token was signed with an unknown secret or has expired; the library's response says
      // which.
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
