import type { DayEnd } from '@baari/contract/hospital/day-end.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { nextAt } from '../schedule/calendar.rules.ts';
import { closingView } from './day-closing.view.ts';
import { findLatestClosing } from './day-closing.store.ts';
import { isOverEnd } from './day-end.rules.ts';
import { listDayOfDoctors, listDayOfLines, readDayEnd } from './day-end.store.ts';

/**
 * Returns when the hospital's day ends and which doctors and lines still have open entries.
 * Contains token numbers and counts, but no patient data [DAY-1].
 */
export async function getDayEnd(context: StaffContext): Promise<Result<{ dayEnd: DayEnd }>> {
  return ok({ dayEnd: await readDay(context) });
}

/**
 * Reads the end of the day for a caller who has just changed it. It may run inside the caller's
 * transaction or after it.
 */
export async function readDay({
  db,
  actor,
  clock,
}: Pick<StaffContext, 'actor' | 'clock'> & { readonly db: Queryable }): Promise<DayEnd> {
  const now = clock.now();
  const day = await readDayEnd(db, actor.hospitalId);
  const { ends_at: endsAt, since, time_zone: timeZone } = day;
  const opening = openingAt(day.hours, timeZone, now);
  const closing = await findLatestClosing(db, actor.hospitalId);
  const rows = await listDayOfDoctors(db, actor.hospitalId);
  const lines = await listDayOfLines(db, actor.hospitalId);
  const setting = { endsAt, since, zone: timeZone };
  return {
    endsAt,
    nextAt: endsAt === null ? null : nextAt(endsAt, timeZone, now).toISOString(),
    timeZone,
    isEarly: opening.isOpen,
    openUntil: opening.isOpen ? opening.until : null,
    closing: closing === undefined ? null : closingView(closing, now),
    asOf: now.toISOString(),
    doctors: rows.map(({ inside_id, inside_token, inside_since, ...doctor }) => ({
      ...doctor,
      inside:
        inside_id === null
          ? null
          : {
              entryId: inside_id,
              token: inside_token,
              since: inside_since?.toISOString() ?? null,
              isOverEnd: inside_since !== null && isOverEnd(inside_since, setting, now),
            },
    })),
    lines,
  };
}
