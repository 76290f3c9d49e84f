/**
 * The session data stored in this browser: the user under `baari_auth`, never the token [ENT-7].
 */
import { storageKeys } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { activityKey } from '../device/attendance.ts';
import { forgetDrafts } from '../device/draft-keys.ts';
import { forgetLastPlace } from '../device/last-place.ts';
import {
  readPersonal,
  removePersonal,
  setVisit,
  writePersonal,
} from '../device/personal-storage.ts';
import { keep, readKept } from '../device/storage.ts';
import { isRecord, readUser } from './user.ts';

/** The stored user; undefined when signed out or unreadable. */
export function readKeptUser(): SignedInUser | undefined {
  return parseKeptUser(readPersonal(storageKeys.auth));
}

/** Parses the text stored under `baari_auth`. */
export function parseKeptUser(text: string | null): SignedInUser | undefined {
  if (text === null) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return isRecord(kept) && kept['isAuthenticated'] === true ? readUser(kept['user']) : undefined;
  } catch {
    return undefined; // Text in another format counts as signed out.
  }
}

export function keepUser(user: SignedInUser): void {
  writePersonal(storageKeys.auth, JSON.stringify({ user, isAuthenticated: true }));
}

/** A broadcast channel, because tabs of a browser session share no storage. */
const channelName = 'baari-session';
const signedOut = 'signed-out';
const taken = 'taken';

/** The key of the user whose profile preferences were applied in this browser since sign-in. */
const preferencesKey = 'baari_preferences_taken';

/** False where storage is unavailable, so that they are applied at each load. */
export function werePreferencesTaken(userId: string): boolean {
  return readKept(preferencesKey) === userId;
}

export function keepPreferencesTaken(userId: string): void {
  keep(preferencesKey, userId);
}

/**
 * The key of the language that was last saved to the account since sign-in, stored after the user's
 * id.
 */
const savedLanguageKey = 'baari_language_told';

/** undefined: none yet, or storage is unavailable. */
export function savedLanguageOf(userId: string): string | undefined {
  const [id, language] = readKept(savedLanguageKey)?.split(' ') ?? [];
  return id === userId ? language : undefined;
}

export function keepSavedLanguage(userId: string, language: string): void {
  keep(savedLanguageKey, `${userId} ${language}`);
}

/** Deletes all four keys, the notes about this sign-in, and the last known place [AUTH-2]. */
export function clearKept(): void {
  forgetLastPlace();
  forgetDrafts();
  removePersonal(activityKey);
  for (const key of Object.values(storageKeys)) removePersonal(key);
  removePersonal(preferencesKey);
  removePersonal(savedLanguageKey);
}

/**
 * Tells tabs without shared storage that nobody is signed in, and whether the session was ended
 * elsewhere.
 */
export function broadcastSignedOut(isTaken: boolean): void {
  setVisit(false);
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target but this site
  channel.postMessage(isTaken ? taken : signedOut);
  channel.close();
}

const takenKey = 'baari_session_taken';

/** Stores that this user's session was ended elsewhere, for tabs with shared storage. */
export function keepTaken(userId: string): void {
  keep(takenKey, userId);
}

/** Deletes it, because somebody has signed in or out since. */
export function forgetTaken(): void {
  removePersonal(takenKey);
}

/** False where storage is unavailable: the channel notifies those tabs. */
export function isTakenFrom(userId: string): boolean {
  return readKept(takenKey) === userId;
}

const lockKey = 'baari_locked';

/** Makes this user's other tabs lock instead of signing out when the stored user is deleted. */
export function keepLocked(userId: string): void {
  keep(lockKey, userId);
}

export function forgetLocked(): void {
  removePersonal(lockKey);
}

/** False where storage is unavailable: each tab then locks by itself. */
export function isLockedFor(userId: string): boolean {
  return readKept(lockKey) === userId;
}

/**
 * Calls back when another tab signs in, out, or as another user; `isTaken`: its session was ended
 * elsewhere.
 */
export function onKeptUserChanged(
  listener: (user: SignedInUser | undefined, isTaken?: boolean) => void,
): () => void {
  const hear = (event: StorageEvent) => {
    const cleared = event.key === null;
    if (cleared || event.key === storageKeys.auth) {
      listener(cleared ? undefined : parseKeptUser(event.newValue));
    }
  };
  addEventListener('storage', hear);
  const unhear = hearSignedOut((isTaken) => listener(undefined, isTaken));
  return () => {
    removeEventListener('storage', hear);
    unhear();
  };
}

function hearSignedOut(listener: (isTaken: boolean) => void): () => void {
  if (typeof BroadcastChannel !== 'function' || typeof document === 'undefined') {
    return () => undefined;
  }
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (data === signedOut || data === taken) listener(data === taken);
  });
  return () => channel.close();
}
