/**
 * The two checks of a hospital's own provider: before an account is made or linked, and again before the
 * session, with the staff list of that moment.
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

/** The team feature's decisions about who may sign in through a hospital's provider. */
export interface HospitalDoor {
  readonly standingOf: (hospitalId: string, email: string) => Promise<Standing>;
  /**
   * Makes sure that the account works at the hospital: it already does, or its verified email has an open
   * invitation, which is used up. False otherwise.
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

/** The check for the library's `validateUserInfo`; undefined means allowed. */
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
