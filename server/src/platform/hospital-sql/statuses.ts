/**
 * The statuses of the contract as literals of SQL: one that is misspelt fails to compile, and an
 * index over some of them is used, which it would not be for a parameter.
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

/** `e.status in ${openEntries}`: those of whom a person has one at most. */
export const openEntries = oneOf(openStatuses);
/** Those who wait or are with the doctor. */
export const entriesInLine = oneOf(lineStatuses);

/** Those who wait or may: not yet with the doctor. */
export const entriesToCome = oneOf(statusesToCome);

/** Those that have ended without a visit. */
export const entriesWithoutVisit = oneOf(statusesWithoutVisit);

/** `e.status in ${oneOf(['completed', 'no_show'])}` */
export function oneOf(statuses: readonly QueueStatus[]): Sql {
  return sql`(${join(statuses.map((status) => entryStatus[status]))})`;
}

function literals<Status extends string>(
  statuses: readonly Status[],
): Readonly<Record<Status, Sql>> {
  // Each of the statuses is given its literal just here.
  return Object.fromEntries(statuses.map((status) => [status, raw(`'${status}'`)])) as Record<
    Status,
    Sql
  >;
}
