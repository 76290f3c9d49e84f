/**
 * Stores personal data in this browser: in local storage, shared by its tabs, or for a session that
 * ends with the browser in the tab's session storage [LOGIN-1, ENT-7].
 */
import { forgetKept, keep, readKept, type StorageName } from './storage.ts';

/** A session cookie, so that it ends together with the browser session. */
const visitCookie = 'baari_visit';

/** Sets whether the new session ends when the browser is closed. */
export function setVisit(isVisit: boolean): void {
  if (globalThis.document === undefined) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = isVisit ? '' : '; Max-Age=0';
  document.cookie = `${visitCookie}=${isVisit ? '1' : ''}; Path=/; SameSite=Lax${secure}${age}`;
}

export function isVisit(): boolean {
  return (globalThis.document?.cookie ?? '').split('; ').includes(`${visitCookie}=1`);
}

/**
 * The stored text. null if there is none or storage is unavailable; the session cookie still identifies the user.
 */
export function readPersonal(key: string): string | null {
  return readKept(key, store());
}

/** Where storage is unavailable, the session depends on its cookie alone. */
export function writePersonal(key: string, value: string): void {
  keep(key, value, store());
}

/** Deletes a value from both storages, whichever was used. */
export function removePersonal(key: string): void {
  forgetKept(key, 'localStorage');
  forgetKept(key, 'sessionStorage');
}

function store(): StorageName {
  return isVisit() ? 'sessionStorage' : 'localStorage';
}
