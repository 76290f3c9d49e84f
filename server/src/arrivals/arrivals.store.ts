/** All SQL on walk-ins, tickets and today's expected patients [ARR-2, ARR-4, ARR-5]. */
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  type Column,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday, startOfDay } from '../platform/hospital-sql/hospital-time.ts';
import { bookingStatus, entryStatus, openEntries } from '../platform/hospital-sql/statuses.ts';

const e = table('queue_entry', 'e');
const a = table('appointment', 'a');
const t = table('ticket', 't');
const h = table('hospital', 'h');

/** The most valid tickets of one queue entry. A further ticket makes the oldest one invalid. */
const ticketsKept = 20;

/**
 * Stores the secret of a ticket, which is valid until the end of the day after the visit. Returns
 * that time.
 */
export async function insertTicket(
  tx: Queryable,
  entryId: string,
  secretHash: string,
  now: Date,
): Promise<Date> {
  await tx.run(sql`
    delete from ticket where secret_hash in (
      select secret_hash from ticket where entry_id = ${entryId}
      order by made_at desc offset ${ticketsKept - 1})`);
  const row = await tx.one(returning({ expires_at: t.expires_at })`
    insert into ticket as t (secret_hash, entry_id, made_at, expires_at)
    select ${secretHash}, e.id, ${now}, ${startOfDay(sql`e.token_day + 2`, sql`h.time_zone`)}
    from queue_entry e join hospital h on h.id = e.hospital_id where e.id = ${entryId}`);
  return row.expires_at;
}

/**
 * SQL for the latest step of the visit of an entry. A check-in that was undone is not a step.
 */
export function latestStep(entryId: Sql): Column<string> {
  return typed(sql`coalesce((
    select e.id from queue_entry own join queue_entry e on e.visit_id = own.visit_id
    where own.id = ${entryId}
      and not (e.status = ${entryStatus.cancelled} and e.last_action = 'undo_check_in')
    order by e.joined_at desc, e.id limit 1), ${entryId})`);
}

/**
 * Finds the queue entry that a ticket shows: the latest step of the ticket's visit. Undefined for
 * an unknown or expired ticket.
 */
export async function findEntryOfTicket(
  db: Queryable,
  secretHash: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db.maybeOne(select({ entry_id: latestStep(t.entry_id) })`
    from ticket t where t.secret_hash = ${secretHash} and t.expires_at > ${now}`);
  return row?.entry_id;
}

export async function pruneTickets(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from ticket where expires_at <= ${now}`);
}

/**
 * Whether the patient's phone number was verified by the account, or entered by the desk for a
 * patient without an account.
 */
const isPhoneProved = typed<boolean>(sql`
  (p.account_id is null or exists (
    select from identity."user" u where u.id = p.account_id and u.phone_number = p.phone))`);

const expectedEntry = {
  id: e.id,
  line_id: e.doctor_id,
  patient_id: e.patient_id,
  status: e.status,
  is_phone_proved: isPhoneProved,
};
export type ExpectedEntry = RowOf<typeof expectedEntry>;

const isOpen = sql`e.status in ${openEntries}`;

function listEntries(db: Queryable, hospitalId: string, where: Sql): Promise<ExpectedEntry[]> {
  return db.many(select(expectedEntry)`
    from queue_entry e join patient p on p.id = e.patient_id
      join hospital h on h.id = e.hospital_id
    where e.hospital_id = ${hospitalId} and ${isOpen} and ${where}
    order by e.joined_at, e.id`);
}

/** The open entries of an account's patients at a hospital. */
export function listOpenOfAccount(
  db: Queryable,
  hospitalId: string,
  accountId: string,
): Promise<ExpectedEntry[]> {
  return listEntries(db, hospitalId, sql`p.account_id = ${accountId}`);
}

/**
 * The open entry of the patient with this token number, even if it was issued before midnight.
 * There is at most one. No two lines use the same letters, and a number is not issued again while a
 * patient has it [ARR-3].
 */
export function listOpenOfToken(
  db: Queryable,
  hospitalId: string,
  token: { readonly letters: string; readonly number: number },
): Promise<ExpectedEntry[]> {
  return listEntries(
    db,
    hospitalId,
    sql`e.token_number = ${token.number} and split_part(e.token, '-', 1) = ${token.letters}`,
  );
}

/** The open entry of a scanned ticket. A ticket of another hospital finds none. */
export function listOpenOfTicket(
  db: Queryable,
  hospitalId: string,
  secretHash: string,
  now: Date,
): Promise<ExpectedEntry[]> {
  return listEntries(
    db,
    hospitalId,
    sql`e.id in (select entry_id from ticket
      where secret_hash = ${secretHash} and expires_at > ${now})`,
  );
}

export function listOpenOfPhone(
  db: Queryable,
  hospitalId: string,
  digits: string,
): Promise<ExpectedEntry[]> {
  return listEntries(db, hospitalId, endsWith(digits));
}

/**
 * Matches phones that end in these digits. The text has only digits, so it contains no LIKE wildcards.
 */
function endsWith(digits: string): Sql {
  return sql`p.phone like ${`%${digits}`}`;
}

const expectedVisit = {
  id: a.id,
  doctor_id: a.doctor_id,
  doctor_name: typed<string>(sql`coalesce(d.name, shared.name)`),
  /** The names of a shared line in other languages; null for a doctor. */
  line_names: typed<LineNames | null>(sql`shared.names`),
  patient_id: a.patient_id,
  is_phone_proved: isPhoneProved,
};
export type ExpectedVisit = RowOf<typeof expectedVisit>;

function listVisits(
  db: Queryable,
  hospitalId: string,
  now: Date,
  where: Sql,
): Promise<ExpectedVisit[]> {
  return db.many(select(expectedVisit)`
    from appointment a join patient p on p.id = a.patient_id
      left join doctor d on d.id = a.doctor_id
      left join shared_line shared on shared.id = a.doctor_id
      join hospital h on h.id = a.hospital_id
    where a.hospital_id = ${hospitalId} and a.status = ${bookingStatus.booked}
      and a.date = ${hospitalToday(now)} and ${where}
    order by a.starts_at, a.id`);
}

/**
 * Today's bookings of an account's patients at a hospital, without those that are already checked
 * in.
 */
export function listBookedOfAccount(
  db: Queryable,
  hospitalId: string,
  accountId: string,
  now: Date,
): Promise<ExpectedVisit[]> {
  return listVisits(db, hospitalId, now, sql`p.account_id = ${accountId}`);
}

export function listBookedOfPhone(
  db: Queryable,
  hospitalId: string,
  digits: string,
  now: Date,
): Promise<ExpectedVisit[]> {
  return listVisits(db, hospitalId, now, endsWith(digits));
}

export function findHospitalName(db: Queryable, id: string): Promise<{ name: string } | undefined> {
  return db.maybeOne(select({ name: h.name })`from hospital h where h.id = ${id}`);
}
