/**
 * All SQL on the limits of lines, and on what is used of them [QST-1].
 *
 * A request counts toward the requests of a day if it was made that day on the hospital's calendar and was neither
 * withdrawn, rejected nor removed: requests of patients, and people whom the desk put in the line. It counts in the
 * line that gave the token, or before approval in the line that it is in. Check-ins of appointments and further stops
 * of a visit never count, nor do patients with a token whom staff move here.
 *
 * Everybody who waits or has a pending request counts toward the people at once, however they came.
 */
import type { LineLimits } from '@baari/contract/lines/line-limits.ts';
import sql, { type Sql } from 'sql-template-tag';
import { select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday, startOfHospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { entriesToCome, entryStatus } from '../platform/hospital-sql/statuses.ts';
import { type LimitFacts, limitFactsOf } from './limits.rules.ts';

const q = table('doctor_queue', 'q');
const h = table('hospital', 'h');

/** The limits of the line `q`. */
export const limitColumns = {
  requests_a_day: q.requests_a_day,
  last_request_at: q.last_request_at,
  waiting_at_once: q.waiting_at_once,
};

/** What is used of them; needs `usedNow` in the statement. */
export const usedColumns = {
  requests_today: typed<number | null>(sql`used.requests_today`),
  waiting_now: typed<number | null>(sql`used.waiting_now`),
};

/** A lateral `used` of the line `q` at the hospital `h`; it counts nothing where no limit is set. */
export function usedNow(now: Date): Sql {
  return sql`lateral (
    select case when q.requests_a_day is not null then ${withToken(now)} + ${pending(now)} end
        as requests_today,
      case when q.waiting_at_once is not null then (select count(*) from queue_entry w
        where w.doctor_id = q.doctor_id and w.status in ${entriesToCome}) end as waiting_now) used`;
}

function withToken(now: Date): Sql {
  return sql`(select count(*) from queue_entry w
    where coalesce(w.token_doctor_id, w.doctor_id) = q.doctor_id
      and w.token_day = ${hospitalToday(now)} and w.joined_at >= ${startOfHospitalToday(now)}
      and w.sent_from_id is null and w.appointment_id is null
      and w.status not in (${entryStatus.rejected}, ${entryStatus.cancelled}))`;
}

function pending(now: Date): Sql {
  return sql`(select count(*) from queue_entry w
    where w.doctor_id = q.doctor_id and w.status = ${entryStatus.pending_approval}
      and w.token_day is null and w.joined_at >= ${startOfHospitalToday(now)})`;
}

const found = { ...limitColumns, ...usedColumns, time_zone: h.time_zone };
/** The limits of a line and what is used of them. Who decides by them holds the line's lock. */
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
