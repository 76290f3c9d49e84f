/** Starts a real OpenID provider on this machine, with its own sign-in page, in place of Google. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type InteractionResults, Provider } from 'oidc-provider';

/** The person that the provider signs in. */
export interface ProvidedPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

export interface RunningProvider {
  /** The environment variables with which the server uses this provider as Google. */
  readonly settings: Readonly<Record<string, string>>;
  readonly client: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly discoveryUrl: string;
  };
  readonly stop: () => void;
}

const clientId = 'baari-e2e';
const clientSecret = 'a-secret-between-baari-and-the-provider';
const signInPage = /^\/interaction\/[^/]+$/u;
const ttlSeconds = 120;

/**
 * Starts a provider where this person can sign in to the site at `origin`, or decline; it redirects
 * to `callback`, below /api/identity/callback/.
 */
export async function startOpenIdProvider(
  origin: string,
  person: ProvidedPerson,
  callback = 'google',
): Promise<RunningProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = makeProvider(issuer, `${origin}/api/identity/callback/${callback}`, person);
  const discoveryUrl = `${issuer}/.well-known/openid-configuration`;
  const answer = provider.callback();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!signInPage.test(request.url ?? '')) return answer(request, response);
    if (request.method === 'GET') return showSignIn(response, person);
    const result = await readChoice(request, person);
    return provider.interactionFinished(request, response, result);
  }

  server.on('request', (request, response) => {
    respond(request, response).catch((failure: unknown) => {
      response.writeHead(500).end(String(failure));
    });
  });
  return {
    settings: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_DISCOVERY_URL: discoveryUrl,
    },
    client: { clientId, clientSecret, discoveryUrl },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function makeProvider(issuer: string, callback: string, person: ProvidedPerson): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [callback],
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: ['a key of tests'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...person }) }),
    ttl: {
      AccessToken: ttlSeconds,
      AuthorizationCode: ttlSeconds,
      IdToken: ttlSeconds,
      Interaction: ttlSeconds,
      Session: ttlSeconds,
      Grant: ttlSeconds,
    },
    // Signing in at this provider counts as consent, so it shows no consent page.
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc;
      const grant = new provider.Grant({
        ...(client === undefined ? {} : { clientId: client.clientId }),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

function showSignIn(response: ServerResponse, { name }: ProvidedPerson): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en">
  <head><title>Provider</title><link rel="icon" href="data:," /></head>
  <body>
    <p>This page stands in for Google on this machine.</p>
    <form method="post">
      <button name="choice" value="sign-in">Continue as ${name}</button>
      <button name="choice" value="cancel">Cancel</button>
    </form>
  </body>
</html>`);
}

async function readChoice(
  request: IncomingMessage,
  { sub }: ProvidedPerson,
): Promise<InteractionResults> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (new URLSearchParams(body).get('choice') === 'sign-in') return { login: { accountId: sub } };
  return { error: 'access_denied', error_description: 'The person said no.' };
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' };
}
