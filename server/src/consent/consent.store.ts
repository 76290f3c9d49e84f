/**
 * The only SQL on consents, and on the profile that a hospital sees if the patient consents
 * [SEC-26].
 */
import type { ConsentPurpose, SharedProfile } from '@baari/contract/patient/consent.ts';
import type { StaffRole } from '@baari/contract/constants.ts';
import type { EmergencyKind } from '@baari/contract/visit/report-access.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { isRelated, relatedStatuses } from '../people/relation.store.ts';
import { leftJoined, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { bookingStatus } from '../platform/hospital-sql/statuses.ts';

const c = table('consent', 'c');
const h = table('hospital', 'h');
const p = table('patient', 'p');
const x = table('emergency_access', 'x');
const holder = leftJoined('patient', 'holder');

const peopleOf = (accountId: string): Sql =>
  sql`(select p.id from patient p where p.account_id = ${accountId})`;

const hospital = { id: h.id, name: h.name, sums_up: h.sums_up_answers };
export type HospitalRow = RowOf<typeof hospital>;

/**
 * Hospitals that know a patient of the account, or for which the account has ever decided on a
 * consent; by name.
 */
export function listOwnHospitals(
  db: Queryable,
  accountId: string,
  { limit, hospitalId }: { readonly limit: number; readonly hospitalId?: string },
): Promise<HospitalRow[]> {
  return db.many(select(hospital)`
    from hospital h where h.id in (
      select e.hospital_id from queue_entry e
        where e.patient_id in ${peopleOf(accountId)} and e.status in ${relatedStatuses}
      union select a.hospital_id from appointment a
        where a.patient_id in ${peopleOf(accountId)} and a.status <> ${bookingStatus.cancelled}
      union select r.hospital_id from report r where r.patient_id in ${peopleOf(accountId)}
      union select c.hospital_id from consent c where c.account_id = ${accountId})
      ${hospitalId === undefined ? empty : sql`and h.id = ${hospitalId}`}
    order by h.name, h.id limit ${limit}`);
}

const change = {
  hospital_id: c.hospital_id,
  purpose: typed<ConsentPurpose>(c.purpose),
  given: c.given,
  at: c.at,
};
export type ChangeRow = RowOf<typeof change>;

/**
 * The latest decisions on consents at these hospitals, for each hospital and purpose, the latest
 * first.
 */
export function listChanges(
  db: Queryable,
  accountId: string,
  hospitalIds: readonly string[],
  each: number,
): Promise<ChangeRow[]> {
  return db.many(select(change)`
    from (select d.id, d.hospital_id, d.purpose, d.given, d.at, row_number() over (
        partition by d.hospital_id, d.purpose order by d.id desc) as nth
      from consent d
      where d.account_id = ${accountId} and d.hospital_id = any(${hospitalIds}::uuid[])) c
    where c.nth <= ${each} order by c.id desc`);
}

/** The account's last decision on a consent; undefined if there is none. */
export async function findSaid(
  db: Queryable,
  accountId: string,
  hospitalId: string,
  purpose: ConsentPurpose,
): Promise<boolean | undefined> {
  const row = await db.maybeOne(select({ given: c.given })`
    from consent c where c.account_id = ${accountId} and c.hospital_id = ${hospitalId}
      and c.purpose = ${purpose} order by c.id desc limit 1`);
  return row?.given;
}

export interface NewConsent {
  readonly accountId: string;
  readonly hospitalId: string;
  readonly purpose: ConsentPurpose;
  readonly isGiven: boolean;
}

export async function insertConsent(
  tx: Queryable,
  { accountId, hospitalId, purpose, isGiven }: NewConsent,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into consent (account_id, hospital_id, purpose, given, at)
    values (${accountId}, ${hospitalId}, ${purpose}, ${isGiven}, ${now})`);
}

/** Locks an account, so that its decisions on consents are saved one after the other. */
export async function lockAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.maybeOne(sql`select 1 from identity."user" where id = ${accountId} for no key update`);
}

const ownEmergency = {
  id: x.id,
  hospital_name: h.name,
  patient_name: p.name,
  role: typed<StaffRole>(x.role),
  kind: typed<EmergencyKind>(x.kind),
  reason: x.reason,
  opened_at: x.opened_at,
};
export type OwnEmergencyRow = RowOf<typeof ownEmergency>;

/** Emergency accesses to reports of the account's patients, the latest first. */
export function listOwnEmergencies(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<OwnEmergencyRow[]> {
  return db.many(select(ownEmergency)`
    from emergency_access x join patient p on p.id = x.patient_id
      join hospital h on h.id = x.hospital_id
    where x.patient_id in ${peopleOf(accountId)}
    order by x.opened_at desc, x.id limit ${limit}`);
}

const shareable = {
  account_id: p.account_id,
  date_of_birth: p.date_of_birth,
  gender: typed<SharedProfile['gender'] | null>(p.gender),
  insurance: typed<Partial<SharedProfile['insurance']>>(p.insurance),
  emergency_contacts: typed<SharedProfile['emergencyContacts'] | null>(holder.emergency_contacts),
};
export type ShareableRow = RowOf<typeof shareable>;

/** The profile of a patient whom the hospital knows; undefined for any other patient. */
export function findShareable(
  db: Queryable,
  patientId: string,
  hospitalId: string,
): Promise<ShareableRow | undefined> {
  return db.maybeOne(select(shareable)`
    from patient p left join patient holder on holder.id = p.account_id
    where p.id = ${patientId} and ${isRelated(sql`p.id`, sql`${hospitalId}`)}`);
}
