/**
 * Makes two checks of a sign-in through a hospital's own provider: before an account is made or
 * linked, and again before the session begins. Each check uses the staff list of that moment.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { z } from 'zod';
import {
  hospitalOfProvider,
  mayVouch,
  notStaff,
  type Standing,
} from '../hospital-sign-in.rules.ts';
import type { HospitalProvider } from './open-id.ts';

/** The functions of the team feature that decide who may sign in through a hospital's provider. */
export interface HospitalDoor {
  readonly standingOf: (hospitalId: string, email: string) => Promise<Standing>;
  /**
   * Makes sure that the account's owner works at the hospital. If the owner does not work there
   * yet, uses up an open invitation to the account's verified email address. Returns false if no
   * invitation is found.
   */
  readonly admit: (userId: string, hospitalId: string, address: string) => Promise<boolean>;
}

export interface HospitalSignInOptions {
  readonly providers: readonly HospitalProvider[];
  readonly door: HospitalDoor;
  readonly findEmail: (userId: string) => Promise<string | undefined>;
}

const given = z.object({
  user: z.object({
    id: z.string().optional(),
    email: z.string(),
    emailVerified: z.boolean(),
  }),
  source: z.object({
    action: z.enum(['create-user', 'link-account', 'sign-in']),
    oauth: z.object({ providerId: z.string() }).optional(),
  }),
});

/**
 * Makes the check for the library's `validateUserInfo`; the check returns undefined if the sign-in
 * is allowed.
 */
export function makeVouchingCheck({ providers, door, findEmail }: HospitalSignInOptions) {
  return async (asked: unknown): Promise<{ error: string } | undefined> => {
    const hospitalId = hospitalOfProvider(providerIn(asked));
    if (hospitalId === undefined) return undefined;
    const provider = providers.find((known) => known.hospitalId === hospitalId);
    const parsed = given.safeParse(asked);
    if (provider === undefined || !parsed.success) return { error: notStaff };
    const { user, source } = parsed.data;
    const vouched = mayVouch(provider.emailDomains, {
      action: source.action,
      email: user.email,
      isVerified: user.emailVerified,
      accountEmail: user.id === undefined ? undefined : await findEmail(user.id),
      standing: await door.standingOf(hospitalId, user.email.toLowerCase()),
    });
    return vouched.ok ? undefined : { error: notStaff };
  };
}

function providerIn(asked: unknown): string {
  const source = z.object({ source: z.object({ oauth: z.object({ providerId: z.string() }) }) });
  return source.safeParse(asked).data?.source.oauth.providerId ?? '';
}

const callback = z.object({
  path: z.string().startsWith('/callback/'),
  params: z.object({ id: z.string() }),
});

export function hospitalSignInGate({ door }: HospitalSignInOptions) {
  return {
    id: 'hospital-sign-in-gate',
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before(
                session: { userId: string; ipAddress?: string | null | undefined },
                context: unknown,
              ) {
                const id = callback.safeParse(context).data?.params.id ?? '';
                const hospitalId = hospitalOfProvider(id);
                if (hospitalId === undefined) return;
                const address = session.ipAddress ?? '';
                if (!(await door.admit(session.userId, hospitalId, address))) {
                  throw new APIError('FORBIDDEN', { code: notStaff });
                }
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
