/** Pages whose address contains a secret, for everybody who has the address [ARR-4, ARR-7]. */
import type { FastifyReply } from 'fastify';
import { renewalPath } from './plain-page.ts';

/**
 * How many pages one network address may request in a minute. All phones in a waiting room may
 * share one address.
 */
const pagesAMinute = 600;

/** Seconds between reloads without JavaScript. */
const refreshSeconds = 30;

/** The address contains the secret, so search engines must not index the page. */
export const notIndexed = '<meta name="robots" content="noindex, nofollow">';

/**
 * Refreshes the page. Without JavaScript the page reloads. With JavaScript only the contents
 * change, so that the reader stays at the same point.
 */
export const refreshed = `<script src="${renewalPath}" defer></script>
<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`;

/** The route options that limit how many pages a network address may request. */
export function limitPages(isLimited: boolean) {
  const limit = { max: pagesAMinute, timeWindow: 60_000 };
  return isLimited ? { config: { rateLimit: limit } } : {};
}

export function sendSecretPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      // Pages opened from here must not receive the address with the secret as referrer.
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
