/** /s/{secret}: the page of a shared link, for everybody with the address [ARR-7]. */
import { sharedPath } from '@baari/contract/visit/shared-place.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readVisitAhead } from '../arrivals/visit-ahead.query.ts';
import { findHospitalLanguages } from '../hospitals/languages.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { languageOfPage } from '../platform/http/language-asked-for.ts';
import { limitPages, sendSecretPage } from '../platform/pages/secret-page.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { shownRangeOf } from '../queue/promises/shown-range.ts';
import { findEntryInLine } from '../queue/queue.store.ts';
import { endedLinkPage, sharedPage } from './shared.page.ts';
import { findSharedStop } from './sharing.store.ts';
import { sharedStanding } from './sharing.view.ts';

export interface SharedPagesOptions {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: Clock;
  /** Whether the number of pages is limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
}

/** The page runs only the script that refreshes it, and sends no form. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function mountSharedPages(options: SharedPagesOptions): void {
  const { app, database, clock, rateLimit } = options;
  app.get<{ Params: { secret: string } }>(
    `${sharedPath}:secret`,
    { config: { ...limitPages(rateLimit).config, compressesPage: true } },
    async (request, reply) => {
      const now = clock.now();
      // Read at each request, so that a stopped link is gone at once at every process.
      const id = await findSharedStop(database, hashLinkSecret(request.params.secret), now);
      const entry = id === undefined ? undefined : await findEntryInLine(database, id);
      if (entry === undefined) {
        return send(reply.code(410), endedLinkPage(languageOfPage(request)));
      }
      const offered = await findHospitalLanguages(database, entry.hospital_id);
      const language = languageOfPage(request, offered[0]);
      const standing = sharedStanding(entry, now);
      const waitRange = await shownRangeOf(database, { ...standing, id: entry.id }, now);
      const { left, awaited } = await readVisitAhead(database, entry, { language, now });
      return send(
        reply,
        sharedPage({
          standing: { ...standing, waitRange },
          rest: left,
          isBetween: awaited !== undefined,
          language,
          offered,
          now,
        }),
      );
    },
  );
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return sendSecretPage(reply.header('content-security-policy', contentSecurityPolicy), html);
}
