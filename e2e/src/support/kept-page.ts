/** What the service worker keeps of the product. */
import { expect, type Page } from '@playwright/test';

/** Resolves when the queue page could be opened without a network. */
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
