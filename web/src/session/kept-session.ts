/** What outlives the page in this browser: the user under `baari_auth`, never the token [ENT-7]. */
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

/** The user kept in this browser; undefined when signed out or unreadable. */
export function readKeptUser(): SignedInUser | undefined {
  return parseKeptUser(readPersonal(storageKeys.auth));
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
  writePersonal(storageKeys.auth, JSON.stringify({ user, isAuthenticated: true }));
}

/** Tabs of a visit share no storage: this tells them of each other. */
const channelName = 'baari-session';
const signedOut = 'signed-out';
const taken = 'taken';

/** For whom this browser has taken over the preferences of the profile since signing in. */
const preferencesKey = 'baari_preferences_taken';

/** Never where storage is closed: they are taken over with each load then. */
export function werePreferencesTaken(userId: string): boolean {
  return readKept(preferencesKey) === userId;
}

export function keepPreferencesTaken(userId: string): void {
  keep(preferencesKey, userId);
}

/** The language of this browser that the account was told of since signing in, behind its id. */
const languageToldKey = 'baari_language_told';

/** undefined: of none yet, or storage is closed. */
export function languageTold(userId: string): string | undefined {
  const [id, language] = readKept(languageToldKey)?.split(' ') ?? [];
  return id === userId ? language : undefined;
}

export function keepLanguageTold(userId: string, language: string): void {
  keep(languageToldKey, `${userId} ${language}`);
}

/** Removes all four keys, whoever wrote them, what was noted for this sign-in, and the place in the line [AUTH-2]. */
export function clearKept(): void {
  forgetLastPlace();
  forgetDrafts();
  removePersonal(activityKey);
  for (const key of Object.values(storageKeys)) removePersonal(key);
  removePersonal(preferencesKey);
  removePersonal(languageToldKey);
}

/** Tells the tabs that hear of no storage that nobody is signed in any more, and whether the session was ended elsewhere. */
export function tellSignedOut(isTaken: boolean): void {
  setVisit(false);
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target but this site
  channel.postMessage(isTaken ? taken : signedOut);
  channel.close();
}

const takenKey = 'baari_session_taken';

/** Notes that this user's session was ended elsewhere, for the other tabs that hear of it by storage. */
export function keepTaken(userId: string): void {
  keep(takenKey, userId);
}

/** Somebody signed in or out since. */
export function forgetTaken(): void {
  removePersonal(takenKey);
}

/** False where storage is closed: those tabs hear it by the channel. */
export function isTakenFrom(userId: string): boolean {
  return readKept(takenKey) === userId;
}

const lockKey = 'baari_locked';

/** Locks the tabs of this user instead of signing them out, when what was kept goes. */
export function keepLocked(userId: string): void {
  keep(lockKey, userId);
}

export function forgetLocked(): void {
  removePersonal(lockKey);
}

/** Never where storage is closed: each tab locks by itself then. */
export function isLockedFor(userId: string): boolean {
  return readKept(lockKey) === userId;
}

/** Calls back when another tab signs in, out, or as someone else; `isTaken`: its session was ended elsewhere. */
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
