/**
 * GET /kept-times/{hospital}: how often the hospital's wait forecasts were right, if it publishes
 * this page [WAIT-3].
 */
import { keptTimesPath } from '@baari/contract/hospital/analytics.ts';
import { offeredLanguages } from '@baari/contract/languages.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { languageOfPage } from '../../platform/http/language-asked-for.ts';
import type { Span } from '../analytics.store.ts';
import { keptTimesPage, noKeptTimesPage } from './kept-times.page.ts';
import type { KeptDay } from './kept-times.rules.ts';
import {
  findKeptTimesPage,
  listAnnouncedDays,
  listAnnouncedVisitDays,
} from './kept-times.store.ts';

export interface KeptTimesOptions {
  readonly app: FastifyInstance;
  readonly database: Queryable;
  readonly clock: Clock;
  /**
   * Whether the number of pages that one network address may request is limited; false only for
   * load tests on loopback.
   */
  readonly rateLimit: boolean;
}

/** How many pages one network address may request in a minute. */
const pagesAMinute = 60;
/**
 * Seconds for which a page is cached on the server and in browsers. Computing the page of a big
 * hospital reads tens of thousands of forecasts.
 */
const keptSeconds = 300;
/** The most hospitals whose figures are cached at the same time. */
const hospitalsKept = 200;

export function mountKeptTimes({ app, database, clock, rateLimit }: KeptTimesOptions): void {
  const limit = { max: pagesAMinute, timeWindow: 60_000 };
  const figuresOf = keepFigures(database, clock);
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
      const figures = await figuresOf(span);
      return sendPage(reply, keptTimesPage(hospital, figures, { language, offered }));
    },
  );
}

interface Figures {
  readonly waits: readonly KeptDay[];
  readonly visits: readonly KeptDay[];
}

/** Reads a hospital's figures once in five minutes; concurrent requests share one read. */
function keepFigures(db: Queryable, clock: Clock): (span: Span) => Promise<Figures> {
  const kept = new Map<string, { readonly until: number; readonly figures: Promise<Figures> }>();
  async function read(span: Span): Promise<Figures> {
    return {
      waits: await listAnnouncedDays(db, span),
      visits: await listAnnouncedVisitDays(db, span),
    };
  }
  return (span) => {
    const now = clock.now().getTime();
    const key = [span.hospitalId, span.timeZone, span.from, span.to].join(' ');
    const known = kept.get(key);
    if (known !== undefined && now < known.until) return known.figures;
    const figures = read(span);
    kept.delete(key);
    kept.set(key, { until: now + keptSeconds * 1000, figures });
    // If reading the figures fails, the failure is not cached.
    figures.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > hospitalsKept && oldest !== undefined) kept.delete(oldest);
    return figures;
  };
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ 'cache-control': `public, max-age=${keptSeconds}`, vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(html);
}
