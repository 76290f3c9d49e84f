/** All SQL on timetables. */
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import sql, { join, type Sql } from 'sql-template-tag';
import { select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const d = table('doctor', 'd');

const session = sql`
  jsonb_build_object('kind', s.kind, 'weekdays', to_jsonb(s.weekdays), 'date', s.date,
    'from', s.from_time, 'to', s.to_time, 'validFrom', s.valid_from, 'validUntil', s.valid_until)
  || case when s.kind = 'booked' then jsonb_build_object('slotMinutes', s.slot_minutes,
    'places', s.places, 'bufferMinutes', s.buffer_minutes, 'walkInPercent', s.walk_in_percent)
    else '{}' end`;

/**
 * The sessions of a doctor d as JSON for a select list, null for a doctor without a timetable.
 * `date` limits them to those that may take place on that day.
 */
export function sessionsOf(date?: Sql): Sql {
  const which =
    date === undefined
      ? sql``
      : sql`filter (where s.date = ${date} or s.date is null
          and (s.valid_from is null or s.valid_from <= ${date})
          and (s.valid_until is null or s.valid_until >= ${date}))`;
  return sql`
    (select case when count(*) > 0
      then coalesce(jsonb_agg(${session} order by s.position) ${which}, '[]') end
    from timetable_session s where s.doctor_id = d.id)`;
}

/** The sessions of a doctor, in the order in which they were saved; empty without a timetable. */
export async function listSessions(db: Queryable, doctorId: string): Promise<TimetableSession[]> {
  const sessions = typed<TimetableSession[] | null>(sessionsOf());
  const row = await db.maybeOne(select({ id: d.id, sessions })`
    from doctor d where d.id = ${doctorId}`);
  return row?.sessions ?? [];
}

/** Replaces the whole timetable; the caller holds the doctor's lock. */
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
    return sql`(${doctorId}::uuid, ${position}::smallint, ${kind}, ${weekdays}::text[], ${date}::date,
      ${from}, ${to}, ${validFrom}::date, ${validUntil}::date, ${slots?.slotMinutes ?? null}::smallint,
      ${slots?.places ?? null}::smallint, ${slots?.bufferMinutes ?? null}::smallint,
      ${slots?.walkInPercent ?? null}::smallint)`;
  });
  await tx.run(sql`
    insert into timetable_session (doctor_id, position, kind, weekdays, date, from_time, to_time,
      valid_from, valid_until, slot_minutes, places, buffer_minutes, walk_in_percent)
    values ${join(values)}`);
}
