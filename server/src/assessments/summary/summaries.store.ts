/** All SQL on summaries of answers by a language model [ASSESS-5]. */
import type { SummarySentence } from '@baari/contract/visit/summary.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { bookingStatus, openEntries } from '../../platform/hospital-sql/statuses.ts';

const m = table('assessment_summary', 'm');
const h = table('hospital', 'h');
const s = table('assessment', 's');
const p = table('patient', 'p');
const e = table('queue_entry', 'e');
const holder = leftJoined('patient', 'holder');
const count = (when: Sql) => typed<number>(sql`count(*) filter (where ${when})`);

/**
 * Answers that have been due for a summary longer than this are no longer summarised. This happens,
 * for example, after a week without a model.
 */
const duesKeptMs = 7 * 24 * 3_600_000;

/** Claims the answers that are due for a summary. Only one process can claim the same answers. */
export async function takeDue(tx: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.many(returning({ visit_id: s.visit_id })`
    update assessment as s set summary_due_at = null
    from (select visit_id from assessment
      where summary_due_at <= ${now} and summary_due_at > ${new Date(now.getTime() - duesKeptMs)}
      order by summary_due_at limit ${limit} for update skip locked) due
    where s.visit_id = due.visit_id`);
  return rows.map((row) => row.visit_id);
}

/** Postpones the summary of this visit's answers. */
export async function postpone(tx: Queryable, visitId: string, until: Date): Promise<void> {
  await tx.run(sql`update assessment set summary_due_at = ${until} where visit_id = ${visitId}`);
}

/** Whether the hospital has turned on summaries of patients' answers. */
export async function isOn(db: Queryable, hospitalId: string): Promise<boolean> {
  const row = await db.maybeOne(select({ on: h.sums_up_answers })`
    from hospital h where h.id = ${hospitalId}`);
  return row?.on ?? false;
}

export async function writeOn(tx: Queryable, hospitalId: string, on: boolean): Promise<void> {
  await tx.run(sql`update hospital set sums_up_answers = ${on} where id = ${hospitalId}`);
}

const ofOpenVisits = sql`
  (select coalesce(e.appointment_id, e.visit_id, e.id) from queue_entry e
    where e.hospital_id = s.hospital_id and e.status in ${openEntries}
  union all select a.id from appointment a
    where a.hospital_id = s.hospital_id and a.status = ${bookingStatus.booked})`;

/** Whether the visit is upcoming or in progress. */
export async function isStillOpen(db: Queryable, visitId: string): Promise<boolean> {
  const row = await db.maybeOne(select({ visit_id: s.visit_id })`
    from assessment s where s.visit_id = ${visitId} and s.visit_id in ${ofOpenVisits}`);
  return row !== undefined;
}

/** Marks the answers of a hospital's open visits as due for a summary. */
export async function dueOfHospital(tx: Queryable, hospitalId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update assessment s set summary_due_at = ${now}
    where s.hospital_id = ${hospitalId} and s.state = 'ready' and s.visit_id in ${ofOpenVisits}`);
}

const visitsOfAccount = (accountId: string, hospitalId: string): Sql => sql`(
  select s.visit_id from patient p join queue_entry e on e.patient_id = p.id
    join assessment s on s.entry_id = e.id
    where p.account_id = ${accountId} and s.hospital_id = ${hospitalId}
  union select s.visit_id from patient p join appointment a on a.patient_id = p.id
    join assessment s on s.appointment_id = a.id
    where p.account_id = ${accountId} and s.hospital_id = ${hospitalId})`;

/** Marks the answers of an account's open visits at one hospital as due for a summary. */
export async function dueOfAccount(
  tx: Queryable,
  accountId: string,
  hospitalId: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update assessment s set summary_due_at = ${now}
    where s.state = 'ready' and s.visit_id in ${visitsOfAccount(accountId, hospitalId)}
      and s.visit_id in ${ofOpenVisits}`);
}

/**
 * Deletes the summaries of an account's answers at one hospital. The number of recorded attempts
 * stays.
 */
export async function forgetOfAccount(
  tx: Queryable,
  accountId: string,
  hospitalId: string,
): Promise<void> {
  const visits = visitsOfAccount(accountId, hospitalId);
  await tx.run(sql`update assessment set summary_due_at = null where visit_id in ${visits}`);
  await tx.run(sql`
    update assessment_summary set sentences = null where visit_id in ${visits}`);
}

interface NewTry {
  readonly visitId: string;
  readonly hash: string;
  readonly hospitalId: string;
  readonly model: string;
}

/**
 * Records an attempt to summarise a version of a visit's answers. Returns false if any process has
 * already sent that version.
 */
