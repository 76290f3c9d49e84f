/**
 * The identity token: kept in memory only, fetched with the session cookie, never stored [AUTH-3].
 */
import { tokenRefreshSeconds } from '@baari/contract/constants.ts';
import { deviceNow } from '../clock/clock.ts';
import { identityCall } from '../api/identity.ts';
import { ApiProblem } from '../api/problems/problem.ts';

let token: string | null = null;
/** When it arrived; a device's clock may be wrong, so only the time since then counts. */
let fetchedAt = 0;
let wanted = false;
let refreshing: Promise<string | null> | null = null;
/** Rises when the token is deleted, so that a pending answer cannot restore it. */
let generation = 0;
/**
 * The last failure and its time, so that the reads of a page do not each request a token [PAT-11].
 */
let failed: { readonly failure: unknown; readonly at: number } | undefined;
const restMs = 1000;
const lossListeners = new Set<() => void>();
/** Whether the server ended the session for inactivity. */
let wasIdle = false;

/** Called when a session probably exists, so that a missing token is requested. */
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
 * The token for a call: the one in memory, else a fresh one if a session probably exists. An
 * overdue one, for example after a device slept, is renewed before it is refused [AUTH-3].
 */
export async function tokenForCall(): Promise<string | null> {
  if (token === null) {
    if (wanted && failed && Math.abs(deviceNow() - failed.at) < restMs) throw failed.failure;
    return wanted ? refreshToken() : null;
  }
  if (deviceNow() - fetchedAt < tokenRefreshSeconds * 1000) return token;
  const old = token;
  // If the session has a problem, the call itself detects it.
  return (await refreshToken().catch(() => null)) ?? old;
}

/** A fresh token; null when the session has ended. Rejects when that is unknown. */
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

/** Whether the session expired for inactivity, by the server's last answer. */
export function wasSessionIdle(): boolean {
  return wasIdle;
}

/** Reports that the session has ended, after a refused call [AUTH-2]. */
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
  // Outdated, for example by another tab's sign-in: waiting calls get the current user's token.
  // Null would mean an ended session, and sign out every tab.
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
