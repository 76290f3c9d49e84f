/**
 * What there is between a patient and a hospital, and what the hospital was given of how to reach them.
 * Nothing else of an account is a hospital's to know [SEC-5, ROLE-7].
 */
import { openStatuses } from '@baari/contract/constants.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { bookingStatus, oneOf } from '../platform/hospital-sql/statuses.ts';

/** The states of an entry that are a relation: open, or a visit that happened. */
export const relatedStatuses = oneOf([...openStatuses, 'completed']);

/**
 * Whether there is a visit that happened, an open entry or a booking that was not given up, `besides` an entry.
 * `offset 0`, here and below: each patient is asked for by itself, where the planner, of a list that it takes for a long
 * one, would rather read all visits, or all accounts of the installation, at once.
 */
export function isRelated(patientId: Sql, hospitalId: Sql, besides: Sql = empty): Sql {
  return sql`(
    exists (select from queue_entry k where k.patient_id = ${patientId}
      and k.hospital_id = ${hospitalId} and k.status in ${relatedStatuses} ${besides} offset 0)
    or exists (select from appointment b where b.patient_id = ${patientId}
      and b.hospital_id = ${hospitalId} and b.status <> ${bookingStatus.cancelled} offset 0))`;
}

/**
 * The contact that was given last with a visit or a booking that is a relation, as a table of one row
 * or none; somebody without an account is known by whatever the desk wrote down.
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
 * Whether the phone is the one that the account has confirmed; without an account the desk wrote it down,
 * and where there is none nothing is to be said. `p`: the patient's table.
 */
export function isPhoneProved(p: Sql, phone: Sql): Sql {
  return sql`(${p}.account_id is null or ${phone} is null
    or exists (select from identity."user" u where u.id = ${p}.account_id
      and u.phone_number = ${phone} and u.phone_number_verified offset 0))`;
}

/** The same of an account that asks: a number that was typed and never confirmed is no proof [SEC-9]. */
export async function hasProvedContact(db: Queryable, accountId: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from patient p where p.id = ${accountId} and ${isContactProved(sql`p`)}`);
  return row !== undefined;
}

/**
 * Whether the account of a patient has confirmed its email or its phone; whoever has none was written
 * down by a desk. `p`: the patient's table.
 */
export function isContactProved(p: Sql): Sql {
  return sql`(${p}.account_id is null or exists (select from identity."user" u
    where u.id = ${p}.account_id and (u.email_verified or u.phone_number is not null) offset 0))`;
}
