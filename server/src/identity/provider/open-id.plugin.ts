/**
 * Configures the identity library's OpenID providers with stricter checks [SEC-9]. A provider that
 * does not answer blocks no other sign-in. An answer without an identity token is refused. Personal
 * fields get the form that Baari's own pages require.
 */
import { email, nameText } from '@baari/contract/fields.ts';
import { maxLength } from '@baari/contract/constants.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import { oneLine } from '../../platform/harmless.rules.ts';

/**
 * The time limit of each of the two calls to the provider in milliseconds. It is short because a
 * popup waits for the calls.
 */
const answersWithinMs = 10_000;

export function openIdProviders(providers: readonly GenericOAuthConfig[]) {
  const config = providers.map((provider) => ({ ...provider, mapProfileToUser: personOf }));
  const { init: _atStart, ...library } = genericOAuth({ config });
  const held = new WeakSet<Provider>();
  return {
    ...library,
    // Reading the provider's discovery document at start would delay all other calls. The library
    // reads it on first use, for ten seconds at most.
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
    // Only the identity token ties the provider's answer to this visit, so an answer without the
    // token is refused. The library validates the token.
    return tokens?.idToken === undefined ? null : tokens;
  };
  provider.getUserInfo = (tokens) => inTime(getUserInfo(tokens));
}

/**
 * Waits for the provider's answer up to the time limit. After the limit it returns null, as for an
 * invalid answer.
 */
async function inTime<T>(answer: Promise<T | null>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), answersWithinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the person from the provider's answer. An invalid email address is dropped. A name is made
 * valid, because the person cannot correct it during the sign-in.
 */
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

/**
 * The highest number of characters of a name that are read. Invalid characters among them are
 * dropped afterwards.
 */
const longestRead = 1000;
