/** What outlives the page in this browser: the user under `baari_auth`, never the token [ENT-7]. */
import { storageKeys } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/identity.ts';
import { forgetLastPlace } from '../device/last-place.ts';
import { isRecord, readUser } from './user.ts';

/** The user kept in local storage; undefined when signed out or unreadable. */
export function readKeptUser(): SignedInUser | undefined {
  try {
    return parseKeptUser(localStorage.getItem(storageKeys.auth));
  } catch {
    return undefined; // storage is closed in this browser: the session cookie still tells
  }
}

/** Reads the text kept under `baari_auth`. */
export function parseKeptUser(text: string | null): SignedInUser | undefined {
  if (text === null) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return isRecord(kept) && kept['isAuthenticated'] === true ? readUser(kept['user']) : undefined;
  } catch {
    return undefined; // someone else's text under our key counts as signed out
  }
}

export function keepUser(user: SignedInUser): void {
  try {
    localStorage.setItem(storageKeys.auth, JSON.stringify({ user, isAuthenticated: true }));
  } catch {
    // storage is closed in this browser: the session lasts by its cookie alone
  }
}

/** For whom this browser has taken over the preferences of the profile since signing in. */
const preferencesKey = 'baari_preferences_taken';

export function werePreferencesTaken(userId: string): boolean {
  try {
    return localStorage.getItem(preferencesKey) === userId;
  } catch {
    return false; // storage is closed in this browser: they are taken over with each load
  }
}

export function keepPreferencesTaken(userId: string): void {
  try {
    localStorage.setItem(preferencesKey, userId);
  } catch {
    // storage is closed in this browser: they are taken over with each load
  }
}

/** Removes all four keys, whoever wrote them, what was noted for this sign-in, and the place in the line [AUTH-2]. */
export function clearKept(): void {
  forgetLastPlace();
  try {
    for (const key of Object.values(storageKeys)) localStorage.removeItem(key);
    localStorage.removeItem(preferencesKey);
  } catch {
    // storage is closed in this browser: there is nothing in it
  }
}

/** Calls back when another tab signs in, out, or as someone else. */
export function onKeptUserChanged(listener: (user: SignedInUser | undefined) => void): () => void {
  const hear = (event: StorageEvent) => {
    const cleared = event.key === null;
    if (cleared || event.key === storageKeys.auth) {
      listener(cleared ? undefined : parseKeptUser(event.newValue));
    }
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
