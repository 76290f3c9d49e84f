/** The identity token: kept in memory only, fetched for the session cookie, never stored [AUTH-3]. */
import { identityCall } from '../api/identity.ts';
import { ApiProblem } from '../api/problem.ts';

let token: string | null = null;
let wanted = false;
let refreshing: Promise<string | null> | null = null;
/** Rises when the token is forgotten, so that an answer on its way cannot bring it back. */
let generation = 0;
const lossListeners = new Set<() => void>();

/** From here on a session is believed to exist, and a missing token is worth asking for. */
export function wantToken(): void {
  wanted = true;
}

export function forgetToken(): void {
  token = null;
  wanted = false;
  refreshing = null;
  generation += 1;
}

/** The token for a call: the one in memory, else a fresh one while a session is believed to exist. */
export async function tokenForCall(): Promise<string | null> {
  if (token !== null || !wanted) return token;
  return refreshToken();
}

/** A fresh token; null when the session is gone. Rejects when nobody can tell. */
export function refreshToken(): Promise<string | null> {
  refreshing ??= fetchToken(generation).finally(() => {
    refreshing = null;
  });
  return refreshing;
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
  const fresh = await askForToken();
  if (startedIn !== generation) return token;
  token = fresh;
  if (fresh !== null) wanted = true;
  return fresh;
}

async function askForToken(): Promise<string | null> {
  try {
    const { token: fresh } = await identityCall('getToken');
    return fresh;
  } catch (failure) {
    if (failure instanceof ApiProblem && failure.status === 401) return null;
    throw failure;
  }
}
