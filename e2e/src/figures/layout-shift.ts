/** Cumulative layout shift, as the metric Core Web Vitals defines it, of a page on a slow phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { slowDown } from './slow-phone.ts';

/** The largest shift that Core Web Vitals call good is 0.1; our own aim is half of it. */
export const largestShift = 0.05;

const longestMs = 45_000;

interface Shift {
  readonly value: number;
  readonly atMs: number;
  /** The moved elements, each with its old and new top edge. */
  readonly moved: readonly string[];
}

interface SlowPage {
  readonly shifts: readonly Shift[];
  readonly requests: number;
  readonly bytes: number;
}

/**
 * Opens a page on a simulated slow phone and waits until it has requested nothing for `quietMs`
 * milliseconds. The caller has called `watchShifts` for the page or its context.
 */
export async function openSlowly(page: Page, path: string, quietMs: number): Promise<SlowPage> {
  const wire = await page.context().newCDPSession(page);
  let lastAt = Date.now();
  let requests = 0;
  let bytes = 0;
  wire.on('Network.responseReceived', () => {
    lastAt = Date.now();
    requests += 1;
  });
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
    lastAt = Date.now();
    bytes += encodedDataLength;
  });
  await slowDown(wire);
  await page.goto(path, { waitUntil: 'commit' });
  const until = Date.now() + longestMs;
  while (Date.now() - lastAt < quietMs && Date.now() < until) await sleep(100);
  return { shifts: await shiftsOf(page), requests, bytes };
}

/** Records the layout shifts of every page that the context opens. */
export async function watchShifts(context: BrowserContext | Page): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { layoutShifts: shifts });
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element) return 'gone';
      const text = (element.textContent ?? '').trim().slice(0, 30);
      return `${element.localName}.${element.getAttribute('class')?.slice(0, 50) ?? ''} "${text}"`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({
          value: entry.value,
          atMs: entry.startTime,
          moved: entry.sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${nameOf(node)} ${from.top}+${from.height} → ${to.top}+${to.height}`,
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(() => (globalThis as unknown as { layoutShifts: Shift[] }).layoutShifts);
}

/**
 * The largest sum of a session window: shifts less than one second apart, at most five seconds in
 * all.
 */
export function cumulativeShift(shifts: readonly Shift[]): number {
  let largest = 0;
  let sum = 0;
  let beganAt = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { value, atMs } of shifts) {
    if (atMs - lastAt >= 1000 || atMs - beganAt >= 5000) [sum, beganAt] = [0, atMs];
    sum += value;
    lastAt = atMs;
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** Lists shifts with what moved, for the message of a failed test. */
export function listOfShifts(shifts: readonly Shift[]): string {
  return shifts
    .map(({ value, atMs, moved }) =>
      [`${value.toFixed(3)} after ${(atMs / 1000).toFixed(1)} s`, ...moved].join('\n    '),
    )
    .join('\n  ');
}
