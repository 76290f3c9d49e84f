/** What no user should ever cause in the browser's console or on the wire. */
import type { BrowserContext } from '@playwright/test';

export interface Trouble {
  /** Lets what matches pass: a trouble that the test itself makes. */
  readonly allow: (pattern: RegExp) => void;
  readonly watch: (context: BrowserContext) => void;
  /** Everything that was not allowed, one line each. */
  readonly unexpected: () => string[];
}

/** Collects console errors and warnings, uncaught errors, failed requests and refusals. */
export function collectTrouble(): Trouble {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  return {
    allow: (pattern) => allowed.push(pattern),
    watch(context) {
      context.on('console', (message) => {
        const kind = message.type();
        if (kind !== 'error' && kind !== 'warning') return;
        // Told by the answer or the failed request itself, with its method.
        if (message.text().startsWith('Failed to load resource')) return;
        // Said by the tests' own browser, where a test keeps the service worker out.
        if (message.text() === 'Service Worker registration blocked by Playwright') return;
        seen.push(`console ${kind}: ${message.text()}`);
      });
      context.on('weberror', (error) => seen.push(`page error: ${String(error.error())}`));
      context.on('response', (response) => {
        if (response.status() < 400) return;
        const { pathname } = new URL(response.url());
        seen.push(`${response.status()} ${response.request().method()} ${pathname}`);
      });
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? 'failed';
        // Given up by the page itself, as when it is left.
        if (reason === 'net::ERR_ABORTED') return;
        seen.push(`${reason} ${request.method()} ${new URL(request.url()).pathname}`);
      });
    },
    unexpected: () => seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  };
}
