/** GET /kept-times/{hospital}: how well it keeps its times, where it shows everybody [WAIT-3]. */
import { keptTimesPath } from '@baari/contract/analytics.ts';
import { offeredLanguages } from '@baari/contract/languages.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import { languageOfPage } from '../platform/language-asked-for.ts';
import { findKeptTimesPage, listToldDays, listToldVisitDays } from './kept-times.store.ts';
import { keptTimesPage, noKeptTimesPage } from './kept-times.page.ts';

export interface KeptTimesOptions {
  readonly app: FastifyInstance;
  readonly database: Queryable;
  readonly clock: Clock;
  /** false: no limit, for load tests on loopback. */
  readonly rateLimit: boolean;
}

/** Pages a minute from one address. */
const pagesAMinute = 60;

export function mountKeptTimes({ app, database, clock, rateLimit }: KeptTimesOptions): void {
  const limit = { max: pagesAMinute, timeWindow: 60_000 };
  app.get<{ Params: { id: string } }>(
    keptTimesPath(':id'),
    rateLimit ? { config: { rateLimit: limit } } : {},
    async (request, reply) => {
      const id = z.uuid().safeParse(request.params.id).data;
      const hospital =
        id === undefined ? undefined : await findKeptTimesPage(database, id, clock.now());
      if (id === undefined || hospital === undefined) {
        return sendPage(reply.code(404), noKeptTimesPage(languageOfPage(request)));
      }
      const offered = offeredLanguages(hospital.languages);
      const language = languageOfPage(request, offered[0]);
      const { time_zone: timeZone, from, to } = hospital;
      const span = { hospitalId: id, timeZone, from, to };
      const waits = await listToldDays(database, span);
      const visits = await listToldVisitDays(database, span);
      return sendPage(reply, keptTimesPage(hospital, { waits, visits }, { language, offered }));
    },
  );
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ 'cache-control': 'public, max-age=300', vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(html);
}
