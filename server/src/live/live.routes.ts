/**
 * GET /api/queues/realtime/events: the live stream of one signed-in person. A client resumes the
 * stream by Last-Event-ID [EV-1, EV-11, API-16, INV-6].
 */
import { maxWatchedHospitals, streamLanguage, streamPath } from '@baari/contract/events.ts';
import { uuid } from '@baari/contract/fields.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PersonActor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type Cursor,
  formatCursor,
  isAfter,
  lastWhole,
  parseCursor,
} from '../platform/events/cursor.rules.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { type LoggedEvent, replayEvents } from '../platform/events/event-log.store.ts';
import {
  heartbeat,
  heartbeatMs,
  maxBuffered,
  startEventStream,
} from '../platform/http/event-stream.ts';
import type { LiveHub } from '../platform/events/live-hub.ts';
import { describeError, type Log } from '../platform/log.ts';
import { refuse } from '../platform/result.ts';
import { startPoller } from '../platform/jobs/poller.ts';
import { asAskedFor, type Authenticate, bearerToken, sendRefusal } from '../platform/http/route.ts';
import { listOpenOfAccount } from '../queue/queue.store.ts';
import type { Stream, Streams } from './live.streams.ts';
import type { LiveReads } from './live-reads.ts';
import { frame, patientFrames, shownIn, staffFrames } from './live.view.ts';

export interface LiveOptions {
  readonly app: FastifyInstance;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly hub: LiveHub;
  readonly streams: Streams;
  readonly reads: LiveReads;
  readonly authenticate: Authenticate;
  /** Finds those of the given people whose session has ended or whose role has changed. */
  readonly endedAmong: (actors: readonly PersonActor[]) => Promise<readonly PersonActor[]>;
}

/**
 * The stream of a revoked session ends within this time plus the duration of one check [guarantees,
 * security 6].
 */
const revocationCheckMs = 4000;
const maxStreamsPerUser = 20;
/**
 * A client that missed more events than this must reload its data, because the events are not
 * replayed.
 */
const replayLimit = 1000;

export function mountLive(options: LiveOptions): void {
  const { app, streams, log } = options;
  const opening: Opening = new Map();
  // A HEAD request is refused, because it would hold open a stream that nobody reads.
  app.get(
    `/api${streamPath}`,
    { exposeHeadRoute: false, config: { refusedWhileClosing: true } },
    (request, reply) => openStream(options, opening, request, reply),
  );
  const beating = setInterval(() => {
    for (const stream of streams.all()) stream.send(heartbeat(options.clock));
  }, heartbeatMs);
  const checks = startPoller({
    log,
    tasks: { 'Ending the live streams of ended sessions': () => endRevoked(options) },
    everyMs: revocationCheckMs,
  });
  app.addHook('preClose', (done) => {
    clearInterval(beating);
    // Not awaited: all streams are closed here, so a running check would find no open stream.
    void checks.stop();
    for (const stream of streams.all()) stream.end('server_restarts');
    done();
  });
}

/**
 * For each account: the number of live streams that count towards the limit but are not open yet.
 */
type Opening = Map<string, number>;

async function openStream(
  options: LiveOptions,
  opening: Opening,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The browser reconnects automatically, so a connection does not count as activity of the person.
  const caller = asAskedFor(request, await options.authenticate(bearerToken(request), false));
  if (!caller.ok) return sendRefusal(reply, caller);
  const actor = caller.value;
  if (actor.mustSetUpTwoFactor) return sendRefusal(reply, refuse('two_factor_setup_required'));
  const { userId } = actor;
  const begun = opening.get(userId) ?? 0;
  if (options.streams.countOf(userId) + begun >= maxStreamsPerUser) {
    return sendRefusal(reply, refuse('too_many_requests', 'Too many open live connections.'));
  }
  const after = lastEventId(request);
  let hasCaughtUp: boolean;
  opening.set(userId, begun + 1);
  try {
    await recordOpening(options, actor, request);
    hasCaughtUp = await catchUpWith(options.hub, after);
  } finally {
    // There is no await from here to the registration of the stream, so no other code runs in
    // between.
    const left = (opening.get(userId) ?? 1) - 1;
    if (left === 0) opening.delete(userId);
    else opening.set(userId, left);
  }
  const opened = makeStream(options, actor, request, reply);
  if (opened === undefined) return reply;
  const { stream, release } = opened;
  options.streams.add(stream);
  // The position of the event log is read together with the registration. Later events are sent
  // live, earlier events are replayed.
  const upTo = options.hub.cursor();
  const at = options.clock.now().toISOString();
  try {
    // The missed events may still be in the log. While the database is unavailable, telling the
    // client to reload would be wrong.
    if (!hasCaughtUp)
      throw new Error("The event log could not be read up to the reader's position.");
    const missed = await missedFrames(options, stream, after, upTo);
    // The event `connected` has an id only if no missed event follows it.
    const connected = frame({ type: 'connected', data: { at } }, missed === '' ? upTo : undefined);
    release(`retry: 3000\n${connected}${missed}`);
    if (!isStaff(actor)) await followOwnEntries(options, stream, actor);
  } catch (error) {
    options.log.warn(
      describeError(error),
      'A live stream could not be opened, so a page does not show changes yet; the browser reconnects automatically. If this repeats, check PostgreSQL.',
    );
    release(frame({ type: 'error', data: { message: 'Failed to establish realtime connection' } }));
    stream.end('error');
  }
  return reply;
}

