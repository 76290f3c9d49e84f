/** The address of the help page that the side sheet shows; null while the sheet is closed. */
import { useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

/** Opens the side sheet with a page of help, such as `/help/doctor/a-break`. */
export function openHelp(address: string): void {
  show(address);
}

export function closeHelp(): void {
  show(null);
}

export function useShownHelp(): string | null {
  return useSyncExternalStore(
    listen,
    () => shown,
    () => null,
  );
}

/**
 * The help of the screen that is open, or of a refusal on it: the server knows which page that is.
 */
export function helpOfScreen(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  language: string,
  refusal?: string,
): string {
  // Other parts of the address, such as the secret of a link, stay here.
  const view = new URLSearchParams(search).get('view');
  const asked = new URLSearchParams({
    screen: pathname,
    ...(view === null ? {} : { view }),
    ...(refusal === undefined ? {} : { refusal }),
    lang: language,
  });
  return `/help?${asked.toString()}`;
}

function show(address: string | null): void {
  shown = address;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
