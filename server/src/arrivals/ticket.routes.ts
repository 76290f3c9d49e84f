/** GET /t/{secret}: a ticket's page, for whoever holds the ticket [ARR-4]. */
import { ticketPath } from '@baari/contract/arrival.ts';
import { type Language, languages } from '@baari/contract/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import { languageAskedFor } from '../platform/language-asked-for.ts';
import { hashLinkSecret } from '../platform/link-secret.ts';
import { findEntry } from '../queue/queue.store.ts';
import { findEntryOfTicket } from './arrivals.store.ts';
import { ticketView } from './arrivals.view.ts';
import { ticketPage, ticketStyle, ticketStylePath, unknownTicketPage } from './ticket.page.ts';

export interface TicketPagesOptions {
  readonly app: FastifyInstance;
  readonly database: Queryable;
  readonly clock: Clock;
  /** false: no limit, for load tests on loopback. */
  readonly rateLimit: boolean;
}

/** Pages a minute from one address, which a whole waiting room may share. */
const pagesAMinute = 600;

export function mountTicketPages(options: TicketPagesOptions): void {
  const { app, database, clock, rateLimit } = options;
  const limit = { max: pagesAMinute, timeWindow: 60_000 };
  app.get(ticketStylePath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/css; charset=utf-8')
      .send(ticketStyle),
  );
  app.get<{ Params: { secret: string } }>(
    `${ticketPath}:secret`,
    rateLimit ? { config: { rateLimit: limit } } : {},
    async (request, reply) => {
      const language = languageOf(request);
      const now = clock.now();
      const hash = hashLinkSecret(request.params.secret);
      const entryId = await findEntryOfTicket(database, hash, now);
      const entry = entryId === undefined ? undefined : await findEntry(database, entryId);
      return entry === undefined
        ? sendPage(reply.code(404), unknownTicketPage(language))
        : sendPage(reply, ticketPage(ticketView(entry, now), language, now));
    },
  );
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      // The address is the secret: no page that is opened from here may learn it.
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** What the link on the page chose, else what the browser asks for. */
function languageOf(request: FastifyRequest): Language {
  const { query } = request;
  if (typeof query === 'object' && query !== null && 'lang' in query) {
    const chosen = languages.find((language) => language === query.lang);
    if (chosen !== undefined) return chosen;
  }
  return languageAskedFor(request.headers['accept-language']);
}
