/** Waits for pages that the server prerenders. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, Page } from '@playwright/test';

const opening = {
  accept: 'text/html',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
};

/**
 * Requests the document until it comes prerendered: the rendering thread takes a moment to start.
 */
export async function untilRendered(
  request: APIRequestContext,
  path: string,
  language = 'en',
): Promise<string> {
  for (let tries = 0; tries < 40; tries += 1) {
    const headers = { ...opening, 'accept-language': language };
    const text = await (await request.get(path, { headers })).text();
    if (text.includes('data-drawn')) return text;
    await sleep(250);
  }
  throw new Error(`${path} is not drawn in ${language}.`);
}

/** Opens a prerendered page; a busy server sometimes sends one that is not, so this retries. */
export async function openPrerendered(page: Page, path: string): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await page.goto(path, { waitUntil: 'commit' });
    if ((await answer?.text())?.includes('data-drawn')) return;
    await sleep(250);
  }
  throw new Error(`${path} is not drawn.`);
}
