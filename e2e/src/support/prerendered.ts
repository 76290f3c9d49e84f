/** Waits until the server sends its pages prerendered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, Page } from '@playwright/test';

const opening = {
  accept: 'text/html',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
};

/** Whether the server sent this page prerendered. */
export function isDrawn(text: string): boolean {
  return text.includes('data-drawn');
}

/**
 * Requests the page until the response is prerendered, because the server's rendering thread takes
 * a moment to start.
 */
export async function untilRendered(
  request: APIRequestContext,
  path: string,
  language = 'en',
): Promise<string> {
  for (let tries = 0; tries < 40; tries += 1) {
    const headers = { ...opening, 'accept-language': language };
    const text = await (await request.get(path, { headers })).text();
    if (isDrawn(text)) return text;
    await sleep(250);
  }
  throw new Error(`${path} is not drawn in ${language}.`);
}

/**
 * Opens a page and retries until it is prerendered. A busy server sometimes sends a page that is
 * not.
 */
export async function openPrerendered(page: Page, path: string): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await page.goto(path, { waitUntil: 'commit' });
    if (answer !== null && isDrawn(await answer.text())) return;
    await sleep(250);
  }
  throw new Error(`${path} is not drawn.`);
}
