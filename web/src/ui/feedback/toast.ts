import { toastMs } from '@baari/contract/constants.ts';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

/** A short message in the corner of the page (toast) [ENT-8]. */
export interface ToastMessage {
  type: ToastType;
  title: string;
  message?: string;
  /** How long the toast stays, in ms; 5000 by default. */
  duration?: number;
  /** A button under the message. */
  action?: { readonly label: string; readonly press: () => void };
}

export interface ShownToast extends Required<Omit<ToastMessage, 'message' | 'action'>> {
  message: string | undefined;
  action: ToastMessage['action'];
}

type Listener = (toast: ShownToast) => void;

/** The short delay before a toast appears [AUTH-4], in ms. */
const appearAfterMs = 100;

const early: ShownToast[] = [];
let listener: Listener | null = null;

/** Shows a short message in the corner. An important message must also be shown elsewhere. */
export function toast({
  type,
  title,
  message,
  duration = toastMs.default,
  action,
}: ToastMessage): void {
  const shown = { type, title, message, duration, action };
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
 * Calls `fetch` when a toast is shown before the Toaster component has loaded. If a toast is
 * already waiting, calls `fetch` at once.
 */
export function onEarlyToast(fetch: () => void): () => void {
  fetchToaster = fetch;
  if (early.length > 0) fetch();
  return () => {
    fetchToaster = () => {};
  };
}

/**
 * Registers the Toaster component. It first receives the toasts that were requested before it
 * loaded.
 */
export function listenForToasts(next: Listener): () => void {
  listener = next;
  for (const shown of early.splice(0)) next(shown);
  return () => {
    if (listener === next) listener = null;
  };
}
