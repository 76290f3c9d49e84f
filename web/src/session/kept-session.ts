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

/**
 * The user stored in this browser. Undefined if nobody is signed in or the stored text is
 * unreadable.
 */
export function readKeptUser(): SignedInUser | undefined {
  return parseKeptUser(readPersonal(storageKeys.auth));
}

/** Parses the text stored under `baari_auth`, the stored user. */
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

/**
 * The broadcast channel that informs the other tabs. It is needed because tabs share no storage if
 * the session ends with the browser.
 */
const channelName = 'baari-session';
const signedOut = 'signed-out';
const taken = 'taken';

/** The storage key for the id of the user whose profile preferences were applied since sign-in. */
const preferencesKey = 'baari_preferences_taken';

/**
 * Whether the user's preferences were applied since sign-in. Returns false without browser storage,
 * so that each page load applies them.
 */
export function werePreferencesTaken(userId: string): boolean {
  return readKept(preferencesKey) === userId;
}

export function keepPreferencesTaken(userId: string): void {
  keep(preferencesKey, userId);
}

/**
 * The storage key of the language that was last saved to the account since sign-in. The stored text
 * is the user's id and the language.
 */
const savedLanguageKey = 'baari_language_told';

/**
 * The language last saved to the account. Undefined if none was saved since sign-in, or without
 * browser storage.
 */
export function savedLanguageOf(userId: string): string | undefined {
  const [id, language] = readKept(savedLanguageKey)?.split(' ') ?? [];
  return id === userId ? language : undefined;
}

export function keepSavedLanguage(userId: string, language: string): void {
  keep(savedLanguageKey, `${userId} ${language}`);
}

/**
 * Deletes everything that the browser stores about this sign-in, including form drafts and the last
 * known place in line [AUTH-2].
 */
export function clearKept(): void {
  forgetLastPlace();
  forgetDrafts();
  removePersonal(activityKey);
  for (const key of Object.values(storageKeys)) removePersonal(key);
  removePersonal(preferencesKey);
  removePersonal(savedLanguageKey);
}

/**
 * Notifies tabs without shared storage that nobody is signed in. `isTaken` says whether the session
 * was ended elsewhere.
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

/**
 * Stores that this user's session was ended elsewhere, so that other tabs with the same browser
 * storage can read it.
 */
export function keepTaken(userId: string): void {
  keep(takenKey, userId);
}

/** Deletes what `keepTaken` stored, because somebody has signed in or out since. */
export function forgetTaken(): void {
  removePersonal(takenKey);
}

/**
 * Whether this user's session was ended elsewhere. Returns false without browser storage; the
 * broadcast channel then informs the other tabs.
 */
export function isTakenFrom(userId: string): boolean {
  return readKept(takenKey) === userId;
}

const lockKey = 'baari_locked';

/**
 * Marks the user's page as locked in the browser's storage. When the stored user is then deleted,
 * other tabs lock instead of signing out.
 */
export function keepLocked(userId: string): void {
  keep(lockKey, userId);
}

export function forgetLocked(): void {
  removePersonal(lockKey);
}

/**
 * Whether another tab has locked this user's pages. Returns false without browser storage; each tab
 * then locks on its own.
 */
export function isLockedFor(userId: string): boolean {
  return readKept(lockKey) === userId;
}

/**
 * Calls the listener when another tab signs in, signs out, or signs in as another user. `isTaken`
 * says that the other tab's session was ended elsewhere.
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
