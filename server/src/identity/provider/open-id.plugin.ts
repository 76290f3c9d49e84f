/**
 * The library's OpenID providers with stricter checks [SEC-9]. A provider that does not answer blocks no
 * other sign-in, an answer without an identity token is refused, and personal fields get the form that our
 * own pages require.
 */
import { email, nameText } from '@baari/contract/fields.ts';
import { maxLength } from '@baari/contract/constants.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import { oneLine } from '../../platform/harmless.rules.ts';

/** Time limit of each of the two calls in milliseconds, because a popup waits for them. */
const answersWithinMs = 10_000;

export function openIdProviders(providers: readonly GenericOAuthConfig[]) {
  const config = providers.map((provider) => ({ ...provider, mapProfileToUser: personOf }));
  const { init: _atStart, ...library } = genericOAuth({ config });
  const held = new WeakSet<Provider>();
  return {
    ...library,
    // Discovery at start would delay all other calls, so the library asks a provider on first use, for ten
    // seconds at most.
    init: () => ({
      context: {
        genericOAuthPendingDiscovery: new Map(config.map((one) => [one.providerId, one])),
      },
    }),
    hooks: {
      before: [
        ...library.hooks.before,
        {
          matcher: ({ path }: { readonly path?: string | undefined }) => path === '/callback/:id',
          handler: createAuthMiddleware(async ({ context }) => {
            for (const provider of context.socialProviders) {
              if (!held.has(provider)) limitTime(provider);
              held.add(provider);
            }
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

type Provider = Parameters<
  Parameters<typeof createAuthMiddleware>[0]
>[0]['context']['socialProviders'][number];

function limitTime(provider: Provider): void {
  const { validateAuthorizationCode, getUserInfo } = provider;
  provider.validateAuthorizationCode = async (given) => {
    const tokens = await inTime(validateAuthorizationCode(given));
    // Nothing else ties the answer to this visit; the library validates the token if there is one.
    return tokens?.idToken === undefined ? null : tokens;
  };
  provider.getUserInfo = (tokens) => inTime(getUserInfo(tokens));
}

/** Null, as for an invalid answer, if it does not arrive in time. */
async function inTime<T>(answer: Promise<T | null>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), answersWithinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** An invalid address is dropped; a name is made valid, because the person cannot retype it there. */
function personOf({ email: address, name }: Readonly<Record<string, unknown>>) {
  const written = email.safeParse(address);
  const isAsWritten = typeof address === 'string' && written.data === address.toLowerCase();
  const line = typeof name === 'string' ? oneLine(name.slice(0, longestRead)).normalize('NFC') : '';
  const fitting = line.slice(0, maxLength.name).replace(/\p{Cs}$/u, '');
  return {
    email: isAsWritten ? written.data : null,
    name: asName(fitting) ?? asName(fitting.replaceAll(/\p{Cf}/gu, '')) ?? '',
  };
}

function asName(line: string): string | undefined {
  return nameText(maxLength.name).safeParse(line).data;
}

/** How many characters of a name are read, before invalid ones are dropped. */
const longestRead = 1000;
