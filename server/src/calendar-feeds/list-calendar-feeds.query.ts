import type { CalendarFeeds } from '@baari/contract/visit/calendar-feed.ts';
import type { PersonActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { feedsFor } from './calendar-feeds.access.ts';
import { areNamed, listFeeds } from './calendar-feeds.store.ts';

/** Lists the feeds that the account may have, also those without an address [API-32]. */
export async function listCalendarFeeds({
  db,
  actor,
}: Context<PersonActor>): Promise<Result<CalendarFeeds>> {
  return ok(await feedsOf(db, actor));
}

/** The feeds that the account may have at the hospital for which it acts. */
export async function feedsOf(db: Queryable, actor: PersonActor): Promise<CalendarFeeds> {
  const rows = await listFeeds(db, actor.userId, actor.hospitalId);
  const feeds = feedsFor(actor).map((content) => {
    const row = rows.find((each) => each.content === content);
    return {
      content,
      madeAt: row?.made_at.toISOString() ?? null,
      lastReadAt: row?.last_read_at?.toISOString() ?? null,
    };
  });
  const { hospitalId } = actor;
  return { feeds, namesPatients: hospitalId === null ? null : await areNamed(db, hospitalId) };
}
