/** A real OpenID provider on this machine, in place of Google. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import type { OpenIdProvider } from '../../identity/provider/open-id.ts';
import { publicUrl } from '../identity-app.ts';

/** The provider's claims about the person. */
export interface ProvidedPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

export interface TestOpenIdProvider {
  readonly client: OpenIdProvider;
  /** Follows the popup from its address, signs in as this person, and returns to our site. */
  readonly visit: (url: string, person: ProvidedPerson | 'cancels') => Promise<URL>;
  readonly close: () => void;
}

const clientId = 'baari-test';
const clientSecret = 'a-secret-between-baari-and-the-provider';

/**
 * Starts an OpenID provider. It returns to Google's callback by default; another callback below
 * /api/identity/callback/ can be named.
 */
export async function startOpenIdProvider(callback = 'google'): Promise<TestOpenIdProvider> {
  const people = new Map<string, ProvidedPerson>();
  let present: ProvidedPerson | 'cancels' = 'cancels';
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/api/identity/callback/${callback}`],
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: ['a key of tests'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: () => ({ ...person }) };
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
      Grant: 60,
    },
    async loadExistingGrant(context) {
      const { client, session, provider: self } = context.oidc;
      const grant = new self.Grant({
        ...(client === undefined ? {} : { clientId: client.clientId }),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      void answer(request, response);
      return;
    }
    const result =
      present === 'cancels'
        ? { error: 'access_denied', error_description: 'The person said no.' }
        : { login: { accountId: present.sub } };
    void provider.interactionFinished(request, response, result);
  });

  return {
    client: {
      clientId,
      clientSecret,
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    },
    async visit(url, person) {
      present = person;
      if (person !== 'cancels') people.set(person.sub, person);
      return followRedirects(new URL(url));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' };
}

const redirectsAtMost = 10;

/** Follows redirects like a browser, with the provider's cookies, until it is back on our site. */
async function followRedirects(start: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = start;
  for (let step = 0; step < redirectsAtMost; step += 1) {
    if (at.origin === new URL(publicUrl).origin) return at;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const equals = pair.indexOf('=');
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) {
      throw new Error(`The provider stopped at ${answer.status}: ${await answer.text()}`);
    }
    at = new URL(location, at);
  }
  throw new Error('The provider sends round in circles.');
}
