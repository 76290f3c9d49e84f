import {
  type FeedContent,
  feedsPath,
  type makeCalendarFeed as endpoint,
} from '@baari/contract/visit/calendar-feed.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { type PersonActor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hashLinkSecret, makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { feedsFor } from './calendar-feeds.access.ts';
import { writeFeed } from './calendar-feeds.store.ts';
import { feedsOf } from './list-calendar-feeds.query.ts';

export interface FeedAddress {
  readonly publicUrl: string;
  /** The code of the installation, which the address names. */
  readonly cell: string;
}

/**
 * Makes the address of a calendar feed, which is shown once. An earlier address of the same feed
 * ends. Refuses a feed that the role may not have [API-32].
 */
export function makeCalendarFeed(
  context: Context<PersonActor>,
  content: FeedContent,
  { publicUrl, cell }: FeedAddress,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!feedsFor(actor).includes(content)) return refuse('not_found');
    const secret = makeLinkSecret();
    await writeFeed(tx, {
      accountId: actor.userId,
      content,
      hospitalId: actor.hospitalId,
      secretHash: hashLinkSecret(secret),
      language: context.language ?? 'en',
      at: clock.now(),
    });
    if (isStaff(actor)) await recordAudit(tx, { ...context, actor }, { action: 'make calendar' });
    return ok({
      ...(await feedsOf(tx, actor)),
      url: `${publicUrl}${feedsPath}${cell}.${secret}.ics`,
    });
  });
}
