/** Stores with each new session how the person signed in [guarantees, security 17]. */
import type { WayIn } from '@baari/contract/account/identity.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { hospitalOfProvider } from '../hospital-sign-in.rules.ts';

export interface SessionFactsOptions {
  readonly clock: Clock;
  readonly findPasskeyId: (credentialId: string) => Promise<string | undefined>;
  /**
   * The hospital for which the account's new session acts, that is, the hospital whose staff the
   * person is in this session; null for a patient.
   */
  readonly findLastActed: (userId: string) => Promise<string | null>;
}

/**
 * Session columns that Baari adds to those of the identity library. Clients can neither read nor
 * set them.
 */
export const sessionFields = {
  madeBy: field('string', 'made_by'),
  madeWithPasskey: field('string', 'made_with_passkey'),
  secondFactor: field('string', 'second_factor'),
  provedAt: field('date', 'proved_at'),
  provedBy: field('string', 'proved_by'),
  signedInAt: field('date', 'signed_in_at'),
  lastUsedAt: field('date', 'last_used_at'),
  actingHospitalId: field('string', 'acting_hospital_id'),
  onlyHospitalId: field('string', 'only_hospital_id'),
} as const;

function field<const Type extends 'string' | 'date'>(type: Type, fieldName: string) {
  return { type, fieldName, required: false, input: false, returned: false } as const;
}

const endpoint = z.object({ path: z.string() });
const callback = z.object({ params: z.object({ id: z.string() }) });
const passkeyAnswer = z.object({ body: z.object({ response: z.object({ id: z.string() }) }) });
const before = z.object({ signedInAt: z.date(), secondFactor: z.string().nullish() });

export function sessionFacts(options: SessionFactsOptions) {
  return {
    id: 'session-facts',
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before(session, context) {
                const path = endpoint.safeParse(context).data?.path ?? '';
                const now = options.clock.now();
                const renewed = before.safeParse(session).data;
                const facts =
                  renewed === undefined
                    ? {
                        signedInAt: now,
                        provedBy: 'sign_in',
                        ...(await made(options, path, context)),
                        ...(await actsFor(options, session.userId, context)),
                      }
                    : renewal(path, renewed.secondFactor ?? null);
                return { data: { ...session, provedAt: now, lastUsedAt: now, ...facts } };
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}

/**
 * Chooses the hospital for which a new session acts. A sign-in through a hospital's own provider is
 * limited to that hospital. Any other session starts at the hospital for which the account acted
 * last.
 */
async function actsFor(
  { findLastActed }: SessionFactsOptions,
  userId: string,
  context: unknown,
): Promise<{ readonly actingHospitalId: string | null; readonly onlyHospitalId?: string }> {
  const onlyHospitalId = hospitalOfProvider(callback.safeParse(context).data?.params.id ?? '');
  if (onlyHospitalId !== undefined) return { actingHospitalId: onlyHospitalId, onlyHospitalId };
  return { actingHospitalId: await findLastActed(userId) };
}

interface Made {
  readonly madeBy: WayIn | null;
  readonly madeWithPasskey?: string;
  readonly secondFactor?: string;
}

async function made(
  { findPasskeyId }: SessionFactsOptions,
  path: string,
  context: unknown,
): Promise<Made> {
  switch (path) {
    case '/sign-in/email':
    case '/sign-up/email':
      return { madeBy: 'password' };
    case '/phone-number/verify':
      return { madeBy: 'phone' };
    case '/two-factor/verify-totp':
      return { madeBy: 'second_factor', secondFactor: 'totp' };
    case '/two-factor/verify-backup-code':
      return { madeBy: 'second_factor', secondFactor: 'recovery_code' };
    case '/passkey/verify-authentication': {
      const credentialId = passkeyAnswer.safeParse(context).data?.body.response.id ?? '';
      const passkeyId = await findPasskeyId(credentialId);
      // The device's user verification is a second factor. provider.ts refuses a passkey used
      // without it.
      const used = { madeBy: 'passkey', secondFactor: 'passkey' } as const;
      return passkeyId === undefined ? used : { ...used, madeWithPasskey: passkeyId };
    }
  }
  const provider = callback.safeParse(context).data?.params.id;
  if (provider === undefined) return { madeBy: null };
  return { madeBy: hospitalOfProvider(provider) === undefined ? 'google' : 'hospital' };
}

/**
 * The facts that change in a session that is renewed because its owner turned the second step on or
 * off. All its other facts are kept.
 */
function renewal(path: string, secondFactor: string | null): object {
  if (path === '/two-factor/verify-totp') {
    return { secondFactor: secondFactor ?? 'totp', provedBy: 'second_factor' };
  }
  return { secondFactor: secondFactor === 'passkey' ? secondFactor : null };
}
