/** All SQL on shared lines as patients see them from home [LINE-6]. */
import { maxSharedLines } from '@baari/contract/constants.ts';
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import { maxPoints } from '@baari/contract/lines/service-kinds.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import sql from 'sql-template-tag';
import { limitColumns, usedColumns, usedNow } from '../limits/limits.store.ts';
import { leftJoined, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { entryStatus } from '../platform/hospital-sql/statuses.ts';
import { takesBookings } from './lines.store.ts';
import { pausedSince, plannedOf, type PointAtRow } from '../queue/queue.store.ts';
import { sessionsOf } from '../schedule/sessions.store.ts';
import { isAwayFrom, numbersOf } from '../waits/called-besides.store.ts';
import { isPresent, learntColumns, waitsSince } from '../waits/line-columns.store.ts';

const l = table('shared_line', 'l');
const h = table('hospital', 'h');
const e = sql`e`;

const homeLine = {
  id: l.id,
  hospital_id: l.hospital_id,
  name: l.name,
  names: typed<LineNames>(l.names),
  kind: l.kind,
  department: l.department,
  room: l.room,
  is_open: l.is_open,
  takes_bookings: typed<boolean>(takesBookings),
  sessions: typed<TimetableSession[] | null>(sessionsOf(undefined, sql`l.id`)),
  time_zone: h.time_zone,
  hospital_hours: typed<WeekHours>(h.operating_hours),
  hospital_standing: h.standing,
  takes_requests_shut: h.takes_requests_shut,
  ...limitColumns,
  ...usedColumns,
  ...learntColumns,
  waiting: typed<number>(sql`line.waiting`),
  /**
   * The number of waiting patients who can be called. `waiting_since` is when the first of them
   * began to wait.
   */
  present: typed<number>(sql`line.present`),
  /**
   * The number of waiting patients who can be called, weighted by the expected length of their
   * visits.
   */
  present_visits: typed<number>(sql`line.present_visits`),
  waiting_since: typed<Date | null>(sql`line.waiting_since`),
  /**
   * The number that each patient who can be called got on joining, in the order of the line. Only
   * for a line for any doctor; null for other lines.
   */
  numbers: typed<readonly number[] | null>(
    sql`case when l.kind = 'any_doctor' then ${numbersOf(sql`l.id`)} end`,
  ),
  /** The number of service points that call patients now. */
  open_points: typed<number>(sql`at.open`),
  /** The service points of the line, with their planned hours. */
  points: typed<readonly PointAtRow[]>(sql`at.points`),
  /** The names of the doctors who call from the line. Only for a line for any doctor. */
  doctors: typed<readonly string[]>(sql`at.doctors`),
};
export type HomeLineRow = RowOf<typeof homeLine>;

const doctor = leftJoined('doctor', 'd');

/**
 * Lists the shared lines of a visible hospital in which patients may request a place from home, by
 * name.
 */
export function listHomeLinesOf(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<HomeLineRow[]> {
  return db.many(select(homeLine)`
    from shared_line l join hospital h on h.id = l.hospital_id
      join doctor_queue q on q.doctor_id = l.id
      left join wait_fit f on f.hospital_id = l.hospital_id,
      ${usedNow(now)},
      lateral (
        select count(*) as waiting, count(*) filter (where ${isPresent(e)}) as present,
          coalesce(sum(e.counts_as) filter (where ${isPresent(e)}), 0) as present_visits,
          min(${waitsSince(e)}) filter (where ${isPresent(e)}) as waiting_since
        from queue_entry e
        where e.doctor_id = l.id and e.status = ${entryStatus.waiting}) line,
      lateral (
        select count(*) filter (where s.state <> 'closed' and ${pausedSince(sql`s`)} is null) as open,
          coalesce(json_agg(json_build_object('serves', o.started_at,
            'paused', ${pausedSince(sql`s`)}, 'away', ${isAwayFrom(sql`s`)},
            ${plannedOf(sql`s`)}, 'own', ${numbersOf(sql`s.doctor_id`)})), '[]') as points,
          array_remove(array_agg(${doctor.name} order by lower(d.name)), null) as doctors
        from (select id, doctor_id, line_id, state, state_since, hours from service_point
            where line_id = l.id and removed_at is null limit ${maxPoints}) s
          left join doctor d on d.id = s.doctor_id and d.deactivated_at is null
          left join queue_entry o on o.doctor_id = coalesce(s.doctor_id, s.line_id)
            and o.status = ${entryStatus.in_progress}
            and o.service_point_id is not distinct from case when s.doctor_id is null then s.id end
      ) at
    where l.hospital_id = ${hospitalId} and l.removed_at is null and l.asks_from_home
    order by lower(l.name), l.id limit ${maxSharedLines}`);
}
