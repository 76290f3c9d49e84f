/** Moves a page's own clock forward, without causing pending requests to time out. */
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

const underWay = new WeakMap<BrowserContext, Set<Request>>();

/**
 * Keeps track of this browser's pending requests. Live streams are left out, because they never
 * end.
 */
export function watchRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  underWay.set(context, open);
  context.on('request', (request) => {
    if (request.headers()['accept'] !== 'text/event-stream') open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
}

/**
 * Resolves when no request is pending, because a pending request would time out when the clock
 * jumps.
 */
export async function allAnswered(of: Page | BrowserContext): Promise<void> {
  const open = underWay.get('context' in of ? of.context() : of);
  if (open === undefined) throw new Error('Nobody watches what this browser asks.');
  await expect.poll(() => [...open].map((request) => request.url())).toEqual([]);
}

/**
 * Advances the clock of a page or a browser, in ms or "minutes:seconds", once no request is
 * pending.
 */
export async function passTime(of: Page | BrowserContext, time: number | string): Promise<void> {
  await allAnswered(of);
  await of.clock.fastForward(time);
}
