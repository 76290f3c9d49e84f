/** All SQL on reports, their files and the patients they may be written for [RPT-1]. */
import type { ReportFileType, ReportGiven, ReportType } from '@baari/contract/visit/report.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { relatedStatuses } from '../people/relation.store.ts';
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
import type { KeptBytes } from '../platform/files/kept-files.ts';
import { hasLetters, soundsLike } from '../platform/hospital-sql/name-search.ts';
import { openEntries } from '../platform/hospital-sql/statuses.ts';
import { patientsScanned } from '../queue/scanned.store.ts';

const r = table('report', 'r');
const d = table('doctor', 'd');
const h = table('hospital', 'h');
const p = table('patient', 'p');
const holder = leftJoined('patient', 'holder');
const e = table('queue_entry', 'e');
const f = table('report_file', 'f');
const maybeFile = leftJoined('report_file', 'f');
const stored = leftJoined('stored_file', 's');

const report = {
  id: r.id,
  title: r.title,
  date: r.date,
  type: r.type,
  status: r.status,
  summary: r.summary,
  doctor_id: r.doctor_id,
  doctor_name: d.name,
  specialty: d.specialty,
  department: d.department,
  hospital_id: r.hospital_id,
  hospital_name: h.name,
  hospital_standing: h.standing,
  patient_id: r.patient_id,
  patient_name: p.name,
  account_id: p.account_id,
  file_name: maybeFile.name,
  file_type: maybeFile.type,
  file_size: maybeFile.size,
};
export type ReportRow = RowOf<typeof report>;

const reportTables = sql`
  report r join doctor d on d.id = r.doctor_id join hospital h on h.id = r.hospital_id
    join patient p on p.id = r.patient_id left join report_file f on f.report_id = r.id`;

export function findReport(db: Queryable, id: string): Promise<ReportRow | undefined> {
  return db.maybeOne(select(report)`from ${reportTables} where r.id = ${id}`);
}

/**
 * Reads one report and locks it until the transaction ends, so that two uploads do not attach files
 * at the same time.
 */
export async function lockReport(tx: Queryable, id: string): Promise<ReportRow | undefined> {
  await tx.maybeOne(select({ id: r.id })`from report r where r.id = ${id} for update`);
  return findReport(tx, id);
}

export interface ReportFilter {
  readonly hospitalId?: string | undefined;
  /** The account of the reader; the report's patient may be any person on this account. */
  readonly accountId?: string | undefined;
  readonly search?: string | undefined;
  readonly type?: ReportType | undefined;
  readonly patientId?: string | undefined;
  readonly from?: string | null;
}

/** Lists reports, newest first. The searched text is taken literally, without wildcards. */
export function listReports(
  db: Queryable,
  { hospitalId, accountId, search, type, from, patientId }: ReportFilter,
  limit: number,
): Promise<ReportRow[]> {
  const sought = search === '' ? undefined : search?.toLowerCase();
  return db.many(select(report)`
    from ${reportTables}
    where true
      ${hospitalId === undefined ? empty : sql`and r.hospital_id = ${hospitalId}`}
      ${accountId === undefined ? empty : sql`and p.account_id = ${accountId}`}
      ${patientId === undefined ? empty : sql`and r.patient_id = ${patientId}`}
      ${type === undefined ? empty : sql`and r.type = ${type}`}
      ${from === undefined || from === null ? empty : sql`and r.date >= ${from}::date`}
      ${
        sought === undefined
          ? empty
          : sql`and (position(${sought} in lower(r.title)) > 0
              or ${hasLetters(d.name_letters, sought)}
              or ${soundsLike(d, sought)}
              or position(${sought} in lower(d.specialty)) > 0)`
      }
    order by r.date desc, r.created_at desc, r.id limit ${limit}`);
}

/** Today's date in the hospital's time zone, YYYY-MM-DD. */
export async function readToday(db: Queryable, hospitalId: string, now: Date): Promise<string> {
  const today = hospitalToday(now);
  const row = await db.one(select({ today })`from hospital h where h.id = ${hospitalId}`);
  return row.today;
}

export async function isDoctorOf(
  db: Queryable,
  doctorId: string,
  hospitalId: string,
): Promise<boolean> {
  const found = typed<boolean>(sql`
    exists (select from doctor where id = ${doctorId} and hospital_id = ${hospitalId})`);
  return (await db.one(select({ found })``)).found;
}

/**
 * The latest entry of a patient at this hospital that is open or completed; undefined if there is
 * none.
 */
export async function findLatestEntry(
  db: Queryable,
  patientId: string,
  hospitalId: string,
): Promise<string | undefined> {
  const row = await db.maybeOne(select({ id: e.id })`
    from queue_entry e where e.patient_id = ${patientId} and e.hospital_id = ${hospitalId}
      and e.status in ${relatedStatuses}
    order by e.joined_at desc, e.id limit 1`);
  return row?.id;
}

export interface NewReport extends ReportGiven {
  readonly date: string;
  readonly hospitalId: string;
  readonly entryId: string;
  readonly authorId: string;
}

