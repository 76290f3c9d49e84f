/** Moving a page's own clock on, without running into what is under way. */
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

const underWay = new WeakMap<BrowserContext, Set<Request>>();

/** Keeps track of what this browser has asked and was not answered yet; streams are never answered whole. */
export function watchRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  underWay.set(context, open);
  context.on('request', (request) => {
    if (request.headers()['accept'] !== 'text/event-stream') open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
}

/** Resolves when nothing is under way: a call that is would run into its time limit with the clock. */
export async function allAnswered(of: Page | BrowserContext): Promise<void> {
  const open = underWay.get('context' in of ? of.context() : of);
  if (open === undefined) throw new Error('Nobody watches what this browser asks.');
  await expect.poll(() => [...open].map((request) => request.url())).toEqual([]);
}

/** Lets time go by for a page or a browser, milliseconds or "minutes:seconds", once nothing is under way. */
export async function passTime(of: Page | BrowserContext, time: number | string): Promise<void> {
  await allAnswered(of);
  await of.clock.fastForward(time);
}
