/**
 * Browser storage that never throws. Some browsers block storage for some or all sites; then
 * nothing is stored or found, and the application still works.
 */
export type StorageName = 'localStorage' | 'sessionStorage';

/** The stored text; null if nothing is stored under the key, or storage is unavailable. */
export function readKept(key: string, name: StorageName = 'localStorage'): string | null {
  return tried(() => globalThis[name].getItem(key)) ?? null;
}

/**
 * Stores a text. If storage is blocked or full, nothing is stored, and the application works
 * without the text.
 */
export function keep(key: string, value: string, name: StorageName = 'localStorage'): void {
  tried(() => globalThis[name].setItem(key, value));
}

export function forgetKept(key: string, name: StorageName = 'localStorage'): void {
  tried(() => globalThis[name].removeItem(key));
}

function tried<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch {
    return undefined; // Storage is blocked in this browser, and each caller works without it.
  }
}
