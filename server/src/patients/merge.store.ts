/** All SQL on merged records [DESK-10, decision 014]. */
import type { MergeMoves } from '@baari/contract/patient/merge.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import { type Queryable, violates } from '../platform/database/database.ts';
import { bookingStatus, openEntries } from '../platform/hospital-sql/statuses.ts';

const e = table('queue_entry', 'e');
const a = table('appointment', 'a');
const r = table('report', 'r');
const m = table('patient_merge', 'm');
const u = leftJoined('identity.user', 'u');
const kept = table('patient', 'kept');
const gone = table('patient', 'gone');

const yes = (condition: Sql) => typed<boolean>(sql`exists (${condition})`);
const count = typed<number>(sql`count(*)`);

/** The open or pending entries of a patient, with their lines. */
export function listOpenOf(
  tx: Queryable,
  patientId: string,
): Promise<{ id: string; line_id: string }[]> {
  return tx.many(select({ id: e.id, line_id: e.doctor_id })`
    from queue_entry e where e.patient_id = ${patientId} and e.status in ${openEntries}
    order by e.id`);
}

/**
 * Reads what prevents a merge of two patient records: both have open entries, or both have
 * appointments that collide.
 */
export function readConflicts(
  tx: Queryable,
  keptId: string,
  goneId: string,
): Promise<{ are_both_open: boolean; are_both_booked: boolean }> {
  const isOpen = (id: string) => sql`
    exists (select from queue_entry where patient_id = ${id} and status in ${openEntries})`;
  return tx.one(
    select({
      are_both_open: typed<boolean>(sql`(${isOpen(keptId)} and ${isOpen(goneId)})`),
      are_both_booked: yes(sql`
        select from appointment one join appointment other
          on other.doctor_id = one.doctor_id and other.date = one.date
        where one.patient_id = ${keptId} and other.patient_id = ${goneId}
          and one.status <> ${bookingStatus.cancelled}
          and other.status <> ${bookingStatus.cancelled}`),
    })``,
  );
}

/** Counts the rows of a record that a merge would move. */
export async function countMoves(db: Queryable, patientId: string): Promise<MergeMoves> {
  const rows = await Promise.all([
    db.one(select({ count })`from queue_entry e where e.patient_id = ${patientId}`),
    db.one(select({ count })`from appointment a where a.patient_id = ${patientId}`),
    db.one(select({ count })`from report r where r.patient_id = ${patientId}`),
  ]);
  const [visits, appointments, reports] = rows.map((row) => row.count);
  return { visits: visits ?? 0, appointments: appointments ?? 0, reports: reports ?? 0 };
}

export interface Moved {
  readonly entryIds: readonly string[];
  readonly appointmentIds: readonly string[];
  readonly reportIds: readonly string[];
}

/** Moves all rows of one record to the other; undefined if a booking made just now prevents it. */
export async function moveAllOf(
  tx: Queryable,
  goneId: string,
  keptId: string,
): Promise<Moved | undefined> {
  try {
    const entries = await tx.many(returning({ id: e.id })`
      update queue_entry e set patient_id = ${keptId} where e.patient_id = ${goneId}`);
    const appointments = await tx.many(returning({ id: a.id })`
      update appointment a set patient_id = ${keptId} where a.patient_id = ${goneId}`);
    await moveWishes(tx, goneId, keptId);
    const reports = await tx.many(returning({ id: r.id })`
      update report r set patient_id = ${keptId} where r.patient_id = ${goneId}`);
    return {
      entryIds: entries.map(idOf),
      appointmentIds: appointments.map(idOf),
      reportIds: reports.map(idOf),
    };
  } catch (error) {
    if (violates(error, 'one_booking_per_patient_and_day')) return undefined;
    throw error;
  }
}

/**
 * Moves the requests for an earlier time. If both records have a request for the same doctor, the
 * removed record's request ends and its open offer is withdrawn, so that the next patient is
 * offered the time.
 */