export async function insertReport(tx: Queryable, given: NewReport, now: Date): Promise<string> {
  const row = await tx.one(returning({ id: r.id })`
    insert into report as r (hospital_id, doctor_id, patient_id, entry_id, type, status, title, summary,
      date, author_id, created_at)
    values (${given.hospitalId}, ${given.doctorId}, ${given.patientId}, ${given.entryId},
      ${given.type}, ${given.status}, ${given.title}, ${given.summary}, ${given.date},
      ${given.authorId}, ${now})`);
  return row.id;
}

export interface ReportFile {
  readonly name: string;
  readonly type: ReportFileType;
  readonly bytes: Uint8Array;
}

export interface NewReportFile extends Pick<ReportFile, 'name' | 'type'> {
  /** The size in bytes. */
  readonly size: number;
  readonly sha256: Buffer;
  readonly kept: KeptBytes;
}

export async function insertReportFile(
  tx: Queryable,
  reportId: string,
  { name, type, size, sha256, kept }: NewReportFile,
  now: Date,
): Promise<void> {
  const bytes = kept.bytes === null ? null : Buffer.from(kept.bytes);
  await tx.run(sql`
    insert into report_file (report_id, name, type, size, sha256, bytes, file_key, uploaded_at)
    values (${reportId}, ${name}, ${type}, ${size}, ${sha256}, ${bytes}, ${kept.key}, ${now})`);
}

/**
 * Stores the digest of a file that was uploaded before digests were stored; an existing digest
 * stays.
 */
export async function setDigest(db: Queryable, reportId: string, sha256: Buffer): Promise<void> {
  await db.run(sql`
    update report_file set sha256 = ${sha256} where report_id = ${reportId} and sha256 is null`);
}

/** The file's bytes, or its key in the file storage. */
const reportFile = {
  name: f.name,
  type: f.type,
  sha256: f.sha256,
  bytes: f.bytes,
  file_key: f.file_key,
  kept_in: stored.kept_in,
};
export type ReportFileRow = RowOf<typeof reportFile>;

export function readReportFile(
  db: Queryable,
  reportId: string,
): Promise<ReportFileRow | undefined> {
  return db.maybeOne(select(reportFile)`
    from report_file f left join stored_file s on s.key = f.file_key
    where f.report_id = ${reportId}`);
}

const hospitalHead = {
  name: h.name,
  address: h.address,
  city: h.city,
  state: h.state,
  zip_code: h.zip_code,
  phone: h.phone,
  email: h.email,
};
export type HospitalHeadRow = RowOf<typeof hospitalHead>;

/** Reads the data of the hospital for the letterhead of a printed report. */
export function readHospitalHead(db: Queryable, hospitalId: string): Promise<HospitalHeadRow> {
  return db.one(select(hospitalHead)`from hospital h where h.id = ${hospitalId}`);
}

const hospitalPatient = {
  id: p.id,
  name: p.name,
  phone: typed<string | null>(sql`seen.phone`),
  through: holder.name,
  last_seen_at: typed<Date>(sql`seen.last_seen_at`),
};
export type HospitalPatientRow = RowOf<typeof hospitalPatient>;

/**
 * How many of the latest entries a search with few letters reads. `shortestPart` is the fewest
 * letters for which the trigram index works.
 */
const latestEntries = 2000;
const shortestPart = 3;

/**
 * Lists patients seen at the hospital, with the contact that they gave then: matching names first,
 * then the latest visits. A search with three letters or more, or by a scanned token number or
 * ticket, covers all patients; otherwise only recent patients.
 */
export function listPatientsOfHospital(
  db: Queryable,
  hospitalId: string,
  search: string,
  { now, limit }: { now: Date; limit: number },
): Promise<HospitalPatientRow[]> {
  const scanned = patientsScanned(search, hospitalId, now);
  const isCalled = hasLetters(p.name_letters, search);
  const isNamed = search === '' ? sql`true` : sql`(${isCalled} or ${soundsLike(p, search)})`;
  // An index on the request time finds ended entries; open entries are few.
  const lately = (which: Sql) => sql`(
    select patient_id, joined_at, contact_phone, status from queue_entry
    where hospital_id = ${hospitalId} and status ${which}
    order by joined_at desc limit ${latestEntries})`;
  const seen =
    scanned === undefined && search.length < shortestPart
      ? sql`
        select distinct on (patient_id) patient_id, joined_at as last_seen_at,
          contact_phone as phone
        from (
          ${lately(sql`not in ${openEntries}`)} union all ${lately(sql`in ${openEntries}`)}
          order by joined_at desc limit ${latestEntries}) lately
        where status in ${relatedStatuses} order by patient_id, joined_at desc`
      : sql`
        select p.id as patient_id, latest.joined_at as last_seen_at, latest.contact_phone as phone
        from patient p, lateral (
          select joined_at, contact_phone from queue_entry
          where patient_id = p.id and hospital_id = ${hospitalId}
            and status in ${relatedStatuses}
          order by joined_at desc limit 1) latest
        where ${scanned === undefined ? isNamed : sql`p.id in (${scanned})`}`;
  return db.many(select(hospitalPatient)`
    from (${seen}) seen join patient p on p.id = seen.patient_id
      left join patient holder on holder.id = p.account_id and holder.id <> p.id
    where ${scanned === undefined ? isNamed : sql`true`}
    order by ${isCalled} desc, seen.last_seen_at desc, p.id limit ${limit}`);
}
