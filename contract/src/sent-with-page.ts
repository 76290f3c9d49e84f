/** Data that the server embeds into a page, so that the page need not request it. */
import type { SignedInUser } from './account/identity.ts';
import type { Language } from './languages.gen.ts';

export interface SentWithPage {
  /** The signed-in user; null if nobody is signed in. */
  readonly user: SignedInUser | null;
  /** The language of line names in the answers. The page may later be shown in another one. */
  readonly language?: Language;
  /** The answers by the path and query that the page would request. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The id of the latest live event included in the answers; the stream continues from there. */
  readonly place?: string;
  /** The server's time when it wrote the page, ms since 1970. */
  readonly at?: number;
}

/** The id of the element that holds the data. */
export const sentWithPageId = 'sent';

/** The id of the element that holds the answer of GET /api/site. */
export const siteElementId = 'site';
