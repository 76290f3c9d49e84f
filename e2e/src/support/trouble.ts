/** Console messages and network errors that no user should ever cause. */
import type { BrowserContext } from '@playwright/test';

export interface Trouble {
  /** Allows messages that match the pattern, because the test causes them on purpose. */
  readonly allow: (pattern: RegExp) => void;
  readonly watch: (context: BrowserContext) => void;
  /** Every message that was not allowed, as one string each. */
  readonly unexpected: () => string[];
}

/**
 * Collects console errors and warnings, uncaught errors, failed requests, and API calls that the
 * server refused.
 */
export function collectTrouble(): Trouble {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  return {
    allow: (pattern) => allowed.push(pattern),
    watch(context) {
      context.on('console', (message) => {
        const kind = message.type();
        if (kind !== 'error' && kind !== 'warning') return;
        // The failed request is recorded separately, together with its method.
        if (message.text().startsWith('Failed to load resource')) return;
        // Playwright logs this message in tests that block the service worker.
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
        // The page itself aborted the request, for example on navigation.
        if (reason === 'net::ERR_ABORTED') return;
        seen.push(`${reason} ${request.method()} ${new URL(request.url()).pathname}`);
      });
    },
    unexpected: () => seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  };
}
