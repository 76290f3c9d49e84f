/**
 * Stores personal data in this browser's local storage, which its tabs share. If the session ends
 * with the browser, the tab's session storage is used instead [LOGIN-1, ENT-7].
 */
import { forgetKept, keep, readKept, type StorageName } from './storage.ts';

/**
 * The name of a cookie that is set for a session that ends with the browser. It is a session
 * cookie, so the browser deletes it at the same time.
 */
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
 * The text stored under the key. Returns null if no text is stored or storage is unavailable; the
 * session cookie still identifies the user.
 */
export function readPersonal(key: string): string | null {
  return readKept(key, store());
}

/**
 * Stores a text. Where storage is unavailable nothing is stored, and only the session cookie
 * identifies the user.
 */
export function writePersonal(key: string, value: string): void {
  keep(key, value, store());
}

/** Deletes a value from local storage and from session storage, whichever was used. */
export function removePersonal(key: string): void {
  forgetKept(key, 'localStorage');
  forgetKept(key, 'sessionStorage');
}

function store(): StorageName {
  return isVisit() ? 'sessionStorage' : 'localStorage';
}