/** Records in the audit trail that staff opened the stream, before any event is sent to them. */
async function recordOpening(
  { clock, database }: LiveOptions,
  actor: PersonActor,
  request: FastifyRequest,
): Promise<void> {
  if (!isStaff(actor)) return;
  await recordAudit(
    database,
    { actor, clock, address: request.ip },
    { action: 'open live stream' },
  );
}

/**
 * Waits until this process has read the event log up to a position that the reader got from another
 * process. Returns whether that position was reached.
 */
async function catchUpWith(hub: LiveHub, lastId: string | undefined): Promise<boolean> {
  const after = lastId === undefined ? undefined : parseCursor(lastId);
  return after === undefined || !isAfter(after, hub.cursor()) || hub.catchUp();
}

/**
 * The text of all events since Last-Event-ID. If not all of them can be sent, returns the text of
 * the event that makes the client reload its data [INV-6].
 */
async function missedFrames(
  { database, reads, streams }: LiveOptions,
  { actor, address, language }: Stream,
  lastId: string | undefined,
  upTo: Cursor,
): Promise<string> {
  if (lastId === undefined || lastId === formatCursor(upTo)) return '';
  const after = parseCursor(lastId);
  const audience = isStaff(actor) ? { hospitalId: actor.hospitalId } : { accountId: actor.userId };
  const events =
    after === undefined || isAfter(after, upTo)
      ? undefined
      : await replayEvents(database, audience, lastWhole(after), upTo, replayLimit);
  const framesOf = (event: LoggedEvent) =>
    isStaff(actor) ? staffFrames(event, language, after) : patientFrames(event, language);
  const frames = events?.map(framesOf).join('');
  if (frames === undefined || Buffer.byteLength(frames) > maxBuffered) {
    return frame({ type: 'reset', data: { reason: 'events_not_kept' } }, upTo);
  }
  if (isStaff(actor)) {
    // These events may have changed figures of lines. Those figures were sent while this reader was
    // disconnected.
    streams.publishFigures(events ?? []);
    for (const shown of events?.map(shownIn) ?? []) {
      if (shown !== undefined) reads.note({ actor, address }, shown);
    }
  }
  return frames;
}

/**
 * Follows the queue entries of all people of the account, because the position of any of these
 * entries may change.
 */
async function followOwnEntries(
  options: LiveOptions,
  stream: Stream,
  actor: PersonActor,
): Promise<void> {
  const entries = await listOpenOfAccount(options.database, actor.userId);
  const followed = entries.filter((entry) => entry.status !== 'in_progress');
  for (const entry of followed) {
    options.streams.follow(stream, { id: entry.id, doctorId: entry.line_id });
  }
  for (const doctorId of new Set(followed.map((entry) => entry.line_id))) {
    await options.streams.sendPlaces(doctorId, [stream]);
  }
}

function makeStream(
  options: LiveOptions,
  actor: PersonActor,
  request: FastifyRequest,
  reply: FastifyReply,
): { stream: Stream; release: (first: string) => void } | undefined {
  const bytes = startEventStream(reply, () => {
    clearTimeout(expiry);
    options.streams.remove(stream);
  });
  if (bytes === undefined) return undefined;
  const stream: Stream = {
    actor,
    address: request.ip,
    watchedHospitalIds: watchedHospitals(request),
    language: languageAskedFor(request),
    send: bytes.send,
    end: (reason) => bytes.end(frame({ type: 'disconnected', data: { reason } })),
  };
  const lifetime = Math.max(0, actor.tokenExpiresAt - options.clock.now().getTime());
  const expiry = setTimeout(() => stream.end('token_expired'), lifetime);
  return { stream, release: bytes.release };
}

async function endRevoked({ streams, endedAmong }: LiveOptions): Promise<void> {
  const open = streams.all();
  if (open.length === 0) return;
  const ended = new Set(await endedAmong(open.map((stream) => stream.actor)));
  for (const stream of open) {
    if (ended.has(stream.actor)) stream.end('session_ended');
  }
}

function lastEventId(request: FastifyRequest): string | undefined {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}

/** The language requested by the client; undefined if the language is not supported. */
function languageAskedFor({ query }: FastifyRequest): Language | undefined {
  if (typeof query !== 'object' || query === null || !(streamLanguage in query)) return undefined;
  return languages.find((each) => each === query[streamLanguage]);
}

/**
 * The ids of the hospitals to watch, one or several, from the query string. Invalid ids are
 * ignored.
 */
function watchedHospitals(request: FastifyRequest): readonly string[] {
  const { query } = request;
  if (typeof query !== 'object' || query === null || !('hospitalId' in query)) return [];
  const named: unknown[] = Array.isArray(query.hospitalId) ? query.hospitalId : [query.hospitalId];
  const ids = named.slice(0, maxWatchedHospitals).map((id) => uuid.safeParse(id).data);
  return [...new Set(ids.filter((id) => id !== undefined))];
}
