/** Data that the server embeds into a page, so that the page need not make API calls for them. */
import type { SignedInUser } from './account/identity.ts';
import type { Language } from './languages.gen.ts';

export interface SentWithPage {
  /** The signed-in user; null if nobody is signed in. */
  readonly user: SignedInUser | null;
  /**
   * The language of the line names in `answers`. The reader may later switch the page to another
   * language.
   */
  readonly language?: Language;
  /** The embedded API responses, by the path and query with which the page would request each. */
  readonly answers: Readonly<Record<string, unknown>>;
  /**
   * The id of the latest live event that `answers` include. The live stream continues after this
   * event.
   */
  readonly place?: string;
  /** The server's time when it wrote the page, ms since 1970. */
  readonly at?: number;
}

/** The id of the HTML element that holds the embedded data. */
export const sentWithPageId = 'sent';

/** The id of the HTML element that holds the embedded response of GET /api/site. */
export const siteElementId = 'site';
