import { toastMs } from '@baari/contract/constants.ts';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

/** A toast [ENT-8]. */
export interface ToastMessage {
  type: ToastType;
  title: string;
  message?: string;
  /** How long it stays, in ms; 5000 by default. */
  duration?: number;
}

export interface ShownToast extends Required<Omit<ToastMessage, 'message'>> {
  message: string | undefined;
}

type Listener = (toast: ShownToast) => void;

/** The short delay before a toast appears [AUTH-4], in ms. */
const appearAfterMs = 100;

const early: ShownToast[] = [];
let listener: Listener | null = null;

/** Shows a short message in the corner. Never the only place for an important message. */
export function toast({ type, title, message, duration = toastMs.default }: ToastMessage): void {
  const shown = { type, title, message, duration };
  setTimeout(() => {
    if (listener) listener(shown);
    else {
      early.push(shown);
      fetchToaster();
    }
  }, appearAfterMs);
}

let fetchToaster = () => {};

/**
 * Calls back when a toast is shown before the Toaster has loaded; at once if one is already
 * waiting.
 */
export function onEarlyToast(fetch: () => void): () => void {
  fetchToaster = fetch;
  if (early.length > 0) fetch();
  return () => {
    fetchToaster = () => {};
  };
}

/** Registers the Toaster; it first gets the toasts that were shown before. */
export function listenForToasts(next: Listener): () => void {
  listener = next;
  for (const shown of early.splice(0)) next(shown);
  return () => {
    if (listener === next) listener = null;
  };
}
