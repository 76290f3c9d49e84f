import type { CalendarFeeds } from '@baari/contract/visit/calendar-feed.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { setNamed } from './calendar-feeds.store.ts';
import { feedsOf } from './list-calendar-feeds.query.ts';

/** Sets whether the calendars of the hospital's staff name patients; off at first [API-32]. */
export function setCalendarNames(
  context: MemberContext,
  { namesPatients }: { readonly namesPatients: boolean },
): Promise<Result<CalendarFeeds>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    const was = await setNamed(tx, actor.hospitalId, namesPatients);
    const details = { from: onOrOff(was), to: onOrOff(namesPatients) };
    await recordAudit(tx, context, { action: 'change names in calendars', details });
    return ok(await feedsOf(tx, actor));
  });
}

function onOrOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}