export async function beginTry(
  tx: Queryable,
  { visitId, hash, hospitalId, model }: NewTry,
  now: Date,
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into assessment_summary (visit_id, answers_hash, hospital_id, model, asked_at, verdict)
    values (${visitId}, ${hash}, ${hospitalId}, ${model}, ${now}, 'asked')
    on conflict do nothing`);
  return written > 0;
}

export interface TryEnd {
  readonly visitId: string;
  readonly hash: string;
  readonly verdict: 'shown' | 'refused' | 'unanswered';
  readonly reason: string | null;
  readonly latencyMs: number;
  readonly sentences: readonly SummarySentence[] | null;
}

/**
 * Stores the result of an attempt to summarise answers. Only the latest summary of a visit is
 * stored.
 */
export async function endTry(tx: Queryable, end: TryEnd): Promise<void> {
  const sentences = end.sentences === null ? null : JSON.stringify(end.sentences);
  await tx.run(sql`
    update assessment_summary set sentences = null
    where visit_id = ${end.visitId} and answers_hash <> ${end.hash} and sentences is not null`);
  await tx.run(sql`
    update assessment_summary set verdict = ${end.verdict}, reason = ${end.reason},
      latency_ms = ${end.latencyMs}, sentences = ${sentences}::jsonb
    where visit_id = ${end.visitId} and answers_hash = ${end.hash} and verdict = 'asked'`);
}

/**
 * Increments the version of the visit's answers, so that screens accept the event with the higher
 * version.
 */
export async function countChange(tx: Queryable, visitId: string): Promise<void> {
  await tx.run(sql`update assessment set version = version + 1 where visit_id = ${visitId}`);
}

const kept = {
  model: m.model,
  asked_at: m.asked_at,
  sentences: typed<SummarySentence[]>(m.sentences),
};
type SummaryRow = RowOf<typeof kept>;

export function findSummary(
  db: Queryable,
  visitId: string,
  hash: string,
): Promise<SummaryRow | undefined> {
  return db.maybeOne(select(kept)`
    from assessment_summary m where m.visit_id = ${visitId} and m.answers_hash = ${hash}
      and m.sentences is not null`);
}

const counts = {
  asked: typed<number>(sql`count(*)`),
  shown: count(sql`m.verdict = 'shown'`),
  refused: count(sql`m.verdict = 'refused'`),
  unanswered: count(sql`m.verdict in ('unanswered', 'asked')`),
};

/** Counts the results of a hospital's attempts to summarise answers since a given time. */
export function countTries(
  db: Queryable,
  hospitalId: string,
  since: Date,
): Promise<RowOf<typeof counts>> {
  return db.one(select(counts)`
    from assessment_summary m where m.hospital_id = ${hospitalId} and m.asked_at > ${since}`);
}

/** The symptoms as the patient wrote them in the request for the first step of the visit. */
export async function findSymptoms(db: Queryable, visitId: string): Promise<string | null> {
  const row = await db.maybeOne(select({ symptoms: e.symptoms })`
    from queue_entry e where e.id = ${visitId} or e.appointment_id = ${visitId}
    order by e.joined_at limit 1`);
  return row?.symptoms ?? null;
}

const identifiers = {
  account_id: p.account_id,
  name: p.name,
  email: p.email,
  phone: p.phone,
  date_of_birth: p.date_of_birth,
  address: typed<Readonly<Record<string, unknown>> | null>(p.address),
  insurance: typed<Readonly<Record<string, unknown>> | null>(p.insurance),
  emergency_contacts: typed<readonly { name?: string; phone?: string }[] | null>(
    holder.emergency_contacts,
  ),
  people: typed<readonly string[] | null>(sql`
    (select array_agg(o.name) from patient o where o.account_id = p.account_id)`),
  days: typed<readonly string[] | null>(sql`
    (select array_agg(o.date_of_birth::text) from patient o
      where o.account_id = p.account_id and o.date_of_birth is not null)`),
  account_name: typed<string | null>(sql`u.name`),
  account_email: typed<string | null>(sql`u.email`),
  account_phone: typed<string | null>(sql`u.phone_number`),
  tokens: typed<readonly string[] | null>(sql`
    (select array_agg(e.token) from queue_entry e
      where e.patient_id = p.id and e.token is not null and e.status in ${openEntries})`),
};
type IdentifiersRow = RowOf<typeof identifiers>;

/** All stored identifiers of a patient. */
export function findIdentifiers(
  db: Queryable,
  patientId: string,
): Promise<IdentifiersRow | undefined> {
  return db.maybeOne(select(identifiers)`
    from patient p left join patient holder on holder.id = p.account_id
      left join identity."user" u on u.id = p.account_id
    where p.id = ${patientId}`);
}

/**
 * Lists the names of a hospital and of the visit's doctor, which are removed from texts for the
 * model.
 */
export async function listNamesAround(
  db: Queryable,
  hospitalId: string,
  doctorId: string | null,
): Promise<string[]> {
  const rows = await db.many(select({ name: typed<string>(sql`n.name`) })`
    from (select h.name from hospital h where h.id = ${hospitalId}
      union all select d.name from doctor d where d.id = ${doctorId}) n`);
  return rows.map(({ name }) => name);
}
