/**
 * Requires a second step before every session of an account with a second factor. The identity
 * library asks only after a password. This plugin also asks after a phone code and after Google. It
 * blocks any other way of signing in to such an account [guarantees, security 7].
 */
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { generateRandomString } from 'better-auth/crypto';
import { z } from 'zod';

export interface SecondFactorOptions {
  readonly hasTwoFactor: (userId: string) => Promise<boolean>;
  /** Whether this person uses this authenticator code for the first time. */
  readonly isFirstUse: (userId: string, code: string) => Promise<boolean>;
}

/** The time limit of the second step of signing in, in seconds. */
const challengeSeconds = 600;

const totpPath = '/two-factor/verify-totp';

/** Paths on which the identity library itself asks for the second step of signing in. */
const askedByLibrary = new Set(['/sign-in/email']);
/**
 * Paths on which the person has just passed the second step, or which replace a session that had
 * passed it.
 */
const factorProved = new Set([
  totpPath,
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
  // The device's user verification is the second factor. provider.ts refuses a passkey used without
  // it.
  '/passkey/verify-authentication',
]);

export function secondFactorGate({ hasTwoFactor, isFirstUse }: SecondFactorOptions) {
  return {
    id: 'second-factor-gate',
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              before: async (session: { userId: string }, context: { path?: string } | null) => {
                if (isGuarded(context?.path)) return;
                if (await hasTwoFactor(session.userId)) {
                  throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR_REQUIRED' });
                }
              },
            },
          },
        },
      },
    }),
    hooks: {
      after: [
        {
          matcher: ({ path }) => isAskedHere(path),
          handler: createAuthMiddleware(async (context) => {
            const made = context.context.newSession;
            if (made === null || !hasSecondFactor(made.user)) return undefined;
            return askSecondStep(context, made);
          }),
        },
        {
          matcher: ({ path }) => path === totpPath,
          handler: createAuthMiddleware(async (context) => {
            const made = context.context.newSession;
            const code = codeOf(context.body);
            if (made === null || code === undefined) return;
            if (await isFirstUse(made.user.id, code)) return;
            deleteSessionCookie(context, true);
            await context.context.internalAdapter.deleteSession(made.session.token);
            context.context.setNewSession(null);
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function isAskedHere(path: string | undefined): boolean {
  return path === '/phone-number/verify' || path?.startsWith('/callback/') === true;
}

function isGuarded(path: string | undefined): boolean {
  if (path === undefined) return false;
  return isAskedHere(path) || askedByLibrary.has(path) || factorProved.has(path);
}

function hasSecondFactor(user: object): boolean {
  return 'twoFactorEnabled' in user && user.twoFactorEnabled === true;
}

function codeOf(body: unknown): string | undefined {
  return z.object({ code: z.string() }).safeParse(body).data?.code;
}

/** The address to which the answer redirects before this plugin changes it. */
function locationOf(context: object): string | null {
  const headers = 'responseHeaders' in context ? context.responseHeaders : undefined;
  return headers instanceof Headers ? headers.get('location') : null;
}

/**
 * Revokes the new session and leaves a challenge for the second step, as the library does after a
 * password.
 */
async function askSecondStep(
  context: GenericEndpointContext,
  made: { readonly user: { readonly id: string }; readonly session: { readonly token: string } },
) {
  const { internalAdapter, createAuthCookie, secret } = context.context;
  const location = locationOf(context.context);
  deleteSessionCookie(context, true);
  await internalAdapter.deleteSession(made.session.token);
  context.context.setNewSession(null);
  const identifier = `2fa-${generateRandomString(20)}`;
  const expiresAt = new Date(Date.now() + challengeSeconds * 1000);
  await internalAdapter.createVerificationValue({ value: made.user.id, identifier, expiresAt });
  await internalAdapter.createVerificationValue({
    value: '0',
    identifier: `2fa-attempts-${identifier}`,
    expiresAt,
  });
  const cookie = createAuthCookie('two_factor', { maxAge: challengeSeconds });
  await context.setSignedCookie(cookie.name, identifier, secret, cookie.attributes);
  return context.json({ twoFactorRedirect: true, location });
}
