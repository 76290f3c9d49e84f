/**
 * 'Remember me' for sign-ins where the identity library has no such field [LOGIN-1]. The choice is kept in
 * the cookie that the library itself uses for a browser session.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { signCookie } from './signed-cookies.ts';

/**
 * The lifetime of a session that ends when the browser closes, in milliseconds. The library uses
 * the same lifetime after a sign-in with a password.
 */
const visitMs = 24 * 60 * 60_000;

const cookieName = 'baari.dont_remember';

/**
 * One caller's 'Remember me' choice, as the cookies for the library and as a cookie for the
 * browser.
 */
export interface Remembering {
  /** The caller's cookies with the 'Remember me' choice added. */
  readonly withChoice: (cookies: string) => string;
  /** The Set-Cookie header that stores the 'Remember me' choice until the sign-in is complete. */
  readonly kept: string;
}

/**
 * Reads the caller's 'Remember me' choice from one API call. Without a choice, the session
 * continues after the browser is closed.
 */
export function remembering(
  rememberMe: boolean | undefined,
  { publicUrl, secrets }: { readonly publicUrl: string; readonly secrets: Secrets },
): Remembering {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? `__Secure-${cookieName}` : cookieName;
  const value = rememberMe === false ? signCookie('true', secrets[0]) : '';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    withChoice(cookies) {
      const others = cookies
        .split('; ')
        .filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
      return (value === '' ? others : [...others, `${name}=${value}`]).join('; ');
    },
    kept: `${name}=${value}; ${value === '' ? 'Max-Age=0; ' : ''}${attributes}`,
  };
}

/** Paths on which the library makes a session and ignores the 'Remember me' choice. */
const unasked = /^\/(?:phone-number\/verify|callback\/.+|passkey\/verify-authentication)$/u;

const endpoint = z.object({ path: z.string() });

/**
 * Ends sessions without 'Remember me' after a day at the latest, even if the browser stays open.
 */
export function visitSessions() {
  return {
    id: 'visit-sessions',
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before(session, context) {
                if (
                  context === null ||
                  !unasked.test(endpoint.safeParse(context).data?.path ?? '')
                ) {
                  return undefined;
                }
                const { authCookies, secret } = context.context;
                const wish = await context.getSignedCookie(
                  authCookies.dontRememberToken.name,
                  secret,
                );
                if (!wish) return undefined;
                return { data: { ...session, expiresAt: new Date(Date.now() + visitMs) } };
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
