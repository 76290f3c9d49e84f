/**
 * Audits sign-ins and attempts of staff [SEC-13]. It runs after all other plugins, so that a
 * session revoked because the second step is missing does not count.
 */
import type { SignInWay } from '@baari/contract/account/audit.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import { hospitalOfProvider } from '../hospital-sign-in.rules.ts';

/** Who made a sign-in attempt: an account, or the identifier that was typed or presented. */
export type TriedBy =
  | { readonly userId: string }
  | { readonly email: string }
  | { readonly phone: string }
  | { readonly credentialId: string };

export interface SignInTry {
  readonly by: TriedBy;
  readonly way: SignInWay;
  readonly outcome: 'ok' | RefusalCode;
  readonly address: string;
  /**
   * For a sign-in by a hospital's own provider: the only hospital for which the session may act.
   */
  readonly hospitalId?: string | undefined;
}

export interface SignInRecordOptions {
  readonly record: (tried: SignInTry) => Promise<void>;
  /** The header that carries the caller's address. */
  readonly addressHeader: string;
}

/**
 * The sign-in method of each path that makes a session. A path that is not in this list is audited
 * too.
 */
const ways: Readonly<Record<string, SignInWay>> = {
  '/sign-in/email': 'password',
  '/sign-up/email': 'password',
  '/phone-number/verify': 'phone',
  '/passkey/verify-authentication': 'passkey',
  '/two-factor/verify-totp': 'authenticator',
  '/two-factor/verify-backup-code': 'recovery code',
};

/**
 * The identity library's error codes for attempts that were checked and found wrong. All other
 * codes mean that nothing was checked.
 */
const wrong: Readonly<Record<string, RefusalCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_password',
  PASSWORD_TOO_LONG: 'wrong_password',
  INVALID_OTP: 'invalid_code',
  INVALID_CODE: 'invalid_code',
  INVALID_BACKUP_CODE: 'invalid_code',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_factor_expired',
  ACCOUNT_TEMPORARILY_LOCKED: 'too_many_attempts',
  AUTHENTICATION_FAILED: 'passkey_failed',
};

export function signInRecord({ record, addressHeader }: SignInRecordOptions) {
  /**
   * The account for which a request made a session, even if the session was revoked within the same
   * request.
   */
  const madeFor = new WeakMap<Request, string>();

  async function recordTry(context: GenericEndpointContext): Promise<void> {
    const { request, path } = context;
    if (request === undefined || context.context.session !== null) return;
    const made = madeFor.get(request);
    const failure = failureOf(context.context);
    const by = made === undefined ? await triedBy(context) : { userId: made };
    if (by === undefined || (made === undefined && failure === undefined)) return;
    const isTakenBack = context.context.newSession === null;
    await record({
      by,
      way: wayOf(path, context.params),
      hospitalId: hospitalOf(context.params),
      outcome: failure ?? (isTakenBack ? 'second_factor_required' : 'ok'),
      address: request.headers.get(addressHeader) ?? '',
    });
  }

  return {
    id: 'sign-in-record',
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              after(
                session: { userId: string },
                context: { request?: Request | undefined } | null,
              ) {
                const request = context?.request;
                if (request !== undefined) madeFor.set(request, session.userId);
                return Promise.resolve();
              },
            },
          },
        },
      },
    }),
    hooks: {
      after: [{ matcher: () => true, handler: createAuthMiddleware(recordTry) }],
    },
  } satisfies BetterAuthPlugin;
}

function hospitalOf(params: unknown): string | undefined {
  return hospitalOfProvider(z.object({ id: z.string() }).safeParse(params).data?.id ?? '');
}

function wayOf(path: string, params: unknown): SignInWay {
  if (path.startsWith('/callback/')) {
    return hospitalOf(params) === undefined ? 'google' : 'hospital';
  }
  return ways[path] ?? 'other';
}

/** The refusal in the response that was built so far; undefined if the response is no refusal. */
function failureOf(context: object): RefusalCode | undefined {
  const returned = 'returned' in context ? context.returned : undefined;
  if (!(returned instanceof APIError)) return undefined;
  const { code } = returned.body ?? {};
  return typeof code === 'string' ? wrong[code] : undefined;
}

const typed = z.object({
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  response: z.object({ id: z.string() }).optional(),
});

async function triedBy(context: GenericEndpointContext): Promise<TriedBy | undefined> {
  const { path } = context;
  const body = typed.safeParse(context.body).data ?? {};
  if (path === '/sign-in/email' && body.email !== undefined) return { email: body.email };
  if (path === '/phone-number/verify' && body.phoneNumber !== undefined) {
    return { phone: body.phoneNumber };
  }
  if (path === '/passkey/verify-authentication' && body.response !== undefined) {
    return { credentialId: body.response.id };
  }
  return path.startsWith('/two-factor/verify-') ? challenged(context) : undefined;
}

/**
 * The account that still has to pass the second step of a sign-in; undefined once the challenge is
 * used up or expired.
 */
async function challenged(context: GenericEndpointContext): Promise<TriedBy | undefined> {
  const { createAuthCookie, internalAdapter, secret } = context.context;
  const challenge = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
  if (!challenge) return undefined;
  const found = await internalAdapter.findVerificationValue(challenge);
  return found === null ? undefined : { userId: found.value };
}
