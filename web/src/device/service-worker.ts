/** The service worker of this site: its registration and the messages to it. */

const workerAddress = '/sw.js';
/**
 * The delay in milliseconds before the service worker is registered, so that the page's own
 * requests come first.
 */
const afterMs = 3000;

/**
 * Registers in production builds only, because a development server changes too often to be cached.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register(), afterMs);
}

/**
 * The service worker's registration, once a worker is active. Undefined in a browser or build
 * without a service worker.
 */
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
 * Asks the service worker to cache the code and texts of the queue page in this language, so that
 * the page opens offline.
 */
export async function keepShell(language: string): Promise<void> {
  const registration = await readyWorker();
  registration?.active?.postMessage({ keepShellIn: language });
}

async function register(): Promise<void> {
  await readyWorker();
}