async function moveWishes(tx: Queryable, goneId: string, keptId: string): Promise<void> {
  await tx.run(sql`
    update earlier_offer set state = 'withdrawn', answered_at = clock_timestamp()
    where patient_id = ${goneId} and state = 'open'`);
  await tx.run(sql`
    update earlier_wish w set ended_at = clock_timestamp(), end_reason = 'merged'
    where w.patient_id = ${goneId} and w.ended_at is null and exists (
      select from earlier_wish k
      where k.patient_id = ${keptId} and k.doctor_id = w.doctor_id and k.ended_at is null)`);
  await tx.run(sql`update earlier_wish set patient_id = ${keptId} where patient_id = ${goneId}`);
}

/** Moves back to the separated record the rows that came with a merge and still exist. */
export async function moveBack(tx: Queryable, merge: MergeRow): Promise<void> {
  const { gone_id: to, kept_id: from } = merge;
  await tx.run(sql`
    update queue_entry set patient_id = ${to}
    where id = any(${merge.entry_ids}::uuid[]) and patient_id = ${from}`);
  await tx.run(sql`
    update appointment set patient_id = ${to}
    where id = any(${merge.appointment_ids}::uuid[]) and patient_id = ${from}`);
  await tx.run(sql`
    update earlier_wish set patient_id = ${to}
    where appointment_id = any(${merge.appointment_ids}::uuid[]) and patient_id = ${from}`);
  await tx.run(sql`
    update report set patient_id = ${to}
    where id = any(${merge.report_ids}::uuid[]) and patient_id = ${from}`);
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

const merge = {
  id: m.id,
  hospital_id: m.hospital_id,
  kept_id: m.kept_id,
  gone_id: m.gone_id,
  merged_at: m.merged_at,
  undone_at: m.undone_at,
  entry_ids: m.entry_ids,
  appointment_ids: m.appointment_ids,
  report_ids: m.report_ids,
  merged_by_name: u.name,
  kept_name: kept.name,
  kept_account_id: kept.account_id,
  gone_name: gone.name,
  is_erased: typed<boolean>(sql`(kept.erased_at is not null or gone.erased_at is not null)`),
  is_merged_further: yes(sql`
    select from patient_merge n where n.gone_id = m.kept_id and n.undone_at is null`),
};
export type MergeRow = RowOf<typeof merge>;

const mergeTables = sql`
  patient_merge m join patient kept on kept.id = m.kept_id
    join patient gone on gone.id = m.gone_id left join identity."user" u on u.id = m.merged_by`;

/** Reads one merge of patient records and locks it until the transaction ends. */
export async function lockMerge(tx: Queryable, id: string): Promise<MergeRow | undefined> {
  await tx.maybeOne(sql`select from patient_merge where id = ${id} for update`);
  return findMerge(tx, id);
}

export function findMerge(db: Queryable, id: string): Promise<MergeRow | undefined> {
  return db.maybeOne(select(merge)`from ${mergeTables} where m.id = ${id}`);
}

/** A hospital's latest merges of patient records. */
export function listMergesOf(
  db: Queryable,
  hospitalId: string,
  limit: number,
): Promise<MergeRow[]> {
  return db.many(select(merge)`
    from ${mergeTables} where m.hospital_id = ${hospitalId}
    order by m.merged_at desc, m.id limit ${limit}`);
}

export interface NewMerge extends Moved {
  readonly hospitalId: string;
  readonly keptId: string;
  readonly goneId: string;
  readonly by: string;
}

export async function insertMerge(tx: Queryable, given: NewMerge, now: Date): Promise<string> {
  const row = await tx.one(returning({ id: m.id })`
    insert into patient_merge as m (hospital_id, kept_id, gone_id, merged_at, merged_by, entry_ids,
      appointment_ids, report_ids)
    values (${given.hospitalId}, ${given.keptId}, ${given.goneId}, ${now}, ${given.by},
      ${[...given.entryIds]}::uuid[], ${[...given.appointmentIds]}::uuid[],
      ${[...given.reportIds]}::uuid[])`);
  return row.id;
}

export async function markUndone(tx: Queryable, id: string, by: string, now: Date): Promise<void> {
  await tx.run(sql`
    update patient_merge set undone_at = ${now}, undone_by = ${by} where id = ${id}`);
}
