/** Counts a browser's live connections, as seen on the network. */

import { streamPath } from '@baari/contract/events.ts';
import type { BrowserContext, Request } from '@playwright/test';

/** Counts a browser's live connections from now on: requested, and open. */
export function countStreams(context: BrowserContext): () => { asked: number; open: number } {
  const open = new Set<Request>();
  let asked = 0;
  context.on('request', (request) => {
    if (!isStream(request)) return;
    asked += 1;
    open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  // Closing a page ends its live connections, so they are no longer counted as open.
  context.on('page', (page) =>
    page.on('close', () => {
      for (const request of open) if (request.frame().page() === page) open.delete(request);
    }),
  );
  return () => ({ asked, open: open.size });
}

function isStream(request: Request): boolean {
  return new URL(request.url()).pathname === `/api${streamPath}`;
}
