/** Checks that a call comes from the ABDM gateway [API-38]. */
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { Clock } from '../platform/clock.ts';
import type { AbdmSettings, Gateway } from './gateway/gateway.ts';

/** How far the gateway's clock may be off, in seconds. */
const clockTolerance = 30;

/**
 * Whether an Authorization header holds a token that the gateway signed for us. `unknown` means that
 * the gateway's keys could not be read now; the caller must then refuse the call for a while.
 */
export async function checkCallbackToken(
  header: string | undefined,
  { audience, caller }: Pick<AbdmSettings, 'audience' | 'caller'>,
  gateway: Pick<Gateway, 'keyOfToken'>,
  clock: Clock,
): Promise<'valid' | 'invalid' | 'unknown'> {
  const token = /^Bearer (?<token>\S{20,8192})$/iu.exec(header ?? '')?.groups?.['token'];
  if (token === undefined) return 'invalid';
  try {
    // Without the id of a key, the gateway's only key would be tried.
    if (typeof decodeProtectedHeader(token).kid !== 'string') return 'invalid';
  } catch {
    // The token is no JWT.
    return 'invalid';
  }
  try {
    const { payload } = await jwtVerify(token, gateway.keyOfToken, {
      algorithms: ['RS256'],
      audience,
      clockTolerance,
      currentDate: clock.now(),
      requiredClaims: ['exp'],
    });
    const client = payload['azp'] ?? payload['clientId'];
    return caller === undefined || client === caller ? 'valid' : 'invalid';
  } catch (error) {
    return isForged(error) ? 'invalid' : 'unknown';
  }
}

/** Whether the token is at fault, and not the reading of the keys. */
function isForged(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    error.code !== errors.JOSEError.code &&
    !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
  );
}
