/** The only SQL on erasure requests, on carrying them out and on their certificates [SEC-14]. */
import { erasedPatient, type KeptAfterErasure } from '@baari/contract/patient/erasure.ts';
import type { Language } from '@baari/contract/languages.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { chosenLanguage } from '../platform/hospital-sql/chosen-language.ts';
import { returning, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { bookingStatus, openEntries } from '../platform/hospital-sql/statuses.ts';
import { lastOld } from './retention.store.ts';

const r = table('erasure_request', 'r');
/** If an older process wrote the request, it has no due date, so seven days are added. */
const dueAt = typed<Date>(sql`coalesce(r.due_at, r.requested_at + interval '7 days')`);
const request = { requested_at: r.requested_at, due_at: dueAt };
export type RequestRow = RowOf<typeof request>;

interface NewRequest {
  readonly accountId: string;
  readonly requestedAt: Date;
  readonly dueAt: Date;
  /** The language of the page on which the erasure was requested. */
  readonly language: string | null;
}

/** Stores an erasure request unless the account has one already; returns the stored request. */
export async function insertErasureRequest(
  tx: Queryable,
  { accountId, requestedAt, dueAt, language }: NewRequest,
): Promise<RequestRow & { isNew: boolean }> {
  const added = await tx.run(sql`
    insert into erasure_request (account_id, requested_at, due_at, language)
    values (${accountId}, ${requestedAt}, ${dueAt}, ${language}) on conflict do nothing`);
  const row = await tx.one(select(request)`
    from erasure_request r where r.account_id = ${accountId}`);
  return { ...row, isNew: added === 1 };
}

export function findErasureRequest(
  db: Queryable,
  accountId: string,
): Promise<RequestRow | undefined> {
  return db.maybeOne(select(request)`
    from erasure_request r where r.account_id = ${accountId}`);
}

export async function deleteErasureRequest(tx: Queryable, accountId: string): Promise<void> {
  await tx.run(sql`delete from erasure_request where account_id = ${accountId}`);
}

/**
 * A page of due erasure requests in the order of the accounts' ids, starting after `after`. So
 * accounts that must wait do not block later accounts.
 */
export async function listDue(
  db: Queryable,
  now: Date,
  limit: number,
  after?: string,
): Promise<string[]> {
  const behind = after === undefined ? empty : sql`and r.account_id > ${after}`;
  const rows = await db.many(select({ account_id: r.account_id })`
    from erasure_request r where ${dueAt} <= ${now} ${behind}
    order by r.account_id limit ${limit}`);
  return rows.map((row) => row.account_id);
}

const leaving = {
  ...request,
  /** The account's chosen language, or else that of the page on which the erasure was requested. */
  language: typed<Language | null>(
    sql`coalesce(${chosenLanguage(sql`a.language`)}, ${chosenLanguage(r.language)})`,
  ),
  /** The account's verified email; null if there is none. */
  email: typed<string | null>(sql`
    case when u.email_verified and u.email not like '%@phone.invalid' then u.email end`),
  /** The account's verified phone; null if there is none. */
  phone: typed<string | null>(sql`case when u.phone_number_verified then u.phone_number end`),
};
export type LeavingRow = RowOf<typeof leaving>;

/**
 * Locks the request, the account and its patients until the transaction ends, so that nothing
 * changes meanwhile. Undefined if the request is not due any more.
 */
export async function lockDue(
  tx: Queryable,
  accountId: string,
  now: Date,
): Promise<LeavingRow | undefined> {
  await tx.maybeOne(sql`select from identity."user" where id = ${accountId} for update`);
  await tx.many(sql`select from patient where account_id = ${accountId} order by id for update`);
  return tx.maybeOne(select(leaving)`
    from erasure_request r join identity."user" u on u.id = r.account_id
      left join account_preferences a on a.account_id = r.account_id
    where r.account_id = ${accountId} and ${dueAt} <= ${now} for update of r`);
}

const peopleOf = (accountId: string): Sql =>
  sql`(select p.id from patient p where p.account_id = ${accountId})`;
const visitsOf = (accountId: string): Sql =>
  sql`(select v.id from queue_entry v where v.patient_id in ${peopleOf(accountId)})`;

const yes = (condition: Sql) => typed<boolean>(sql`exists (${condition})`);

/** Whether the account has an open entry or a coming appointment. */
export function readStillOpen(db: Queryable, accountId: string, now: Date): Promise<StillOpen> {
  const open = {
    isInQueue: yes(sql`select from queue_entry where patient_id in ${peopleOf(accountId)}
      and status in ${openEntries}`),
    hasAppointment: yes(sql`
      select from appointment a join hospital h on h.id = a.hospital_id
      where a.patient_id in ${peopleOf(accountId)} and a.status = ${bookingStatus.booked}
        and a.date >= ${hospitalToday(now)}`),
    works: yes(sql`select from membership where user_id = ${accountId}`),
  };
  return db.one(select(open)``);
}

export interface StillOpen {
  isInQueue: boolean;
  hasAppointment: boolean;
  works: boolean;
}

const h = table('hospital', 'h');
/** The first day after the retention period of report `r` at hospital `h`. */
const goesOn = sql`(r.date + make_interval(years => h.records_kept_years))::date`;

/** Lists the account's reports that hospitals must keep, and until when. */
export function listKept(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<(KeptAfterErasure & { hospitalId: string })[]> {
  const kept = {
    hospitalId: h.id,
    hospital: h.name,
    reports: typed<number>(sql`count(*)`),
    until: typed<string>(sql`max(${goesOn})`),
  };
  return db.many(select(kept)`
    from report r join hospital h on h.id = r.hospital_id
    where r.patient_id in ${peopleOf(accountId)} and r.date > ${lastOld(now)}
    group by h.id order by h.name, h.id limit 500`);
}

/** How many rows of each kind were deleted or anonymised. */
export interface Removed {
  visits: number;
  appointments: number;
  ratings: number;
  reports: number;
  people: number;
}

/**
 * Clears the texts that patients typed, the texts about them and their contacts. The times of
 * visits and the hospitals stay.
 */
export async function clearRecords(
  tx: Queryable,
  accountId: string,
  now: Date,
): Promise<Omit<Removed, 'people'>> {
  const ratings = await tx.run(sql`
    update rating set words = '' where entry_id in ${visitsOf(accountId)} and words <> ''`);
  const visits = await tx.run(sql`
    update queue_entry set symptoms = null, notes = null, close_word = null, contact_email = null,
      contact_phone = null, needs_interpreter = false,
      rejection_reason = case when rejection_reason is not null then '' end,
      urgency_reason = case when urgency_reason is not null then '' end
    where patient_id in ${peopleOf(accountId)}`);
  await tx.run(sql`delete from abdm_address where patient_id in ${peopleOf(accountId)}`);
  await tx.run(sql`delete from abdm_share where entry_id in ${visitsOf(accountId)}`);
  await tx.run(sql`delete from vital_signs where entry_id in ${visitsOf(accountId)}`);
  await tx.run(sql`delete from follow_up where entry_id in ${visitsOf(accountId)}`);
  await tx.run(sql`delete from hand_off where entry_id in ${visitsOf(accountId)}`);
  await tx.run(sql`
    delete from assessment where entry_id in ${visitsOf(accountId)}
      or appointment_id in (
        select a.id from appointment a where a.patient_id in ${peopleOf(accountId)})`);
  const appointments = await tx.run(sql`
    update appointment set contact_email = null, contact_phone = null,
      cancel_reason = case when cancel_reason is not null then '' end
    where patient_id in ${peopleOf(accountId)}`);
  await tx.run(sql`
    update emergency_access set reason = '' where patient_id in ${peopleOf(accountId)}`);
  const reports = await tx.run(sql`
    delete from report where id in (
      select r.id from report r join hospital h on h.id = r.hospital_id
      where r.patient_id in ${peopleOf(accountId)} and r.date <= ${lastOld(now)})`);
  return { visits, appointments, ratings, reports };
}

/** Deletes messages, API responses stored for retries, devices and other short-lived data. */
export async function deleteTraces(
  tx: Queryable,
  accountId: string,
  { email, phone }: Pick<LeavingRow, 'email' | 'phone'>,
): Promise<void> {
  const own = [email, phone].filter((contact) => contact !== null);
  /**
   * Whether a text contains the id of the account, of one of its patients or of one of their
   * visits.
   */
  const mentions = (text: Sql): Sql => sql`
    exists (select from (
      select p.id from patient p where p.account_id = ${accountId}
      union select v.id from queue_entry v where v.patient_id in ${peopleOf(accountId)}
      union select ${accountId}::uuid) own where position(own.id::text in ${text}) > 0)`;
  const statements = [
    sql`delete from earlier_offer where patient_id in ${peopleOf(accountId)} or wish_id in (
      select w.id from earlier_wish w where w.patient_id in ${peopleOf(accountId)})`,
    sql`delete from earlier_wish where patient_id in ${peopleOf(accountId)}`,
    sql`delete from ticket where entry_id in ${visitsOf(accountId)}`,
    sql`delete from shared_place where entry_id in ${visitsOf(accountId)}`,
    sql`delete from calendar_feed where account_id = ${accountId}`,
    sql`delete from kiosk_right where entry_id in ${visitsOf(accountId)}`,
    sql`delete from event where account_id = ${accountId} or entry_id in ${visitsOf(accountId)}
      or (type in ('assessment_updated', 'vitals_updated', 'hand_offs_updated', 'follow_up_updated', 'sharing_updated') and ${mentions(sql`body::text`)})`,
    sql`delete from notice where account_id = ${accountId}`,
    sql`delete from message_delivery where account_id = ${accountId}`,
    sql`delete from message_answer where account_id = ${accountId}`,
    sql`delete from push_device where account_id = ${accountId}`,
    sql`delete from account_preferences where account_id = ${accountId}`,
    sql`delete from idempotency_key where user_id = ${accountId} or ${mentions(sql`answer::text`)}`,
    sql`delete from job where lower(payload ->> 'to') = any(${own})
      or ${mentions(sql`payload::text`)}`,
    sql`delete from outbox_message where lower(recipient) = any(${own})`,
    sql`delete from contact_message where lower(email) = ${email}`,
    sql`delete from invitation where email = ${email}`,
    sql`delete from staff_invitation where email = ${email} or accepted_by = ${accountId}
      or (invited_by = ${accountId} and accepted_at is null)`,
    sql`delete from identity.verification where ${mentions(sql`identifier || value`)}`,
  ];
  for (const statement of statements) await tx.run(statement);
}

/**
 * The patient records that were merged, directly or indirectly, into the patient records of the
 * account.
 */
const mergedInto = (accountId: string): Sql => sql`(
  with recursive merged as (
    select m.gone_id as id from patient_merge m
      where m.kept_id in ${peopleOf(accountId)} and m.undone_at is null
    union select m.gone_id from patient_merge m join merged on merged.id = m.kept_id
      where m.undone_at is null)
  select id from merged)`;

/**
 * Clears what a desk wrote in patient records before they were merged. The merge of these records
 * can then no longer be undone.
 */
export async function clearMerged(tx: Queryable, accountId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update emergency_access set reason = '' where patient_id in ${mergedInto(accountId)}`);
  await tx.run(sql`
    update patient set name = ${erasedPatient}, email = null, phone = null, birth_year = null,
      gender = null, erased_at = ${now}
    where id in ${mergedInto(accountId)}`);
  await tx.run(sql`
    delete from patient_merge where kept_id in ${peopleOf(accountId)}
      or kept_id in ${mergedInto(accountId)}`);
}

/**
 * Removes the patients from the account. A patient without remaining data is deleted. Otherwise the
 * row stays without data, and keeps the name while a report needs it. Returns how many were
 * removed.
 */
export async function releasePeople(tx: Queryable, accountId: string, now: Date): Promise<number> {
  const deleted = await tx.run(sql`
    delete from patient p where p.account_id = ${accountId}
      and not exists (select from queue_entry where patient_id = p.id)
      and not exists (select from appointment where patient_id = p.id)
      and not exists (select from report where patient_id = p.id)
      and not exists (select from emergency_access where patient_id = p.id)`);
  const cleared = await tx.run(sql`
    update patient p set account_id = null, relation = null, email = null, phone = null,
      date_of_birth = null, birth_year = null, gender = null, address = '{}', emergency_contacts = '[]',
      insurance = '{}', removed_at = null, erased_at = ${now},
      name = case when exists (select from report where patient_id = p.id)
        then p.name else ${erasedPatient} end
    where p.account_id = ${accountId}`);
  return deleted + cleared;
}

/**
 * Deletes the account with its sessions, passkeys, second factors, linked accounts, devices and
 * requests to join a hospital's staff.
 */
export async function deleteAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.run(sql`delete from identity."user" where id = ${accountId}`);
}

export interface NewCertificate {
  readonly accountId: string;
  readonly requestedAt: Date;
  readonly carriedOutAt: Date;
  readonly removed: Removed;
  readonly kept: readonly { hospitalId: string; reports: number; until: string }[];
}

/** Stores a certificate and returns its number. */
export async function insertCertificate(tx: Queryable, given: NewCertificate): Promise<string> {
  const row = await tx.one(returning({ id: table('erasure_certificate', 'c').id })`
    insert into erasure_certificate as c (account_id, requested_at, carried_out_at, removed, kept)
    values (${given.accountId}, ${given.requestedAt}, ${given.carriedOutAt},
      ${JSON.stringify(given.removed)}::jsonb, ${JSON.stringify(given.kept)}::jsonb)`);
  return row.id;
}
