/** Access tokens for /fhir/R4: signed, valid for five minutes, and bound to their API key [API-36]. */
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { keyFor } from '../../platform/secrets/seal.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';

/** Seconds. */
export const tokenLifetime = 300;
const purpose = 'access tokens of FHIR';
const algorithm = 'HS256';

const claims = z.object({ sub: z.uuid(), scope: z.string(), since: z.number() });

export interface TokenClaims {
  readonly keyId: string;
  /** The granted SMART scopes. */
  readonly scope: string;
  /** When the client's public keys were last changed, in ms; a later change ends the token. */
  readonly since: number;
}

export interface AccessTokens {
  readonly make: (claims: TokenClaims) => Promise<string>;
  /** The claims of a token that this installation made and that has not expired. */
  readonly read: (token: string) => Promise<TokenClaims | undefined>;
}

export function makeAccessTokens(secrets: Secrets, clock: Clock, audience: string): AccessTokens {
  return {
    make({ keyId, scope, since }) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ scope, since })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
        .setSubject(keyId)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + tokenLifetime)
        .sign(keyFor(secrets[0], purpose));
    },
    async read(token) {
      for (const secret of secrets) {
        const options = {
          audience,
          algorithms: [algorithm],
          typ: 'at+jwt',
          currentDate: clock.now(),
        };
        const payload = await payloadOf(() => jwtVerify(token, keyFor(secret, purpose), options));
        const read = claims.safeParse(payload);
        if (read.success) {
          const { sub: keyId, scope, since } = read.data;
          return { keyId, scope, since };
        }
      }
      return undefined;
    },
  };
}

async function payloadOf(verify: () => Promise<{ readonly payload: unknown }>): Promise<unknown> {
  try {
    return (await verify()).payload;
  } catch {
    // Forged, expired, or signed with another secret: no access in each case.
    return undefined;
  }
}

/** Whether a text looks like an access token rather than like an API key. */
export function isAccessToken(text: string): boolean {
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/u.test(text);
}
