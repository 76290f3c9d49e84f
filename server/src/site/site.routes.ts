/** The installation's public information, and the contact form [LAND-3, LAND-5, ROUTE-26, ROUTE-27]. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { Language } from '@baari/contract/languages.ts';
import {
  getSite,
  getTextPage,
  sendContactMessage as sendContactCall,
} from '@baari/contract/hospital/site.ts';
import { ok, refuse } from '../platform/result.ts';
import type { Route } from '../platform/http/route.ts';
import { sendContactMessage } from './send-contact-message.use-case.ts';
import { type ReadTextPages, textPageIn } from './text-pages.ts';

export interface SiteOptions {
  readonly site: ReplyOf<typeof getSite>;
  readonly textPages: ReadTextPages;
  /** The language of the mails to the contact mailbox. */
  readonly mailLanguage: Language;
  /** Whether calls are limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
  readonly onMailQueued: () => void;
}

export function mountSite(route: Route, options: SiteOptions): void {
  const { site, textPages, mailLanguage, rateLimit, onMailQueued } = options;
  const contact = {
    mailbox: site.contactEmail,
    language: mailLanguage,
    isLimited: rateLimit,
  };
  route(getSite, () => Promise.resolve(ok(site)));
  route(getTextPage, async ({ params, query }) => {
    const page = textPageIn((await textPages())[params.name], query.language);
    return page === undefined ? refuse('not_found') : ok({ page });
  });
  route(sendContactCall, async ({ context, body }) => {
    const sent = await sendContactMessage(context, body, contact);
    if (sent.ok) onMailQueued();
    return sent;
  });
}
