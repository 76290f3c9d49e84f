/**
 * The contract's statuses as SQL literals: a misspelt one fails to compile, and partial indexes apply, which
 * parameters would prevent.
 */
import {
  appointmentStatuses,
  doctorStatuses,
  joinRequestStatuses,
  lineStatuses,
  openStatuses,
  type QueueStatus,
  queueStatuses,
  statusesWithoutVisit,
  statusesToCome,
} from '@baari/contract/constants.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';

/** The statuses of queue entries as SQL literals: `e.status = ${entryStatus.waiting}` */
export const entryStatus = literals(queueStatuses);
export const doctorStatus = literals(doctorStatuses);
export const bookingStatus = literals(appointmentStatuses);
export const joinRequestStatus = literals(joinRequestStatuses);

/**
 * The statuses of queue entries that have not ended: `e.status in ${openEntries}`. A person has at
 * most one queue entry with such a status.
 */
export const openEntries = oneOf(openStatuses);
/** The statuses of queue entries whose patient is waiting or with the doctor. */
export const entriesInLine = oneOf(lineStatuses);

/**
 * The statuses of queue entries whose patient is not yet with the doctor: pending approval, or
 * waiting.
 */
export const entriesToCome = oneOf(statusesToCome);

/** The statuses of queue entries that ended without a visit. */
export const entriesWithoutVisit = oneOf(statusesWithoutVisit);

/** Several statuses as an SQL list: `e.status in ${oneOf(['completed', 'no_show'])}` */
export function oneOf(statuses: readonly QueueStatus[]): Sql {
  return sql`(${join(statuses.map((status) => entryStatus[status]))})`;
}

function literals<Status extends string>(
  statuses: readonly Status[],
): Readonly<Record<Status, Sql>> {
  // Maps each status to its SQL literal.
  return Object.fromEntries(statuses.map((status) => [status, raw(`'${status}'`)])) as Record<
    Status,
    Sql
  >;
}
