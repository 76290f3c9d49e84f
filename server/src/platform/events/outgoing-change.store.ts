/**
 * Changes for hospitals' own systems that are not in the event log, such as changes of appointments
 * [API-29]. A row is written in the transaction of its change, if the hospital has a reader.
 * Its number and transaction id are comparable with those of the event log.
 */
import {
  type AppointmentChange,
  eventOfAppointment,
  type otherEvents,
} from '@baari/contract/keys/public-events.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';

/** The SQL condition that a hospital has a valid API key or a webhook. */
function hasReader(hospitalId: Sql, now: Date): Sql {
  return sql`(exists (select from api_key k where k.hospital_id = ${hospitalId}
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now}))
    or exists (select from webhook_endpoint w where w.hospital_id = ${hospitalId}))`;
}

const writers = new WeakSet<Queryable>();

/** Whether this transaction noted a change. */
export function hasNotedChange(tx: Queryable): boolean {
  return writers.has(tx);
}

interface OutgoingChange {
  readonly type: (typeof otherEvents)[number] | (typeof eventOfAppointment)[AppointmentChange];
  readonly hospitalId: string;
  /** The id of a doctor or a shared line; null if the change concerns no line. */
  readonly lineId: string | null;
  readonly subjectId: string;
  readonly status: string;
}

/** Writes a change for the hospital's own systems, in the transaction of the change. */
export function noteChange(tx: Queryable, change: OutgoingChange, now: Date): Promise<void> {
  return note(tx, change, sql`true`, now);
}

async function note(
  tx: Queryable,
  { type, hospitalId, lineId, subjectId, status }: OutgoingChange,
  isNews: Sql,
  now: Date,
): Promise<void> {
  const written = await tx.run(sql`
    insert into outgoing_change (hospital_id, line_id, type, subject_id, status, at)
    select ${hospitalId}::uuid, ${lineId}::uuid, ${type}, ${subjectId}::uuid, ${status}, ${now}
    where ${hasReader(sql`${hospitalId}::uuid`, now)} and ${isNews}`);
  if (written > 0) writers.add(tx);
}

/** The SQL of the latest event of a line among these types, if it is not deleted yet. */
function latestOf(lineId: string, types: readonly string[]): Sql {
  return sql`
    select each.type, each.at from (
      (select o.type, o.at, o.id from outgoing_change o
        where o.subject_id = ${lineId}::uuid and o.type = any(${[...types]})
        order by o.id desc limit 1)
      union all
      (select p.type, p.at, p.id from public_event p
        where p.subject_id = ${lineId}::uuid and p.type = any(${[...types]})
          and p.type in ('line.opened', 'line.closed', 'day.ended')
        order by p.position desc limit 1)) each
    order by each.id desc limit 1`;
}

/**
 * Notes whether a shared line has an open service point, unless its last event says the same. The
 * caller holds the line's lock.
 */
export async function noteLineState(
  tx: Queryable,
  line: { readonly hospitalId: string; readonly lineId: string; readonly isOpen: boolean },
  now: Date,
): Promise<void> {
  const { hospitalId, lineId, isOpen } = line;
  const type = isOpen ? 'line.opened' : 'line.closed';
  const last = sql`(select last.type from (${latestOf(lineId, ['line.opened', 'line.closed'])}) last)`;
  const status = isOpen ? 'open' : 'closed';
  const change = { type, hospitalId, lineId, subjectId: lineId, status } as const;
  await note(tx, change, sql`${last} is distinct from ${type}`, now);
}

/**
 * Within this time in ms, the end of a line's day is noted once. The desk closes a line with many
 * patients in several calls.
 */
const sameDayEndMs = 600_000;

/** Notes that the day of a line ended. The caller holds the line's lock. */
export async function noteDayEnd(
  tx: Queryable,
  { hospitalId, lineId }: { readonly hospitalId: string; readonly lineId: string },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - sameDayEndMs);
  const isFirst = sql`not exists (
    select from (${latestOf(lineId, ['day.ended'])}) last where last.at > ${since})`;
  const type = 'day.ended';
  const change = { type, hospitalId, lineId, subjectId: lineId, status: 'ended' } as const;
  await note(tx, change, isFirst, now);
}

/** The status of an appointment after each change. An offer is a subject of its own. */
const statusAfter = {
  book: 'booked',
  move: 'booked',
  cancel: 'cancelled',
  confirm: 'booked',
  check_in: 'checked_in',
  undo_check_in: 'booked',
} as const satisfies Record<Exclude<AppointmentChange, 'offer'>, string>;

/** Notes a change of an appointment, which this transaction has just written. */
export async function noteAppointment(
  tx: Queryable,
  id: string,
  change: keyof typeof statusAfter,
  now: Date,
): Promise<void> {
  const written = await tx.run(sql`
    insert into outgoing_change (hospital_id, line_id, type, subject_id, status, at)
    select a.hospital_id, a.doctor_id, ${eventOfAppointment[change]}, a.id,
      ${statusAfter[change]}, ${now}
    from appointment a
    where a.id = ${id} and ${hasReader(sql`a.hospital_id`, now)}`);
  if (written > 0) writers.add(tx);
}
