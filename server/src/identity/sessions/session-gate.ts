/**
 * Decides which sessions the identity library may see. Hides sessions that were idle too long. Hides and ends sessions
 * that were signed out in the browser while the server was away [AUTH-2].
 */
import type { FastifyRequest } from 'fastify';
import type { IdentityParts } from '../identity.ts';
import { deleteSessionByToken, findSessionByToken } from './session-facts.store.ts';
import { whyOver } from './session-end.rules.ts';
import { sessionTokenIn } from './signed-cookies.ts';

/**
 * 'counts': the session may be used; 'left': signed out in the browser; 'idle': unused for too
 * long.
 */
export type Standing = 'counts' | 'left' | 'idle';

/**
 * The cookie that the page sets at sign-out, because a page cannot delete the HttpOnly session
 * cookie.
 */
const leftCookie = 'baari_left';

export async function standingOf(
  { database, clock }: Pick<IdentityParts, 'database' | 'clock'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<Standing> {
  const cookies = headers.cookie ?? '';
  const token = sessionTokenIn(cookies, headers.authorization);
  if (token === undefined) return hasLeft(cookies) ? 'left' : 'counts';
  if (hasLeft(cookies)) {
    await deleteSessionByToken(database, token);
    return 'left';
  }
  const session = await findSessionByToken(database, token);
  if (session === undefined) return 'counts';
  return whyOver(session, clock.now()) === 'session_idle' ? 'idle' : 'counts';
}

function hasLeft(cookies: string): boolean {
  return cookies.split('; ').includes(`${leftCookie}=1`);
}

/** Removes the session from the request headers that are passed on to the identity library. */
export function withoutSession(headers: Headers): void {
  const cookies = (headers.get('cookie') ?? '')
    .split('; ')
    .filter((pair) => !/^(?:__Secure-)?baari\.session_token=/u.test(pair));
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  else headers.delete('cookie');
  headers.delete('authorization');
}

/**
 * Adds headers that delete the sign-out cookie. They also delete the session's cookie unless the
 * response begins a session.
 */
export function withoutCookies(answered: Headers, publicUrl: string): Headers {
  const headers = new Headers(answered);
  const isSecure = publicUrl.startsWith('https:');
  const name = `${isSecure ? '__Secure-' : ''}baari.session_token`;
  const attributes = `Max-Age=0; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const begins = answered.getSetCookie().some((cookie) => cookie.startsWith(`${name}=`));
  if (!begins) headers.append('set-cookie', `${name}=; ${attributes}; HttpOnly`);
  headers.append('set-cookie', `${leftCookie}=; ${attributes}`);
  return headers;
}
