/**
 * What pages keep in this browser. Some browsers close their storage, to some sites or to all: nothing
 * is kept there then, nothing is found, and nobody is stopped from working.
 */
export type StorageName = 'localStorage' | 'sessionStorage';

/** null where nothing was kept under the key, or storage is closed. */
export function readKept(key: string, name: StorageName = 'localStorage'): string | null {
  return tried(() => globalThis[name].getItem(key)) ?? null;
}

/** Keeps nothing where storage is closed or full: what was chosen then holds as long as the page. */
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
    return undefined; // storage is closed in this browser; each caller works without it
  }
}
