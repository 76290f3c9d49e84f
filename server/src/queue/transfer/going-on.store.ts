/** All SQL on visits whose next stop is planned in a line that accepts no patients yet [LINE-3]. */
import sql, { type Sql } from 'sql-template-tag';
import { doctorStatus, entryStatus } from '../../platform/hospital-sql/statuses.ts';

/** Excludes stops in removed lines and of deactivated doctors. */
function isThere(stop: Sql): Sql {
  return sql`not exists (select from shared_line o where o.id = ${stop}.line_id and o.removed_at is not null)
    and not exists (select from doctor o where o.id = ${stop}.line_id and o.deactivated_at is not null)`;
}

/**
 * Visits that wait nowhere and have a planned stop. `e` is their last, completed stop, and `n` the
 * next planned one; goes after `from`.
 */
export const visitsGoingOn = sql`planned_stop n
  join lateral (
    select last.id, last.doctor_id, last.patient_id, last.status, last.ended_at from queue_entry last
    where (last.id = n.visit_id or last.visit_id = n.visit_id)
      and not (last.status = ${entryStatus.cancelled} and last.last_action = 'undo_check_in')
    order by last.joined_at desc, last.id desc limit 1) e
    on e.status = ${entryStatus.completed} and ${isThere(sql`n`)}
      and not exists (select from planned_stop sooner
        where sooner.visit_id = n.visit_id and sooner.number < n.number and ${isThere(sql`sooner`)})
      and not exists (select from queue_entry open
        where open.patient_id = e.patient_id and open.ended_at is null)`;

/**
 * Whether such a visit waits for its next line. It does if that line has been closed since before
 * the last stop ended; a patient who left while it was open is not added later. `od` and `os` are
 * the line, of a doctor or shared.
 */
export const waitsForClosed = sql`
  (od.status = ${doctorStatus.Offline} or not os.is_open)
    and e.ended_at >= coalesce(od.shut_since, os.shut_since, '-infinity')`;
