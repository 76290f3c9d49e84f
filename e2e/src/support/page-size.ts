/**
 * Measures a page's memory use, to prove that a page which stays open all day does not use more and
 * more memory.
 */
import type { Page } from '@playwright/test';

export interface PageSize {
  /** JavaScript heap in bytes after garbage collection. */
  readonly heap: number;
  /** DOM nodes, including detached ones that are still referenced. */
  readonly nodes: number;
  readonly listeners: number;
}

/** Measures the memory of a page. Collects garbage first, so that only referenced objects count. */
export async function sizeOf(page: Page): Promise<PageSize> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heap: value('JSHeapUsedSize'),
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  };
}
