/** Resolves the access token of a FHIR call to the hospital's system and what it may ask [API-36]. */
import type { IntegrationActor } from '../../platform/actor.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { admitKey, authenticateKey, type KeyOptions } from '../authenticate-key.ts';
import { type AccessTokens, isAccessToken } from './access-tokens.ts';
import { findClient } from './smart.store.ts';
import { grantedScopes, keyScopesOf, type ScopeOfTypes, type Way } from './smart-scopes.rules.ts';

export interface SystemCaller {
  readonly actor: IntegrationActor;
  readonly mayAsk: (type: string, how: Way) => boolean;
}

export interface ClientOptions extends KeyOptions {
  readonly tokens: AccessTokens;
  readonly types: ScopeOfTypes;
}

/**
 * Accepts an API key or an access token. A token is refused as soon as its key is revoked or expired
 * or its public keys were changed, because the key is read for each call.
 */
export async function authenticateSystem(
  options: ClientOptions,
  token: string | undefined,
  address: string,
): Promise<Result<SystemCaller>> {
  if (token === undefined || !isAccessToken(token)) {
    const caller = await authenticateKey(options, token, address);
    return caller.ok ? ok({ actor: caller.value, mayAsk: () => true }) : caller;
  }
  const claims = await options.tokens.read(token);
  if (claims === undefined) {
    return refuse('key_not_valid', 'This access token has expired or was not made here.');
  }
  const client = await findClient(options.db, claims.keyId);
  if (client === undefined || client.client_changed_at?.getTime() !== claims.since) {
    return refuse('key_not_valid', 'The public keys of this client were changed.');
  }
  const admitted = await admitKey(options, client, address);
  if (!admitted.ok) return admitted;
  const granted = grantedScopes(claims.scope, client.scopes, options.types);
  const scopes = keyScopesOf(granted, options.types);
  return ok({
    actor: { ...admitted.value, scopes },
    mayAsk: (type, how) => granted.some((each) => each.type === type && each[how]),
  });
}
