/** What a page holds on to, so that a screen that stays open all day can be shown not to grow. */
import type { Page } from '@playwright/test';

export interface PageSize {
  /** Bytes of the page's script heap after a collection. */
  readonly heap: number;
  /** Nodes of the document and those that something still holds. */
  readonly nodes: number;
  readonly listeners: number;
}

/** Collects garbage first: what is left is held by something. */
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
