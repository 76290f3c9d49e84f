/** The identity token. It is fetched with the session cookie and kept in memory only [AUTH-3]. */
import { tokenRefreshSeconds } from '@baari/contract/constants.ts';
import { deviceNow } from '../clock/clock.ts';
import { identityCall } from '../api/identity.ts';
import { ApiProblem } from '../api/problems/problem.ts';

let token: string | null = null;
/**
 * When the token arrived, by the device's clock. The clock may be wrong, so only the time passed
 * since the arrival is used.
 */
let fetchedAt = 0;
let wanted = false;
let refreshing: Promise<string | null> | null = null;
/**
 * A counter that increases when the token is deleted. A pending server response then cannot restore
 * the old token.
 */
let generation = 0;
/**
 * The last failed token request and its time. While it is recent, the reads of a page do not each
 * request a token [PAT-11].
 */
let failed: { readonly failure: unknown; readonly at: number } | undefined;
const restMs = 1000;
const lossListeners = new Set<() => void>();
/** Whether the server said that it ended the session for inactivity. */
let wasIdle = false;

/** To be called when a session probably exists, so that a missing token is requested. */
export function wantToken(): void {
  wanted = true;
}

export function forgetToken(): void {
  token = null;
  wanted = false;
  refreshing = null;
  failed = undefined;
  generation += 1;
}

/**
 * Returns the token for an API call: the token in memory, or a new one if a session probably
 * exists. An old token, for example after the device slept, is renewed before use [AUTH-3].
 */
export async function tokenForCall(): Promise<string | null> {
  if (token === null) {
    if (wanted && failed && Math.abs(deviceNow() - failed.at) < restMs) throw failed.failure;
    return wanted ? refreshToken() : null;
  }
  if (deviceNow() - fetchedAt < tokenRefreshSeconds * 1000) return token;
  const old = token;
  // Errors are ignored here. If the session has a problem, the API call itself fails.
  return (await refreshToken().catch(() => null)) ?? old;
}

/**
 * Requests a new token. Resolves with null if the session has ended, and rejects if the server
 * cannot tell.
 */
export function refreshToken(): Promise<string | null> {
  refreshing ??= begin();
  return refreshing;
}

function begin(): Promise<string | null> {
  const begun = fetchToken(generation).finally(() => {
    if (refreshing === begun) refreshing = null;
  });
  return begun;
}

/** Whether the session expired for inactivity, according to the server's last response. */
export function wasSessionIdle(): boolean {
  return wasIdle;
}

/**
 * Notifies the listeners that the session has ended, after the server refused an API call [AUTH-2].
 */
export function reportSessionLost(): void {
  for (const listener of lossListeners) listener();
}

export function onSessionLost(listener: () => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

async function fetchToken(startedIn: number): Promise<string | null> {
  let fresh: string | null = null;
  try {
    fresh = await askForToken();
  } catch (failure) {
    if (startedIn === generation) {
      failed = { failure, at: deviceNow() };
      throw failure;
    }
  }
  // The token was deleted meanwhile, for example because another tab signed in. Waiting calls get
  // the current user's token, because null would sign out every tab.
  if (startedIn !== generation) return refreshing ?? token;
  token = fresh;
  fetchedAt = deviceNow();
  if (fresh !== null) wanted = true;
  return fresh;
}

async function askForToken(): Promise<string | null> {
  try {
    const { token: fresh } = await identityCall('getToken');
    wasIdle = false;
    return fresh;
  } catch (failure) {
    if (!(failure instanceof ApiProblem) || failure.status !== 401) throw failure;
    wasIdle = failure.code === 'session_idle';
    return null;
  }
}
