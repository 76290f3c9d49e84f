/** All SQL on visits whose next step is planned in a line that accepts no patients yet [LINE-3]. */
import sql, { type Sql } from 'sql-template-tag';
import { doctorStatus, entryStatus } from '../../platform/hospital-sql/statuses.ts';

/** SQL that excludes planned steps in removed lines and with deactivated doctors. */
function isThere(stop: Sql): Sql {
  return sql`not exists (select from shared_line o where o.id = ${stop}.line_id and o.removed_at is not null)
    and not exists (select from doctor o where o.id = ${stop}.line_id and o.deactivated_at is not null)`;
}

/**
 * SQL for visits that have a planned step and wait in no line, to be written after `from`. `e` is
 * the entry of the visit's last step, which is completed. `n` is the next planned step.
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
 * SQL that is true if a visit that waits in no line waits for its next line to open. It does if the
 * next line was already closed when the last step ended. A patient who finished the last step while
 * the next line was open does not wait for the line. `od` and `os` are the next line: a doctor's or
 * a shared line.
 */
export const waitsForClosed = sql`
  (od.status = ${doctorStatus.Offline} or not os.is_open)
    and e.ended_at >= coalesce(od.shut_since, os.shut_since, '-infinity')`;
