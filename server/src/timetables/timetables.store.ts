/** All SQL on timetables. */
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import sql, { join } from 'sql-template-tag';
import { select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { sessionsOf } from '../schedule/sessions.store.ts';

const l = table('line', 'l');

/** The sessions of a line, in the order in which they were saved; empty without a timetable. */
export async function listSessions(db: Queryable, lineId: string): Promise<TimetableSession[]> {
  const sessions = typed<TimetableSession[] | null>(sessionsOf(undefined, sql`l.id`));
  const row = await db.maybeOne(select({ id: l.id, sessions })`
    from line l where l.id = ${lineId}`);
  return row?.sessions ?? [];
}

/** Replaces the whole timetable; the caller holds the line's lock. */
export async function replaceSessions(
  tx: Queryable,
  doctorId: string,
  sessions: readonly TimetableSession[],
): Promise<void> {
  await tx.run(sql`delete from timetable_session where doctor_id = ${doctorId}`);
  if (sessions.length === 0) return;
  const values = sessions.map((given, position) => {
    const { kind, weekdays, date, from, to, validFrom, validUntil } = given;
    const slots = given.kind === 'booked' ? given : undefined;
    const reserved = given.kind === 'closed' ? undefined : given.reservedPlaces;
    const openPlaces = given.kind === 'open' ? given.places : undefined;
    return sql`(${doctorId}::uuid, ${position}::smallint, ${kind}, ${weekdays}::text[], ${date}::date,
      ${from}, ${to}, ${validFrom}::date, ${validUntil}::date, ${slots?.slotMinutes ?? null}::smallint,
      ${slots?.places ?? null}::smallint, ${slots?.bufferMinutes ?? null}::smallint,
      ${slots?.walkInPercent ?? null}::smallint, ${slots?.lengths?.new ?? null}::smallint,
      ${slots?.lengths?.follow_up ?? null}::smallint, ${openPlaces ?? null}::smallint,
      ${reserved ?? null}::smallint)`;
  });
  await tx.run(sql`
    insert into timetable_session (doctor_id, position, kind, weekdays, date, from_time, to_time,
      valid_from, valid_until, slot_minutes, places, buffer_minutes, walk_in_percent, new_minutes,
      follow_up_minutes, open_places, reserved_places)
    values ${join(values)}`);
}
