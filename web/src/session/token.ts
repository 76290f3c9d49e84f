/** The identity token: kept in memory only, fetched for the session cookie, never stored [AUTH-3]. */
import { tokenRefreshSeconds } from '@baari/contract/constants.ts';
import { deviceNow } from '../clock/clock.ts';
import { identityCall } from '../api/identity.ts';
import { ApiProblem } from '../api/problem.ts';

let token: string | null = null;
/** When it came; a device's clock may be wrong, so only what went by since then counts. */
let fetchedAt = 0;
let wanted = false;
let refreshing: Promise<string | null> | null = null;
/** Rises when the token is forgotten, so that an answer on its way cannot bring it back. */
let generation = 0;
/** Why there is none, and when that was found: the reads of a page do not ask one after the other [PAT-11]. */
let failed: { readonly failure: unknown; readonly at: number } | undefined;
const restMs = 1000;
const lossListeners = new Set<() => void>();
/** Whether the server ended the session because nobody used it. */
let wasIdle = false;

/** From here on a session is believed to exist, and a missing token is worth asking for. */
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
 * The token for a call: the one in memory, else a fresh one while a session is believed to exist. One
 * that should have been renewed, as after a device slept, is renewed before it is refused [AUTH-3].
 */
export async function tokenForCall(): Promise<string | null> {
  if (token === null) {
    if (wanted && failed && Math.abs(deviceNow() - failed.at) < restMs) throw failed.failure;
    return wanted ? refreshToken() : null;
  }
  if (deviceNow() - fetchedAt < tokenRefreshSeconds * 1000) return token;
  const old = token;
  // What is wrong with the session, if it is, the call itself finds out.
  return (await refreshToken().catch(() => null)) ?? old;
}

/** A fresh token; null when the session is gone. Rejects when nobody can tell. */
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

/** Whether the session went for want of use, as the server said when it was last asked. */
export function wasSessionIdle(): boolean {
  return wasIdle;
}

/** Tells the session that it has ended: an unrefused call is no longer possible [AUTH-2]. */
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
  // Overtaken, as by another tab's sign-in: whoever waited is told what is true of who is there now.
  // "None" would count as a session that has ended, and sign out in every tab.
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
