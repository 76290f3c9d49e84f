/** Waits for the page that the service worker caches for offline use. */
import { expect, type Page } from '@playwright/test';

/** Resolves when the service worker has cached the queue page, so that it can be opened offline. */
export async function shellKept(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          if (!navigator.serviceWorker.controller) return false;
          return (await caches.match('/patient/queue')) !== undefined;
        }),
      { timeout: 60_000 },
    )
    .toBe(true);
}
