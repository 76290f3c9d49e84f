/**
 * GET /api/screens/board/events: the live stream of one display. The display's link authenticates
 * it [ARR-6].
 */
import { boardStreamPath } from '@baari/contract/hospital/screen.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import { heartbeat, heartbeatMs, startEventStream } from '../platform/http/event-stream.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { describeError, type Log } from '../platform/log.ts';
import { refuse } from '../platform/result.ts';
import { startPoller } from '../platform/jobs/poller.ts';
import { bearerToken, sendRefusal } from '../platform/http/route.ts';
import { type BoardStream, type Boards, boardFrame } from './boards.ts';
import { readBoard } from './screens.query.ts';
import { type KnownScreen, listOpenScreens, noteSeen, seeScreen } from './screens.store.ts';
import { boardFor } from './screens.view.ts';

export interface BoardStreamOptions {
  readonly app: FastifyInstance;
  readonly database: Queryable;
  readonly clock: Clock;
  readonly log: Log;
  readonly boards: Boards;
}

/**
 * How often the streams' links are checked, in ms. After a link is revoked or edited, its stream
 * ends or changes within this time plus the duration of one check.
 */
const checkMs = 4000;
/** The most streams of one screen, since several displays may share its link. */
const maxStreamsPerScreen = 20;

export function mountBoardStream(options: BoardStreamOptions): void {
  const { app, boards, log } = options;
  app.get(
    `/api${boardStreamPath}`,
    { exposeHeadRoute: false, config: { refusedWhileClosing: true } },
    (request, reply) => openStream(options, request, reply),
  );
  const beating = setInterval(() => {
    for (const stream of boards.all()) stream.send(heartbeat(options.clock));
  }, heartbeatMs);
  const checks = startPoller({
    log,
    tasks: { 'Looking for revoked and edited displays': () => followScreens(options) },
    everyMs: checkMs,
  });
  app.addHook('preClose', (done) => {
    clearInterval(beating);
    // Not awaited, so that the streams end at once even while a check of their links runs.
    void checks.stop();
    for (const stream of boards.all()) stream.end('server_restarts');
    done();
  });
}

async function openStream(
  options: BoardStreamOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { boards, database, clock, log } = options;
  const screen = await screenOf(options, request);
  if (screen === undefined) return sendRefusal(reply, refuse('screen_unknown'));
  if (boards.countOf(screen.id) >= maxStreamsPerScreen) {
    return sendRefusal(reply, refuse('too_many_requests', 'Too many open live connections.'));
  }
  const bytes = startEventStream(reply, () => boards.remove(stream));
  if (bytes === undefined) return reply;
  const stream: BoardStream = {
    screenId: screen.id,
    hospitalId: screen.hospital_id,
    doctorIds: new Set(screen.doctor_ids),
    send: bytes.send,
    end: (reason) => bytes.end(boardFrame({ type: 'disconnected', data: { reason } })),
  };
  // Registered before the board is read, so that changes during the read are buffered and sent
  // afterwards.
  boards.add(stream);
  try {
    const whole = await readBoard(database, stream.hospitalId);
    const board = boardFrame({ type: 'board', data: boardFor(whole, stream.doctorIds) });
    const at = clock.now().toISOString();
    bytes.release(`retry: 3000\n${boardFrame({ type: 'connected', data: { at } })}${board}`);
  } catch (error) {
    log.warn(
      describeError(error),
      'A display in a waiting room could not load its tokens; it reconnects automatically. If this repeats, check PostgreSQL.',
    );
    bytes.release('');
    stream.end('error');
  }
  return reply;
}

async function screenOf(
  { database, clock }: BoardStreamOptions,
  request: FastifyRequest,
): Promise<KnownScreen | undefined> {
  const key = bearerToken(request);
  if (key === undefined) return undefined;
  return seeScreen(database, hashLinkSecret(key), 'display', clock.now());
}

async function followScreens({ boards, database, clock }: BoardStreamOptions): Promise<void> {
  const open = boards.all();
  if (open.length === 0) return;
  const ids = [...new Set(open.map(({ screenId }) => screenId))];
  const rows = await listOpenScreens(database, ids);
  const shownBy = new Map(rows.map(({ id, doctor_ids: doctorIds }) => [id, doctorIds]));
  for (const stream of open) {
    const doctorIds = shownBy.get(stream.screenId);
    if (doctorIds === undefined) stream.end('screen_revoked');
    else boards.narrow(stream, doctorIds);
  }
  await noteSeen(database, ids, clock.now());
}
