import type { CalendarFeeds, FeedContent } from '@baari/contract/visit/calendar-feed.ts';
import { type PersonActor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { feedsFor } from './calendar-feeds.access.ts';
import { deleteFeed } from './calendar-feeds.store.ts';
import { feedsOf } from './list-calendar-feeds.query.ts';

/**
 * Ends the address of a calendar feed at once. Without an address nothing changes. Refuses a feed
 * that the role may not have [API-32].
 */
export function endCalendarFeed(
  context: Context<PersonActor>,
  content: FeedContent,
): Promise<Result<CalendarFeeds>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    if (!feedsFor(actor).includes(content)) return refuse('not_found');
    const { userId: accountId, hospitalId } = actor;
    await deleteFeed(tx, { accountId, content, hospitalId });
    if (isStaff(actor)) await recordAudit(tx, { ...context, actor }, { action: 'end calendar' });
    return ok(await feedsOf(tx, actor));
  });
}
