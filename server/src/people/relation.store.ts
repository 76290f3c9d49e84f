/**
 * The treatment relationship between a patient and a hospital, and the contact that the patient
 * gave it. A hospital may know nothing else of an account [SEC-5, ROLE-7].
 */
import { openStatuses } from '@baari/contract/constants.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { bookingStatus, oneOf } from '../platform/hospital-sql/statuses.ts';

/** The states of an entry that make a treatment relationship: open, or a completed visit. */
export const relatedStatuses = oneOf([...openStatuses, 'completed']);

/**
 * SQL condition: the patient has a completed visit, an open entry or a booking that is not
 * cancelled; `besides` excludes an entry. In all SQL of this file, `offset 0` makes the planner
 * check each patient separately; otherwise it may read all visits or accounts of the installation.
 */
export function isRelated(patientId: Sql, hospitalId: Sql, besides: Sql = empty): Sql {
  return sql`(
    exists (select from queue_entry k where k.patient_id = ${patientId}
      and k.hospital_id = ${hospitalId} and k.status in ${relatedStatuses} ${besides} offset 0)
    or exists (select from appointment b where b.patient_id = ${patientId}
      and b.hospital_id = ${hospitalId} and b.status <> ${bookingStatus.cancelled} offset 0))`;
}

/**
 * SQL table of at most one row: the contact that the patient gave last, with a related visit or
 * booking. For a person without an account, it is the contact that the desk entered.
 */
export function lastGiven(patient: Sql, hospitalId: string): Sql {
  return sql`(
    select given.email, given.phone from (
      select k.contact_email as email, k.contact_phone as phone, k.joined_at as at
      from queue_entry k where k.patient_id = ${patient}.id and k.hospital_id = ${hospitalId}
        and (k.status in ${relatedStatuses} or ${patient}.account_id is null)
      union all
      select b.contact_email, b.contact_phone, b.booked_at
      from appointment b where b.patient_id = ${patient}.id and b.hospital_id = ${hospitalId}
        and (b.status <> ${bookingStatus.cancelled} or ${patient}.account_id is null)) given
    order by given.at desc limit 1)`;
}

/**
 * Whether the account has verified this phone. Also true without an account, because the desk
 * entered the phone, and without a phone. `p` is the patient's table.
 */
export function isPhoneProved(p: Sql, phone: Sql): Sql {
  return sql`(${p}.account_id is null or ${phone} is null
    or exists (select from identity."user" u where u.id = ${p}.account_id
      and u.phone_number = ${phone} and u.phone_number_verified offset 0))`;
}

/** Whether the account has a verified contact; a typed and unverified number is no proof [SEC-9]. */
export async function hasProvedContact(db: Queryable, accountId: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from patient p where p.id = ${accountId} and ${isContactProved(sql`p`)}`);
  return row !== undefined;
}

/**
 * Whether a patient's account has a verified email or phone. Also true without an account, because
 * a desk entered the patient. `p` is the patient's table.
 */
export function isContactProved(p: Sql): Sql {
  return sql`(${p}.account_id is null or exists (select from identity."user" u
    where u.id = ${p}.account_id and (u.email_verified or u.phone_number is not null) offset 0))`;
}
