/**
 * The library's OpenID providers, held to what it leaves open: one that does not answer keeps nobody from signing in
 * another way, who answers without an identity token is not believed, and what it says of a person has the form
 * that our own pages ask for [SEC-9].
 */
import { email, nameText } from '@baari/contract/fields.ts';
import { maxLength } from '@baari/contract/constants.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import { oneLine } from '../../platform/harmless.rules.ts';

/** Of each of the two calls, in ms: a popup waits for them. */
const answersWithinMs = 10_000;

export function openIdProviders(providers: readonly GenericOAuthConfig[]) {
  const config = providers.map((provider) => ({ ...provider, mapProfileToUser: personOf }));
  const { init: _atStart, ...library } = genericOAuth({ config });
  const held = new WeakSet<Provider>();
  return {
    ...library,
    // At start every other call would wait for each of them: as with one that was away then, the library
    // asks it when somebody goes there, for ten seconds.
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
              if (!held.has(provider)) hold(provider);
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

function hold(provider: Provider): void {
  const { validateAuthorizationCode, getUserInfo } = provider;
  provider.validateAuthorizationCode = async (given) => {
    const tokens = await inTime(validateAuthorizationCode(given));
    // Nothing else ties the answer to this visit; the library checks it where there is one.
    return tokens?.idToken === undefined ? null : tokens;
  };
  provider.getUserInfo = (tokens) => inTime(getUserInfo(tokens));
}

/** null, as for an answer that is none, where it does not come in time. */
async function inTime<T>(answer: Promise<T | null>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), answersWithinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** An address of another form is none; a name is made to fit, as nobody can type it anew there. */
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

/** Of a name: some of it may not be kept. */
const longestRead = 1000;
