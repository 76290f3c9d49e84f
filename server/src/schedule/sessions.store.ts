/** SQL for the sessions of timetables as JSON, shared by several features. */
import sql, { type Sql } from 'sql-template-tag';

const session = sql`
  jsonb_build_object('kind', s.kind, 'weekdays', to_jsonb(s.weekdays), 'date', s.date,
    'from', s.from_time, 'to', s.to_time, 'validFrom', s.valid_from, 'validUntil', s.valid_until)
  || case when s.kind = 'booked' then jsonb_build_object('slotMinutes', s.slot_minutes,
    'places', s.places, 'bufferMinutes', s.buffer_minutes, 'walkInPercent', s.walk_in_percent)
    else '{}' end
  || case when num_nonnulls(s.new_minutes, s.follow_up_minutes) > 0
    then jsonb_build_object('lengths', jsonb_strip_nulls(jsonb_build_object(
      'new', s.new_minutes, 'follow_up', s.follow_up_minutes))) else '{}' end
  || case when s.open_places is null then '{}' else jsonb_build_object('places', s.open_places) end
  || case when s.reserved_places is null then '{}'
    else jsonb_build_object('reservedPlaces', s.reserved_places) end`;

/**
 * SQL for a select list: the sessions of a line as JSON, by default of a doctor d; null without a
 * timetable. With `date`, only sessions that may take place on that day.
 */
export function sessionsOf(date?: Sql, owner: Sql = sql`d.id`): Sql {
  const which =
    date === undefined
      ? sql``
      : sql`filter (where s.date = ${date} or s.date is null
          and (s.valid_from is null or s.valid_from <= ${date})
          and (s.valid_until is null or s.valid_until >= ${date}))`;
  return sql`
    (select case when count(*) > 0
      then coalesce(jsonb_agg(${session} order by s.position) ${which}, '[]') end
    from timetable_session s where s.doctor_id = ${owner})`;
}
