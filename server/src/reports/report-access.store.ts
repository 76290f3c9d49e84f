/** All SQL on who may read reports, and on emergency access [SEC-25]. */
import type { StaffRole } from '@baari/contract/constants.ts';
import type {
  EmergencyGiven,
  EmergencyKind,
  ReportReaders,
} from '@baari/contract/visit/report-access.ts';
import sql, { empty } from 'sql-template-tag';
import type { StaffActor } from '../platform/actor.ts';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { bookingStatus, entryStatus, openEntries } from '../platform/hospital-sql/statuses.ts';

const h = table('hospital', 'h');
const p = table('patient', 'p');
const x = table('emergency_access', 'x');
const by = leftJoined('identity.user', 'u');
const seer = leftJoined('identity.user', 's');

const readers = {
  doctors: h.doctors_read_reports,
  receptionists: h.receptionists_read_reports,
  administrators: h.admins_read_reports,
};

export function readReportReaders(db: Queryable, hospitalId: string): Promise<ReportReaders> {
  return db.one(select(readers)`from hospital h where h.id = ${hospitalId}`);
}

export async function updateReportReaders(
  tx: Queryable,
  hospitalId: string,
  { doctors, receptionists, administrators }: ReportReaders,
): Promise<void> {
  await tx.run(sql`
    update hospital set doctors_read_reports = ${doctors},
      receptionists_read_reports = ${receptionists}, admins_read_reports = ${administrators}
    where id = ${hospitalId}`);
}

/** SQL for the treatment relationship between a member of staff and the patient `p`. */
function tieOf({ userId, hospitalId, doctorId }: StaffActor, now: Date) {
  return {
    patientId: p.id,
    isExpected: typed<boolean>(sql`
      exists (select from queue_entry e where e.patient_id = p.id and e.doctor_id = ${doctorId}
        and e.status in ${openEntries})
      or exists (select from appointment a join hospital h on h.id = a.hospital_id
        where a.patient_id = p.id and a.doctor_id = ${doctorId} and a.status = ${bookingStatus.booked}
          and a.date >= ${hospitalToday(now)})`),
    lastSeenAt: typed<Date | null>(sql`
      (select max(e.ended_at) from queue_entry e where e.patient_id = p.id
        and e.doctor_id = ${doctorId} and e.status = ${entryStatus.completed})`),
    emergencyUntil: typed<Date | null>(sql`
      (select max(x.ends_at) from emergency_access x where x.patient_id = p.id
        and x.user_id = ${userId} and x.hospital_id = ${hospitalId})`),
  };
}

export function listTies(
  db: Queryable,
  actor: StaffActor,
  patientIds: readonly string[],
  now: Date,
): Promise<RowOf<ReturnType<typeof tieOf>>[]> {
  return db.many(select(tieOf(actor, now))`
    from patient p where p.id = any(${patientIds}::uuid[])`);
}

/** Whether the hospital has any report of a patient. */
export async function hasReports(
  db: Queryable,
  patientId: string,
  hospitalId: string,
): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from report
    where patient_id = ${patientId} and hospital_id = ${hospitalId})`);
  return (await db.one(select({ found })``)).found;
}

export interface NewEmergency extends EmergencyGiven {
  readonly patientId: string;
  readonly opened: Date;
  readonly ends: Date;
}

export async function insertEmergency(
  tx: Queryable,
  { userId, hospitalId, role }: StaffActor,
  { patientId, kind, reason, opened, ends }: NewEmergency,
): Promise<string> {
  const row = await tx.one(returning({ id: x.id })`
    insert into emergency_access as x (hospital_id, patient_id, user_id, role, kind, reason,
      opened_at, ends_at)
    values (${hospitalId}, ${patientId}, ${userId}, ${role}, ${kind}, ${reason}, ${opened},
      ${ends})`);
  return row.id;
}

const emergency = {
  id: x.id,
  user_id: x.user_id,
  user_name: by.name,
  role: typed<StaffRole>(x.role),
  patient_id: x.patient_id,
  patient_name: p.name,
  kind: typed<EmergencyKind>(x.kind),
  reason: x.reason,
  opened_at: x.opened_at,
  ends_at: x.ends_at,
  looked_at: x.looked_at,
  looked_by_name: seer.name,
};
export type EmergencyRow = RowOf<typeof emergency>;

const emergencyTables = sql`
  emergency_access x join patient p on p.id = x.patient_id
    left join identity."user" u on u.id = x.user_id
    left join identity."user" s on s.id = x.looked_by`;

/**
 * One page of a hospital's emergency accesses to reports, latest first, beginning after a given
 * access.
 */
export function listEmergencies(
  db: Queryable,
  hospitalId: string,
  after: string | undefined,
  limit: number,
): Promise<EmergencyRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (x.opened_at, x.id) < (select b.opened_at, b.id from emergency_access b
          where b.id = ${after} and b.hospital_id = ${hospitalId})`;
  return db.many(select(emergency)`
    from ${emergencyTables} where x.hospital_id = ${hospitalId} ${behind}
    order by x.opened_at desc, x.id desc limit ${limit}`);
}

export async function countUnseen(db: Queryable, hospitalId: string): Promise<number> {
  const row = await db.one(select({ unseen: typed<number>(sql`count(*)`) })`
    from emergency_access x where x.hospital_id = ${hospitalId} and x.looked_at is null`);
  return row.unseen;
}

/**
 * Whether another administrator must review an emergency access: the access is the caller's own and
 * unreviewed, and the hospital has another administrator.
 */
export async function isForAnother(
  db: Queryable,
  id: string,
  { userId, hospitalId }: StaffActor,
): Promise<boolean> {
  const found = typed<boolean>(sql`
    exists (select from emergency_access where id = ${id} and hospital_id = ${hospitalId}
      and user_id = ${userId} and looked_at is null)
    and exists (select from membership where hospital_id = ${hospitalId}
      and role = 'hospital_admin' and user_id <> ${userId})`);
  return (await db.one(select({ found })``)).found;
}

/** Records who reviewed an emergency access; the first reviewer stays recorded. */
export async function markLookedAt(
  tx: Queryable,
  id: string,
  { userId, hospitalId }: StaffActor,
  now: Date,
): Promise<EmergencyRow | undefined> {
  await tx.run(sql`
    update emergency_access set looked_at = ${now}, looked_by = ${userId}
    where id = ${id} and hospital_id = ${hospitalId} and looked_at is null`);
  return tx.maybeOne(select(emergency)`
    from ${emergencyTables} where x.id = ${id} and x.hospital_id = ${hospitalId}`);
}

export async function readTimeZone(db: Queryable, hospitalId: string): Promise<string> {
  const row = await db.one(select({ zone: h.time_zone })`
    from hospital h where h.id = ${hospitalId}`);
  return row.zone;
}
