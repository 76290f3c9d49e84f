/** /feeds/{cell}.{secret}.ics: a calendar feed, for every calendar application with its address. */
import { refusals } from '@baari/contract/refusals.ts';
import { feedsPath } from '@baari/contract/visit/calendar-feed.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { limitPages } from '../platform/pages/secret-page.ts';
import { readFeed } from './read-feed.query.ts';

export interface FeedOptions {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Whether the number of reads is limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
}

/** The code of the installation, which routers between installations read, then the secret. */
const fileName = /^[a-z0-9]{1,12}\.(?<secret>[\w-]{16,64})\.ics$/u;

export function mountFeeds({ app, database, clock, publicUrl, rateLimit }: FeedOptions): void {
  app.get<{ Params: { name: string } }>(
    `${feedsPath}:name`,
    limitPages(rateLimit),
    async (request, reply) => {
      reply.headers({
        // Calendar applications keep the tag themselves.
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
      const secret = fileName.exec(request.params.name)?.groups?.['secret'] ?? '';
      const reader = { db: database, clock, publicUrl, address: request.ip };
      const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
      const read = await readFeed(reader, secret, known);
      if (!read.ok) {
        const { status, error } = refusals[read.code];
        return reply.code(status).send({ error, details: error, code: read.code });
      }
      const { text, tag } = read.value;
      reply.header('etag', tag);
      if (text === undefined) return reply.code(304).send();
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="appointments.ics"')
        .send(text);
    },
  );
}
