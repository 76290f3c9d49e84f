/**
 * SMART Backend Services: a hospital's system proves itself with a signed assertion and gets an
 * access token [API-36].
 */
import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AccessTokens } from './access-tokens.ts';
import { tokenLifetime } from './access-tokens.ts';
import type { KeySets } from './key-sets.ts';
import { type PublicKey, storedKeys } from './public-keys.ts';
import { type ClientRow, findClient, noteAssertion } from './smart.store.ts';
import { grantedScopes, type ScopeOfTypes, scopeText } from './smart-scopes.rules.ts';

export interface TokenOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: AccessTokens;
  readonly keySets: KeySets;
  readonly types: ScopeOfTypes;
  readonly tokenUrl: string;
  readonly cell: string;
}

/** The errors of OAuth 2.0 (RFC 6749, 5.2). */
type OAuthError = 'invalid_client' | 'invalid_request' | 'invalid_scope' | 'unsupported_grant_type';

export type TokenAnswer =
  | {
      readonly ok: true;
      readonly token: {
        readonly access_token: string;
        readonly token_type: 'bearer';
        readonly expires_in: number;
        readonly scope: string;
      };
    }
  | { readonly ok: false; readonly error: OAuthError; readonly why: string };

function refused(error: OAuthError, why: string): TokenAnswer {
  return { ok: false, error, why };
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const algorithms = ['RS384', 'ES384'];
/** How far in the future an assertion may expire, in seconds. */
const longestLife = 300;
const clockTolerance = 5;

const payload = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  exp: z.number(),
  jti: z.string().min(1).max(500),
});

/** The id of a client: the code of the installation, and the id of its API key. */
export function clientIdOf(cell: string, keyId: string): string {
  return `${cell}.${keyId}`;
}

export async function issueToken(
  options: TokenOptions,
  form: ReadonlyMap<string, string>,
): Promise<TokenAnswer> {
  if (form.get('grant_type') !== 'client_credentials') {
    return refused('unsupported_grant_type', 'The grant type must be client_credentials.');
  }
  const assertion = form.get('client_assertion');
  if (assertion === undefined || form.get('client_assertion_type') !== assertionType) {
    return refused('invalid_request', `Send a client_assertion of the type ${assertionType}.`);
  }
  const client = await clientOf(options, assertion);
  if (client === undefined)
    return refused('invalid_client', 'No client with a public key has this id.');
  const proved = await prove(options, client, assertion);
  if (proved !== undefined) return refused('invalid_client', proved);
  const granted = grantedScopes(form.get('scope') ?? '', client.scopes, options.types);
  if (granted.length === 0) {
    return refused('invalid_scope', 'The API key of this client allows none of these scopes.');
  }
  const scope = scopeText(granted);
  const since = client.client_changed_at?.getTime() ?? 0;
  const access_token = await options.tokens.make({ keyId: client.id, scope, since });
  return {
    ok: true,
    token: { access_token, token_type: 'bearer', expires_in: tokenLifetime, scope },
  };
}

/** The working API key that an assertion names, if it has public keys. */
async function clientOf(
  { db, clock, cell }: TokenOptions,
  assertion: string,
): Promise<ClientRow | undefined> {
  const claimed = issuerOf(assertion);
  const id = claimed?.startsWith(`${cell}.`) === true ? claimed.slice(cell.length + 1) : undefined;
  if (!z.uuid().safeParse(id).success || id === undefined) return undefined;
  const row = await findClient(db, id);
  if (row === undefined || row.revoked_at !== null) return undefined;
  if (row.expires_at !== null && row.expires_at <= clock.now()) return undefined;
  return row.public_keys === null && row.public_keys_url === null ? undefined : row;
}

function headerOf(assertion: string): ReturnType<typeof decodeProtectedHeader> | undefined {
  try {
    return decodeProtectedHeader(assertion);
  } catch {
    return undefined;
  }
}

function issuerOf(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).iss;
  } catch {
    return undefined;
  }
}

/** Checks the assertion, and uses it up. Returns why it is refused; undefined if it proves the client. */
async function prove(
  options: TokenOptions,
  client: ClientRow,
  assertion: string,
): Promise<string | undefined> {
  const { db, clock, tokenUrl, cell } = options;
  const header = headerOf(assertion);
  if (header?.kid === undefined) return 'The header of the assertion has no kid.';
  const url = client.public_keys_url;
  if (header.jku !== undefined && header.jku !== url)
    return 'The jku is not the registered address.';
  const keys =
    url === null ? storedKeys(client.public_keys) : await options.keySets.read(url, header.kid);
  const read = payload.safeParse(await verified(assertion, keys, clock.now()));
  if (!read.success) return 'No key of the client made this signature, or a claim is missing.';
  const { iss, sub, aud, exp, jti } = read.data;
  const id = clientIdOf(cell, client.id);
  if (iss !== id || sub !== id) return 'The claims iss and sub must be the id of the client.';
  if (aud !== tokenUrl) return `The claim aud must be ${tokenUrl}.`;
  const now = clock.now().getTime() / 1000;
  if (exp > now + longestLife + clockTolerance)
    return 'The assertion must expire within five minutes.';
  const isNew = await noteAssertion(db, {
    keyId: client.id,
    jtiHash: createHash('sha256').update(jti).digest('base64url'),
    expiresAt: new Date((exp + clockTolerance) * 1000),
  });
  return isNew ? undefined : 'The assertion was used before: each needs a jti of its own.';
}

async function verified(
  assertion: string,
  keys: readonly PublicKey[],
  currentDate: Date,
): Promise<unknown> {
  try {
    const set = createLocalJWKSet({ keys: [...keys] });
    const options = { algorithms, currentDate, clockTolerance };
    return (await jwtVerify(assertion, set, options)).payload;
  } catch {
    // The caller learns that the assertion is refused, not which check it failed.
    return undefined;
  }
}
