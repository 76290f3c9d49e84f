/** SQL on the times of reminders, and on confirmed bookings [REM-1, REM-2]. */
import type { ReminderTime } from '@baari/contract/visit/reminders.ts';
import sql from 'sql-template-tag';
import { usualChannels } from '../../notifications/channels.rules.ts';
import { select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { bookingStatus } from '../../platform/hospital-sql/statuses.ts';

const a = table('appointment', 'a');
const h = table('hospital', 'h');
const known = table('account_preferences', 'known');

/** When a hospital reminds its patients. */
export async function findTimesOfHospital(
  db: Queryable,
  hospitalId: string,
): Promise<ReminderTime[]> {
  const { times } = await db.one(select({ times: typed<ReminderTime[]>(h.reminders) })`
    from hospital h where h.id = ${hospitalId}`);
  return times;
}

/** Locks the hospital's setting, so that concurrent saves run one after the other. */
export async function lockTimesOfHospital(tx: Queryable, hospitalId: string): Promise<void> {
  await tx.run(sql`select from hospital where id = ${hospitalId} for no key update`);
}

export async function writeTimesOfHospital(
  tx: Queryable,
  hospitalId: string,
  times: readonly ReminderTime[],
): Promise<void> {
  await tx.run(sql`update hospital set reminders = ${times}::text[] where id = ${hospitalId}`);
}

/** A person's own choice of reminders; null if the person follows each hospital. */
export async function findOwnTimes(
  db: Queryable,
  accountId: string,
): Promise<ReminderTime[] | null> {
  const row = await db.maybeOne(select({ times: typed<ReminderTime[] | null>(known.reminders) })`
    from account_preferences known where known.account_id = ${accountId}`);
  return row?.times ?? null;
}

export async function writeOwnTimes(
  tx: Queryable,
  accountId: string,
  times: readonly ReminderTime[] | null,
): Promise<void> {
  const { email, sms, push } = usualChannels;
  await tx.run(sql`
    insert into account_preferences as known
      (account_id, reminders, notify_email, notify_sms, notify_push)
    values (${accountId}, ${times}::text[], ${email}, ${sms}, ${push})
    on conflict (account_id) do update set reminders = excluded.reminders`);
}

export interface BookingAhead {
  readonly id: string;
  readonly moves: number;
  readonly starts_at: Date;
  readonly time_zone: string;
  readonly hospital_id: string;
  readonly account_id: string;
}

/** Bookings ahead of patients with an account, of a hospital or of a person, after an id. */
export function listBookingsAhead(
  db: Queryable,
  of: { readonly hospitalId: string } | { readonly accountId: string },
  { after, limit, now }: { readonly after: string; readonly limit: number; readonly now: Date },
): Promise<BookingAhead[]> {
  const whose =
    'hospitalId' in of
      ? sql`a.hospital_id = ${of.hospitalId}`
      : sql`p.account_id = ${of.accountId}`;
  return db.many(select({
    id: a.id,
    moves: a.moves,
    starts_at: a.starts_at,
    time_zone: h.time_zone,
    hospital_id: a.hospital_id,
    account_id: typed<string>(sql`p.account_id`),
  })`
    from appointment a join patient p on p.id = a.patient_id join hospital h on h.id = a.hospital_id
    where ${whose} and p.account_id is not null and a.status = ${bookingStatus.booked}
      and a.starts_at > ${now} and a.id > ${after}::uuid
    order by a.id limit ${limit}`);
}

/** Notes that a reminder asked to confirm a booking, and the hash of the secret in its link. */
export async function markReminded(
  tx: Queryable,
  id: string,
  linkHash: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update appointment set link_hash = ${linkHash}, reminded_at = coalesce(reminded_at, ${now})
    where id = ${id}`);
}

/** Confirms a booking; false if it was confirmed before. */
export async function markConfirmed(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const written = await tx.run(sql`
    update appointment set confirmed_at = ${now} where id = ${id} and confirmed_at is null`);
  return written > 0;
}

/** The id of the appointment of a link; undefined for an unknown link. */
export async function findIdOfLink(db: Queryable, linkHash: string): Promise<string | undefined> {
  const row = await db.maybeOne(select({ id: a.id })`
    from appointment a where a.link_hash = ${linkHash}`);
  return row?.id;
}
