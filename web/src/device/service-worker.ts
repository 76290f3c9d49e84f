/** The service worker of this origin: its registration and the messages to it. */

const workerAddress = '/sw.js';
/** Delay in ms, so that the page's own requests come first. */
const afterMs = 3000;

/**
 * Registers in production builds only, because a development server changes too often to be cached.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register(), afterMs);
}

/** The registration, once a worker is active; undefined in a browser or build without one. */
export async function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
  try {
    await navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' });
    return await navigator.serviceWorker.ready;
  } catch {
    return undefined; // The browser stores nothing, for example in a private window.
  }
}

/**
 * Asks the service worker to cache the queue page's shell in this language, so that it opens
 * offline.
 */
export async function keepShell(language: string): Promise<void> {
  const registration = await readyWorker();
  registration?.active?.postMessage({ keepShellIn: language });
}

async function register(): Promise<void> {
  await readyWorker();
}
