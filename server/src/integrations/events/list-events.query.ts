import {
  eventsKeptDays,
  type listEvents as listCall,
  type PublicEventType,
} from '@baari/contract/keys/public-events.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { StaffContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { isKeyLive, listPublicEvents, readPositions } from './public-events.store.ts';
import { formatPosition, positionIn, publicEventView } from './public-events.view.ts';
import type { Poll, WaitingPolls } from './waiting-polls.ts';

export interface EventsAsked {
  readonly after?: string | undefined;
  readonly types?: readonly PublicEventType[] | undefined;
  readonly limit: number;
  /** Seconds. */
  readonly wait: number;
}

export interface EventSettings {
  readonly cell: string;
  readonly polls: WaitingPolls;
}

type Page = ReplyOf<typeof listCall>;

/**
 * Lists the events of the caller's hospital after a cursor. If there are none, the call waits for
 * the first one and holds no database connection meanwhile. Without a cursor, it returns the newest
 * cursor at once. Refuses: events_gone if events after the cursor were deleted [API-29].
 */
export async function listEvents(
  context: StaffContext,
  { wait, ...asked }: EventsAsked,
  { cell, polls }: EventSettings,
): Promise<Result<Page>> {
  const { actor } = context;
  if (wait === 0 || asked.after === undefined) return readPage(context, asked, cell);
  const poll = polls.begin(actor);
  if (poll === undefined) {
    return refuse('too_many_requests', 'Too many calls of this key wait for events.');
  }
  try {
    return await pageAfterWaiting(context, poll, wait, () => readPage(context, asked, cell));
  } finally {
    poll.end();
  }
}

async function pageAfterWaiting(
  { actor, db, clock }: StaffContext,
  poll: Poll,
  wait: number,
  read: () => Promise<Result<Page>>,
): Promise<Result<Page>> {
  // Monotonic time: a changed clock must not lengthen the call.
  const until = performance.now() + wait * 1000;
  let page = await read();
  while (page.ok && page.value.events.length === 0 && !poll.isOver()) {
    const left = until - performance.now();
    if (left <= 0) return page;
    await poll.next(left);
    // The key may have been revoked while the call waited.
    const isLive = actor.role !== 'key' || (await isKeyLive(db, actor.userId, clock.now()));
    if (!isLive) return refuse('key_not_valid');
    page = await read();
  }
  return page;
}

async function readPage(
  { db, actor, clock }: StaffContext,
  { after, types, limit }: Omit<EventsAsked, 'wait'>,
  cell: string,
): Promise<Result<Page>> {
  // The newest position is read before the list, so that the list contains all events up to it.
  const { newest: upTo } = await readPositions(db);
  if (after === undefined) return ok({ events: [], next: formatPosition(upTo) });
  const from = positionIn(after);
  const rows = await listPublicEvents(db, actor.hospitalId, { after: from, upTo, types, limit });
  // Read after the list, because events may have been deleted meanwhile.
  const { prunedTo } = await readPositions(db);
  // A cursor beyond the newest position was made before a backup was restored.
  if (from < prunedTo || from > upTo) {
    const horizon = new Date(clock.now().getTime() - eventsKeptDays * 86_400_000);
    return refuse('events_gone', `Events are kept from ${horizon.toISOString()} on.`);
  }
  const last = rows.length === limit ? rows.at(-1)?.position : undefined;
  const events = rows.map((row) => publicEventView(row, cell));
  return ok({ events, next: formatPosition(last ?? upTo) });
}
