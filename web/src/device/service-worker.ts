/** The service worker of this origin: what it is asked, and who registers it (main.tsx). */

const workerAddress = '/sw.js';
/** After what the page needs for itself. */
const afterMs = 3000;

/** Registered in built pages only: a development server changes too often to be kept. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register(), afterMs);
}

/** The registration once a worker is active; undefined where there will be none. */
export async function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
  try {
    await navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' });
    return await navigator.serviceWorker.ready;
  } catch {
    return undefined; // a browser that keeps nothing, such as in a private window
  }
}

/** Asks for the shell of the queue page to be kept in this language, so that it opens without a network. */
export async function keepShell(language: string): Promise<void> {
  const registration = await readyWorker();
  registration?.active?.postMessage({ keepShellIn: language });
}

async function register(): Promise<void> {
  await readyWorker();
}
