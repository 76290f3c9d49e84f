import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { siteElementId } from '@baari/contract/sent-with-page.ts';
import type { getSite } from '@baari/contract/hospital/site.ts';

/**
 * The response of GET /api/site, which the server embeds in each page, so that the layout does not
 * shift.
 */
export function siteSentWithPage(): ReplyOf<typeof getSite> | undefined {
  const text = document.getElementById(siteElementId)?.textContent;
  if (!text) return undefined;
  // oxlint-disable-next-line no-unsafe-return -- the server's tests check what it writes there
  return JSON.parse(text);
}
