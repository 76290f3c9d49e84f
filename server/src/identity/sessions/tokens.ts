/** Verifies identity tokens: ES256, signed with our own keys, for this site. */
import { errors, importJWK, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { type Result, ok, refuse } from '../../platform/result.ts';

export const signingAlgorithm = 'ES256';

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

/** The person and the session that an identity token names. */
export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** The time at which the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface PublicKeyRow {
  readonly id: string;
  /** The public key in the JSON Web Key format. */
  readonly publicKey: string;
}

export interface TokensOptions {
  /** The public URL of this site: issuer and audience of its identity tokens. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly listPublicKeys: () => Promise<readonly PublicKeyRow[]>;
}

/** How long a verified signature is trusted without checking it again, in milliseconds. */
const believedMs = 60_000;
const believedAtMost = 20_000;
/**
 * The shortest interval between two reads of the public keys for tokens with an unknown key, in
 * milliseconds.
 */
const keysReadEveryMs = 2000;

type VerifyToken = (token: string) => Promise<Result<TokenClaims>>;

/**
 * Makes the verifier of identity tokens. It refuses not_authenticated for a token that is
 * malformed, forged or meant for another site, and session_ended for an expired one.
 */
export function makeTokenVerifier(options: TokensOptions): VerifyToken {
  const { clock } = options;
  const believed = new Map<string, { readonly claims: TokenClaims; readonly until: number }>();
  const getKey = makeKeyFinder(options);

  return async (token) => {
    const now = clock.now().getTime();
    const known = believed.get(token);
    if (known !== undefined && now < known.until) {
      return now < known.claims.expiresAt ? ok(known.claims) : refuse('session_ended');
    }
    const verified = await verify(token, getKey, options);
    if (!verified.ok) return verified;
    if (believed.size >= believedAtMost) believed.clear();
    believed.set(token, { claims: verified.value, until: now + believedMs });
    return verified;
  };
}

async function verify(
  token: string,
  getKey: JWTVerifyGetKey,
  { publicUrl, clock }: TokensOptions,
): Promise<Result<TokenClaims>> {
  try {
    const { payload } = await jwtVerify(token, getKey, {
      algorithms: [signingAlgorithm],
      issuer: publicUrl,
      audience: publicUrl,
      currentDate: clock.now(),
    });
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return refuse('not_authenticated');
    const { sub, sid, exp } = parsed.data;
    return ok({ userId: sub, sessionId: sid, expiresAt: exp * 1000 });
  } catch (error) {
    if (error instanceof errors.JWTExpired) return refuse('session_ended');
    if (error instanceof errors.JOSEError) return refuse('not_authenticated');
    throw error;
  }
}

function makeKeyFinder({ clock, listPublicKeys }: TokensOptions): JWTVerifyGetKey {
  const keys = new Map<string, CryptoKey | Uint8Array>();
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  async function readKeys(): Promise<void> {
    for (const { id, publicKey } of await listPublicKeys()) {
      if (!keys.has(id)) keys.set(id, await importJWK(JSON.parse(publicKey), signingAlgorithm));
    }
    readAt = clock.now().getTime();
  }

  return async ({ kid }) => {
    const known = kid === undefined ? undefined : keys.get(kid);
    if (known !== undefined) return known;
    if (clock.now().getTime() - readAt >= keysReadEveryMs) {
      reading ??= readKeys().finally(() => {
        reading = undefined;
      });
    }
    await reading;
    const found = kid === undefined ? undefined : keys.get(kid);
    if (found === undefined) throw new errors.JWKSNoMatchingKey();
    return found;
  };
}
