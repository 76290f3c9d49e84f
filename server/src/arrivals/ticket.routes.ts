/** /t/{secret}: a ticket's page and its delay page, for everybody with the address [ARR-4, WAIT-1]. */
import { ticketPath } from '@baari/contract/visit/arrival.ts';
import { laterSteps, lateSteps } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import { type RefusalCode, refusals } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { findHospitalLanguages } from '../hospitals/languages.store.ts';
import { languageOfPage, queryOf } from '../platform/http/language-asked-for.ts';
import { limitPages, sendSecretPage } from '../platform/pages/secret-page.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { changeShownEntry } from '../queue/change-entry.ts';
import { readDelays } from '../queue/order/delays.query.ts';
import { shownRangeOf } from '../queue/promises/shown-range.ts';
import { rowIn } from '../queue/reads/line-names.view.ts';
import { type EntryInLine, findEntryInLine } from '../queue/queue.store.ts';
import { findEntryOfTicket } from './arrivals.store.ts';
import { textsOf } from '../texts/texts.ts';
import { type TicketStanding, ticketView } from './arrivals.view.ts';
import { readVisitAhead } from './visit-ahead.query.ts';
import { laterPath, ticketLaterPage, ticketPage, unknownTicketPage } from './ticket.page.ts';

export interface TicketPagesOptions {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: Clock;
  /** Whether the number of pages is limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
}

/**
 * How long the page of an ended entry keeps refreshing. In this time staff may put the patient back
 * into the line [DESK-1].
 */
const returnsMs = 60 * 60_000;

export function mountTicketPages(options: TicketPagesOptions): void {
  const { app, database, clock, rateLimit } = options;
  const limited = limitPages(rateLimit);
  app.get<Opened>(`${ticketPath}:secret`, limited, async (request, reply) => {
    const shown = await open(request);
    if (shown === undefined) return sendUnknown(request, reply);
    const ahead = await readVisitAhead(database, shown.entry, shown);
    const isPutOff = queryOf(request, 'later') === '1';
    return sendSecretPage(reply, ticketPage({ ...shown, ...ahead, isPutOff }));
  });
  app.get<Opened>(`${ticketPath}:secret${laterPath}`, limited, async (request, reply) => {
    const shown = await open(request);
    return shown === undefined ? sendUnknown(request, reply) : sendLater(reply, shown, undefined);
  });
  // HTML form bodies are accepted, but only on the routes of the ticket pages.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, text, done) => done(null, new URLSearchParams(text)),
    );
    scope.post<Opened>(`${ticketPath}:secret${laterPath}`, limited, async (request, reply) => {
      const shown = await open(request);
      if (shown === undefined) return sendUnknown(request, reply);
      const wish = wishOf(request.body);
      if (wish === undefined) return sendLater(reply, shown, 'invalid_request');
      const done = await putOff(wish, shown.entry.id, request.ip);
      if (!done.ok) return sendLater(reply, await reopened(request, shown), done.code);
      // Post/Redirect/Get: a reload does not repeat the delay.
      return reply.redirect(`${shown.path}?lang=${shown.language}&later=1`, 303);
    });
  });

  async function open(request: FastifyRequest<Opened>): Promise<Shown | undefined> {
    const now = clock.now();
    const { secret } = request.params;
    const entryId = await findEntryOfTicket(database, hashLinkSecret(secret), now);
    const entry = entryId === undefined ? undefined : await findEntryInLine(database, entryId);
    if (entry === undefined) return undefined;
    const offered = await findHospitalLanguages(database, entry.hospital_id);
    const language = languageOfPage(request, offered[0]);
    const standing = ticketView(rowIn(entry, language), now);
    const waitRange = await shownRangeOf(database, { ...standing, id: entry.id }, now);
    // Secrets have only URL-safe characters.
    const path = `${ticketPath}${encodeURIComponent(secret)}`;
    return {
      entry,
      standing: { ...standing, waitRange },
      path,
      language,
      offered,
      now,
      mayReturn: entry.ended_at !== null && now.getTime() - entry.ended_at.getTime() < returnsMs,
    };
  }

  async function reopened(request: FastifyRequest<Opened>, shown: Shown): Promise<Shown> {
    return (await open(request)) ?? shown;
  }

  /** Delays the patient's place in line. The ticket's holder acts for the patient. */
  function putOff(asked: Wish, entryId: string, address: string) {
    const context = { db: database, clock, actor: null, address };
    const { seen } = asked;
    return 'late' in asked
      ? changeShownEntry(context, 'run_late', entryId, { payload: { minutes: asked.late }, seen })
      : changeShownEntry(context, 'go_later', entryId, { payload: { people: asked.later }, seen });
  }

  async function sendLater(
    reply: FastifyReply,
    { entry, ...shown }: Shown,
    code: RefusalCode | undefined,
  ): Promise<FastifyReply> {
    const delays = await readDelays(database, entry, shown.now);
    const { problems } = textsOf('ticket', shown.language);
    const said: Readonly<Partial<Record<RefusalCode, string>>> = problems;
    const problem = code && (said[code] ?? problems.otherwise);
    const answer = reply.code(code === undefined ? 200 : refusals[code].status);
    // If the patient can choose no delay any more, the ticket's own page says why.
    if (!delays.ok) return sendSecretPage(answer, ticketPage(shown));
    return sendSecretPage(answer, ticketLaterPage({ ...shown, delays: delays.value, problem }));
  }
}

interface Opened {
  Params: { secret: string };
}

/** The queue entry of a ticket, and the data that the ticket's page shows. */
interface Shown {
  readonly entry: EntryInLine;
  readonly standing: TicketStanding;
  readonly path: string;
  readonly language: Language;
  readonly offered: readonly Language[];
  readonly now: Date;
  readonly mayReturn: boolean;
}

/** The longest form body, in bytes. */
const longestForm = 1000;

const wish = z.union([
  z.strictObject({ late: step(lateSteps), seen: seenVersion() }),
  z.strictObject({ later: step(laterSteps), seen: seenVersion() }),
]);
type Wish = z.output<typeof wish>;

function step<const Steps extends readonly [number, ...number[]]>(steps: Steps) {
  return z.coerce.number().pipe(z.literal([...steps]));
}

function seenVersion() {
  return z.coerce.number().int().min(0);
}

/**
 * Reads the delay that the patient chose on the ticket's delay page; undefined if the form is not
 * valid.
 */
function wishOf(form: unknown): Wish | undefined {
  if (!(form instanceof URLSearchParams)) return undefined;
  return wish.safeParse(Object.fromEntries(form)).data;
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendSecretPage(reply.code(404), unknownTicketPage(languageOfPage(request)));
}
