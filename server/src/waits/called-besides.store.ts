/** All SQL on the other lines from which the doctors of a line also call patients [LINE-2]. */
import { lineShown } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { doctorStatus, entryStatus } from '../platform/hospital-sql/statuses.ts';
import { isPresent } from './line-columns.store.ts';

/**
 * The SQL for the numbers that entries got on joining. It lists the entries that can be called, in
 * the order of the line. When a doctor calls from two lines, the entry with the lower number is
 * called first.
 */
export function numbersOf(lineId: Sql): Sql {
  return sql`(
    select coalesce(json_agg(n.line_number), '[]') from (
      select o.line_number from queue_entry o
      where o.doctor_id = ${lineId} and o.status = ${entryStatus.waiting} and ${isPresent(sql`o`)}
      order by o.order_key, o.id limit ${lineShown}) n)`;
}

/**
 * The SQL that tells whether a service point's doctor calls nobody now: Busy, on a break or
 * Offline.
 */
export function isAwayFrom(point: Sql): Sql {
  return sql`exists (select from doctor od
    where od.id = ${point}.doctor_id and od.status <> ${doctorStatus.Available})`;
}

/**
 * The SQL for the shared lines from which a doctor calls in addition to the doctor's own line, as
 * JSON (`SharedBeside`). Includes only lines in which the doctor's service point is open.
 */
export function sharedBesides(doctorId: Sql): Sql {
  return sql`(
    select coalesce(json_agg(json_build_object('own', ${numbersOf(sql`s.doctor_id`)},
      'shared', ${numbersOf(sql`s.line_id`)},
      'others', (select coalesce(json_agg(${numbersOf(sql`colleague.doctor_id`)}), '[]')
        from service_point colleague
        where colleague.line_id = s.line_id and colleague.id <> s.id and colleague.state = 'open'
          and colleague.removed_at is null and not ${isAwayFrom(sql`colleague`)}))), '[]')
    from service_point s
    where s.doctor_id = ${doctorId} and s.state = 'open' and s.removed_at is null)`;
}
