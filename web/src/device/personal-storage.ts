/**
 * Where what names a person is kept in this browser: in local storage, shared by its tabs, or for a
 * session that ends with the browser in the tab's own storage, which ends with it too [LOGIN-1, ENT-7].
 */
import { forgetKept, keep, readKept, type StorageName } from './storage.ts';

/** A cookie without an age, so that it ends when the session of one visit does. */
const visitCookie = 'baari_visit';

/** Whether the session that begins now ends with the browser. */
export function setVisit(isVisit: boolean): void {
  if (globalThis.document === undefined) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = isVisit ? '' : '; Max-Age=0';
  document.cookie = `${visitCookie}=${isVisit ? '1' : ''}; Path=/; SameSite=Lax${secure}${age}`;
}

export function isVisit(): boolean {
  return (globalThis.document?.cookie ?? '').split('; ').includes(`${visitCookie}=1`);
}

/** null where nothing is kept, or storage is closed: the session cookie still tells. */
export function readPersonal(key: string): string | null {
  return readKept(key, store());
}

/** Where storage is closed, the session lasts by its cookie alone. */
export function writePersonal(key: string, value: string): void {
  keep(key, value, store());
}

/** From both, whichever it was written to. */
export function removePersonal(key: string): void {
  forgetKept(key, 'localStorage');
  forgetKept(key, 'sessionStorage');
}

function store(): StorageName {
  return isVisit() ? 'sessionStorage' : 'localStorage';
}
