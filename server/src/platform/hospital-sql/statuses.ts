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

/** `e.status = ${entryStatus.waiting}` */
export const entryStatus = literals(queueStatuses);
export const doctorStatus = literals(doctorStatuses);
export const bookingStatus = literals(appointmentStatuses);
export const joinRequestStatus = literals(joinRequestStatuses);

/** `e.status in ${openEntries}`: a person has at most one entry in these. */
export const openEntries = oneOf(openStatuses);
/** Waiting or with the doctor. */
export const entriesInLine = oneOf(lineStatuses);

/** Not yet with the doctor: waiting, or still to come. */
export const entriesToCome = oneOf(statusesToCome);

/** Ended without a visit. */
export const entriesWithoutVisit = oneOf(statusesWithoutVisit);

/** `e.status in ${oneOf(['completed', 'no_show'])}` */
export function oneOf(statuses: readonly QueueStatus[]): Sql {
  return sql`(${join(statuses.map((status) => entryStatus[status]))})`;
}

function literals<Status extends string>(
  statuses: readonly Status[],
): Readonly<Record<Status, Sql>> {
  // Each status gets its literal in this line.
  return Object.fromEntries(statuses.map((status) => [status, raw(`'${status}'`)])) as Record<
    Status,
    Sql
  >;
}
