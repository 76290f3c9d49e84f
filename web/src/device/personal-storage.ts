/**
 * Where what names a person is kept in this browser: in local storage, shared by its tabs, or for a
 * session that ends with the browser in the tab's own storage, which ends with it too [LOGIN-1, ENT-7].
 */

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

/** null where nothing is kept, or storage is closed in this browser. */
export function readPersonal(key: string): string | null {
  try {
    return store().getItem(key);
  } catch {
    return null; // storage is closed in this browser: the session cookie still tells
  }
}

export function writePersonal(key: string, value: string): void {
  try {
    store().setItem(key, value);
  } catch {
    // storage is closed in this browser: the session lasts by its cookie alone
  }
}

/** From both, whichever it was written to. */
export function removePersonal(key: string): void {
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      open().removeItem(key);
    } catch {
      // storage is closed in this browser: there is nothing in it
    }
  }
}

function store(): Storage {
  return isVisit() ? sessionStorage : localStorage;
}
