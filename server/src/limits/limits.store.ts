/**
 * All SQL on the limits of lines, and on what is used of them [QST-1].
 *
 * Requests of patients, and people whom the desk put in the line, count toward a day's requests. A
 * request counts on the day it was made by the hospital's calendar, unless it was withdrawn,
 * rejected or removed. It counts in the line that gave the token, or before approval in the line
 * that it is in. Check-ins of appointments and further steps of a visit never count, and neither do
 * patients with a token whom staff move here.
 *
 * Everybody who waits or has a pending request counts toward the limit of people at once, however
 * they came.
 */
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import type { LineLimits } from '@baari/contract/lines/line-limits.ts';
import sql, { type Sql } from 'sql-template-tag';
import { select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday, startOfHospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { entriesToCome, entryStatus } from '../platform/hospital-sql/statuses.ts';
import { sessionsOf } from '../schedule/sessions.store.ts';
import { type LimitFacts, limitFactsOf, type RequestMade } from './limits.rules.ts';

const q = table('doctor_queue', 'q');
const h = table('hospital', 'h');

const limitsSessions = sql`exists (
  select from timetable_session s where s.doctor_id = q.doctor_id and s.open_places is not null)`;

/** The limits of the line `q`. */
export const limitColumns = {
  requests_a_day: q.requests_a_day,
  last_request_at: q.last_request_at,
  waiting_at_once: q.waiting_at_once,
  /**
   * Whether the timetable limits the places of an open session (one without booked times) on any
   * day.
   */
  limits_sessions: typed<boolean>(sql`${limitsSessions}`),
};

/** SQL columns with how much of a line's limits is used; the statement must join `usedNow`. */
export const usedColumns = {
  requests_today: typed<number | null>(sql`used.requests_today`),
  waiting_now: typed<number | null>(sql`used.waiting_now`),
  /** Today's sessions of a timetable with limited open sessions; null on a day off. */
  sessions_today: typed<TimetableSession[] | null>(sql`used.sessions_today`),
  /**
   * Today's requests that count toward the limits. For a patient whom the desk adds, joining the
   * line counts as the request.
   */
  requests_at: typed<RequestMade[] | null>(sql`used.requests_at`),
};

/**
 * A lateral subquery `used`: how much of the limits of line `q` at hospital `h` is used. It counts
 * nothing for limits that are not set.
 */
export function usedNow(now: Date): Sql {
  return sql`lateral (
    select case when q.requests_a_day is not null then (select count(*) ${withToken(now)})
          + (select count(*) ${pending(now)}) end as requests_today,
      plan.sessions as sessions_today,
      case when plan.sessions is not null then (
        select coalesce(json_agg(json_build_object('at', extract(epoch from asked.joined_at) * 1000,
          'isByDesk', asked.is_by_desk)), '[]')
        from (select w.joined_at, w.checked_in_by = 'staff' and w.approved_at = w.joined_at as is_by_desk
            ${withToken(now)} union all select w.joined_at, false ${pending(now)}) asked)
        end as requests_at,
      case when q.waiting_at_once is not null then (select count(*) from queue_entry w
        where w.doctor_id = q.doctor_id and w.status in ${entriesToCome}) end as waiting_now
    from (select case when ${limitsSessions} and not exists (
        select from day_off o where o.doctor_id = q.doctor_id
          and ${hospitalToday(now)} between o.first_day and o.last_day)
      then ${sessionsOf(hospitalToday(now), sql`q.doctor_id`)} end as sessions) plan) used`;
}

function withToken(now: Date): Sql {
  return sql`from queue_entry w
    where coalesce(w.token_doctor_id, w.doctor_id) = q.doctor_id
      and w.token_day = ${hospitalToday(now)} and w.joined_at >= ${startOfHospitalToday(now)}
      and w.sent_from_id is null and w.appointment_id is null
      and w.status not in (${entryStatus.rejected}, ${entryStatus.cancelled})`;
}

function pending(now: Date): Sql {
  return sql`from queue_entry w
    where w.doctor_id = q.doctor_id and w.status = ${entryStatus.pending_approval}
      and w.token_day is null and w.joined_at >= ${startOfHospitalToday(now)}`;
}

const found = { ...limitColumns, ...usedColumns, time_zone: h.time_zone };
/**
 * The limits of a line, and how much of them is used. A caller that decides by the result holds the
 * line's lock.
 */
export async function findLimits(
  db: Queryable,
  lineId: string,
  now: Date,
): Promise<LimitFacts | undefined> {
  const row = await db.maybeOne(select(found)`
    from doctor_queue q join line on line.id = q.doctor_id
      join hospital h on h.id = line.hospital_id, ${usedNow(now)}
    where q.doctor_id = ${lineId}`);
  return row && limitFactsOf(row);
}

/** Writes the limits of a line as a whole. */
export async function writeLimits(
  tx: Queryable,
  lineId: string,
  { requestsADay, lastRequestAt, waitingAtOnce }: LineLimits,
): Promise<void> {
  await tx.run(sql`
    update doctor_queue set requests_a_day = ${requestsADay}, last_request_at = ${lastRequestAt},
      waiting_at_once = ${waitingAtOnce}
    where doctor_id = ${lineId}`);
}
