/**
 * 'Remember me' for the ways in that the identity library has no such field for [LOGIN-1]: the wish is
 * kept, and told to the library, as the cookie that it sets itself for a session of one visit.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { signCookie } from './signed-cookies.ts';

/** How long a session counts that ends with the browser, as the library has it after a password. */
const visitMs = 24 * 60 * 60_000;

const cookieName = 'baari.dont_remember';

/** What was wished, for one call. */
export interface Remembering {
  /** The caller's cookies with the wish among them. */
  readonly told: (cookies: string) => string;
  /** The Set-Cookie line that keeps the wish until the way in is walked to its end. */
  readonly kept: string;
}

/** A session that outlives the browser is what one gets who does not say. */
export function remembering(
  rememberMe: boolean | undefined,
  { publicUrl, secrets }: { readonly publicUrl: string; readonly secrets: Secrets },
): Remembering {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? `__Secure-${cookieName}` : cookieName;
  const value = rememberMe === false ? signCookie('true', secrets[0]) : '';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    told(cookies) {
      const others = cookies
        .split('; ')
        .filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
      return (value === '' ? others : [...others, `${name}=${value}`]).join('; ');
    },
    kept: `${name}=${value}; ${value === '' ? 'Max-Age=0; ' : ''}${attributes}`,
  };
}

/** Where the library makes a session without asking how long it is to last. */
const unasked = /^\/(?:phone-number\/verify|callback\/.+|passkey\/verify-authentication)$/u;

const endpoint = z.object({ path: z.string() });

/** Ends the sessions of one visit after a day at the latest. */
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
