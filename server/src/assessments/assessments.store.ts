/**
 * The only SQL on assessments: answers before a visit, and alerts of emergency signs [ASSESS-1…3].
 */
import { listShown } from '@baari/contract/constants.ts';
import {
  type Answer,
  type AnsweredBy,
  type AssessmentState,
  acknowledgeMinutes,
  assessmentsShown,
  mostEscalations,
} from '@baari/contract/visit/assessment.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import sql, { type Sql } from 'sql-template-tag';
import { languageForHospital } from '../platform/hospital-sql/chosen-language.ts';
import {
  leftJoined,
  type RowOf,
  returning,
  type Statement,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { bookingStatus, entryStatus, openEntries } from '../platform/hospital-sql/statuses.ts';
import type { Answers } from './assessment.rules.ts';

const s = table('assessment', 's');
const kept = leftJoined('assessment', 's');
const l = leftJoined('assessment_alert', 'l');
const b = leftJoined('question_bank', 'b');
const e = table('queue_entry', 'e');
const p = table('patient', 'p');
/** The doctor of the entry; no doctor if the entry is in a shared line. */
const d = leftJoined('doctor', 'd');
const h = table('hospital', 'h');
const u = table('identity.user', 'u');
const preferences = leftJoined('account_preferences', 'preferences');

/**
 * Stores a version of the question bank; false if that version is already stored with other
 * questions.
 */
export async function keepBank(db: Queryable, bank: QuestionBank): Promise<boolean> {
  const content = JSON.stringify(bank);
  await db.run(sql`
    insert into question_bank (version, content) values (${bank.version}, ${content}::jsonb)
    on conflict do nothing`);
  const row = await db.one(
    select({ same: typed<boolean>(sql`b.content = ${content}::jsonb`) })`
    from question_bank b where b.version = ${bank.version}`,
  );
  return row.same;
}

/** The facts about the patient that decide which questions are asked. */
const askedFor = (now: Date) => ({
  specialty: typed<string>(sql`coalesce(d.specialty, 'Other')`),
  date_of_birth: p.date_of_birth,
  birth_year: p.birth_year,
  gender: p.gender,
  today: typed<string>(sql`to_char(${hospitalToday(now)}, 'YYYY-MM-DD')`),
  /**
   * Whether the patient had an earlier visit at this hospital; earlier steps of the same visit do
   * not count.
   */
  is_returning: typed<boolean>(sql`
    exists (select from queue_entry past where past.patient_id = p.id and past.hospital_id = h.id
      and past.status = ${entryStatus.completed}
      and coalesce(past.visit_id, past.id) is distinct from coalesce(e.visit_id, e.id))`),
});
export type AskedRow = RowOf<ReturnType<typeof askedFor>>;

const visit = (now: Date, isOpen: Sql, symptoms: Sql) => ({
  patient_id: p.id,
  /** The id of the patient's account; null for a patient without an account. */
  account_id: p.account_id,
  patient_name: p.name,
  token: typed<string | null>(sql`e.token`),
  hospital_id: h.id,
  doctor_id: d.id,
  ...askedFor(now),
  is_open: typed<boolean>(isOpen),
  symptoms: typed<string | null>(symptoms),
  version: kept.version,
  bank: typed<QuestionBank | null>(b.content),
  answers: typed<Answers | null>(kept.answers),
  state: typed<AssessmentState | null>(kept.state),
  answered_by: typed<AnsweredBy | null>(kept.answered_by),
  changed_at: kept.changed_at,
  signs: l.signs,
  raised_at: l.raised_at,
  due_at: l.due_at,
  acknowledged_at: l.acknowledged_at,
});

const itsAssessment = (visitId: Sql): Sql => sql`
  left join assessment s on s.visit_id = ${visitId}
  left join question_bank b on b.version = s.bank
  left join assessment_alert l on l.visit_id = s.visit_id`;

/**
 * The booking of an entry. A later step `e` of a visit uses the booking of the visit's first step,
 * `first`.
 */
const bookingOf = sql`coalesce(e.appointment_id, first.appointment_id)`;
const visitOf = sql`coalesce(e.appointment_id, first.appointment_id, e.visit_id, e.id)`;

const ids = {
  visit_id: typed<string>(visitOf),
  entry_id: typed<string | null>(e.id),
  appointment_id: typed<string | null>(bookingOf),
};

/** One upcoming or running visit with its answers, by the id of its entry or booking. */
export async function findVisit(
  db: Queryable,
  id: string,
  now: Date,
): Promise<VisitRow | undefined> {
  const entry = await db.maybeOne(visitByEntry(id, now));
  return entry ?? db.maybeOne(visitByBooking(id, now));
}

function visitByEntry(id: string, now: Date): Statement<VisitRow> {
  return select({ ...ids, ...visit(now, sql`e.status in ${openEntries}`, sql`e.symptoms`) })`
    from queue_entry e join patient p on p.id = e.patient_id left join doctor d on d.id = e.doctor_id
      join hospital h on h.id = e.hospital_id left join queue_entry first on first.id = e.visit_id
      ${itsAssessment(visitOf)}
    where e.id = ${id}`;
}

const q = leftJoined('doctor_queue', 'q');

const ownOpen = (now: Date) => ({
  entry_id: e.id,
  ...askedFor(now),
  answers: typed<Answers | null>(kept.answers),
  state: typed<AssessmentState | null>(kept.state),
  raised_at: l.raised_at,
  acknowledged_at: l.acknowledged_at,
  bank: typed<QuestionBank | null>(b.content),
  promises_counted: q.promises_counted,
  promises_kept: q.promises_kept,
  promises_inside: q.promises_inside,
});
export type OwnOpenRow = RowOf<ReturnType<typeof ownOpen>>;

/** The open entries of the account's people with the answers of their visits, the oldest first. */
export function listOwnOpen(db: Queryable, accountId: string, now: Date): Promise<OwnOpenRow[]> {
  return db.many(select(ownOpen(now))`
    from queue_entry e join patient p on p.id = e.patient_id left join doctor d on d.id = e.doctor_id
      join hospital h on h.id = e.hospital_id
      left join queue_entry first on first.id = e.visit_id
      left join doctor_queue q on q.doctor_id = e.doctor_id
      ${itsAssessment(visitOf)}
    where p.account_id = ${accountId} and e.status in ${openEntries}
    order by e.joined_at, e.id limit ${listShown}`);
}

/**
 * The visit of a booking. After check-in it is the visit of the entry that was made from the
 * booking.
 */
function visitByBooking(id: string, now: Date): Statement<VisitRow> {
  const isOpen = sql`
    case when e.id is null then a.status = ${bookingStatus.booked} and a.date >= ${hospitalToday(now)}
      else e.status in ${openEntries} end`;
  const columns = {
    visit_id: typed<string>(sql`a.id`),
    entry_id: typed<string | null>(sql`e.id`),
    appointment_id: typed<string | null>(sql`a.id`),
    ...visit(now, isOpen, sql`e.symptoms`),
  };
  return select(columns)`
    from appointment a join patient p on p.id = a.patient_id left join doctor d on d.id = a.doctor_id
      join hospital h on h.id = a.hospital_id left join queue_entry e on e.id = a.entry_id
      ${itsAssessment(sql`a.id`)}
    where a.id = ${id}`;
}

const paperHead = {
  hospital_name: h.name,
  time_zone: h.time_zone,
  token: typed<string | null>(sql`e.token`),
  starts_at: typed<Date | null>(sql`a.starts_at`),
  line_name: typed<string>(sql`coalesce(d.name, line.name, '')`),
};
export type PaperHeadRow = RowOf<typeof paperHead>;

/**
 * The data on a printed form by which the desk finds the visit again; the patient's name is not
 * included.
 */
export function findPaperHead(db: Queryable, of: VisitRow): Promise<PaperHeadRow> {
  return db.one(select(paperHead)`
    from hospital h left join queue_entry e on e.id = ${of.entry_id}
      left join appointment a on a.id = ${of.appointment_id}
      left join doctor d on d.id = coalesce(e.doctor_id, a.doctor_id)
      left join shared_line line on line.id = coalesce(e.doctor_id, a.doctor_id)
    where h.id = ${of.hospital_id}`);
}
export type VisitRow = RowOf<typeof ids> & RowOf<ReturnType<typeof visit>>;

/** Locks a visit's assessment until the transaction ends; creates it if missing. */
export async function lockAssessment(
  tx: Queryable,
  { visit_id: visitId, appointment_id: appointmentId, hospital_id: hospitalId }: VisitRow,
  { bank, by, now }: { readonly bank: string; readonly by: AnsweredBy; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into assessment (visit_id, entry_id, appointment_id, hospital_id, bank, answers, state,
      answered_by, begun_at, changed_at)
    values (${visitId}, ${appointmentId === null ? visitId : null}, ${appointmentId}, ${hospitalId},
      ${bank}, '{}', 'begun', ${by}, ${now}, ${now})
    on conflict (visit_id) do nothing`);
  await tx.one(select({ visit_id: s.visit_id })`
    from assessment s where s.visit_id = ${visitId} for update`);
}

/** Answers must be unchanged for this long before they are summarised. */
const settlesMs = 20_000;

export async function writeAnswers(
  tx: Queryable,
  visitId: string,
  given: {
    readonly answers: Answers;
    readonly state: AssessmentState;
    readonly by: AnsweredBy;
    readonly now: Date;
  },
): Promise<void> {
  await tx.run(sql`
    update assessment set answers = ${JSON.stringify(given.answers)}::jsonb, state = ${given.state},
      answered_by = ${given.by}, changed_at = ${given.now}, version = version + 1,
      summary_due_at = ${given.state === 'ready' ? new Date(given.now.getTime() + settlesMs) : null}
    where visit_id = ${visitId}`);
}

const earlier = {
  question: typed<string>(sql`said.key`),
  answer: typed<Answer>(sql`(array_agg(said.value order by s.changed_at desc))[1]`),
};

/**
 * A patient's latest answer to each question at earlier visits; optionally only at one hospital.
 */
export async function findEarlierAnswers(
  db: Queryable,
  patientId: string,
  { besides, hospitalId }: { readonly besides: string; readonly hospitalId: string | undefined },
): Promise<Answers> {
  // A skipped question does not hide an older answer.
  const rows = await db.many(select(earlier)`
    from (
      select s.answers, s.changed_at, s.visit_id, s.hospital_id
      from queue_entry e join assessment s on s.entry_id = e.id where e.patient_id = ${patientId}
      union all
      select s.answers, s.changed_at, s.visit_id, s.hospital_id
      from appointment a join assessment s on s.appointment_id = a.id
      where a.patient_id = ${patientId}) s
    cross join jsonb_each(s.answers) said
    where s.visit_id <> ${besides} and said.value ->> 'kind' <> 'skipped'
      and (${hospitalId ?? null}::uuid is null or s.hospital_id = ${hospitalId ?? null})
    group by said.key`);
  return Object.fromEntries(rows.map(({ question, answer }) => [question, answer]));
}

const alertMs = acknowledgeMinutes * 60_000;

/** Raises the alert of a visit, again for each new sign; false if none is new. */
export async function raiseAlert(
  tx: Queryable,
  { visitId, hospitalId, signs }: { visitId: string; hospitalId: string; signs: readonly string[] },
  now: Date,
): Promise<boolean> {
  if (signs.length === 0) return false;
  const due = new Date(now.getTime() + alertMs);
  const written = await tx.run(sql`
    insert into assessment_alert as l (visit_id, hospital_id, signs, raised_at, due_at, escalates_at)
    values (${visitId}, ${hospitalId}, ${signs}, ${now}, ${due}, ${due})
    on conflict (visit_id) do update
      set signs = (select array_agg(distinct one order by one) from unnest(l.signs || excluded.signs) one),
        raised_at = excluded.raised_at, due_at = excluded.due_at,
        escalates_at = excluded.escalates_at, escalations = 0, acknowledged_at = null,
        acknowledged_by = null
      where not excluded.signs <@ l.signs`);
  return written > 0;
}

/**
 * Records who acknowledged the alert; only the first person stays recorded. Returns `before` if
 * somebody else was first, and `newer` if signs were added after those that the caller saw.
 */
export async function writeAcknowledged(
  tx: Queryable,
  visitId: string,
  { by, seen }: { readonly by: string; readonly seen: Date | undefined },
  now: Date,
): Promise<'written' | 'before' | 'newer'> {
  await tx.run(sql`update assessment set version = version + 1 where visit_id = ${visitId}`);
  const written = await tx.run(sql`
    update assessment_alert set acknowledged_at = ${now}, acknowledged_by = ${by},
      escalates_at = null
    where visit_id = ${visitId} and acknowledged_at is null
      and raised_at = coalesce(${seen ?? null}::timestamptz, raised_at)`);
  if (written > 0) return 'written';
  const open = typed<boolean>(sql`exists (select from assessment_alert
    where visit_id = ${visitId} and acknowledged_at is null)`);
  return (await tx.one(select({ open })``)).open ? 'newer' : 'before';
}

/**
 * The present day at the hospital. As a scalar subquery it is evaluated once, so that an index
 * finds the bookings.
 */
const todayOf = (hospitalId: string, now: Date): Sql => sql`
  (select ${hospitalToday(now)} from hospital h where h.id = ${hospitalId})`;

/**
 * Each open visit of the hospital as `s`, with its assessment as `v`: in a line, booked for today,
 * or booked for later with an open alert. `offset 0` makes the planner look up each visit, because
 * it would otherwise read all visits and answers.
 */
const ofOpenVisits = (hospitalId: string, now: Date): Sql => sql`
  from (
    select e.id as entry_id, ${bookingOf} as appointment_id, e.patient_id, e.doctor_id, e.token,
      ${visitOf} as visit_id
    from queue_entry e left join lateral (
      select began.appointment_id from queue_entry began where began.id = e.visit_id offset 0) first on true
    where e.hospital_id = ${hospitalId} and e.status in ${openEntries}
    union all
    select null, a.id, a.patient_id, a.doctor_id, null, a.id
    from appointment a
    where a.hospital_id = ${hospitalId} and a.date = ${todayOf(hospitalId, now)}
      and a.status = ${bookingStatus.booked} and a.entry_id is null
    union all
    select null, a.id, a.patient_id, a.doctor_id, null, a.id
    from (
      select alert.visit_id from assessment_alert alert
      where alert.hospital_id = ${hospitalId} and alert.acknowledged_at is null) open
    cross join lateral (
      select a.id, a.hospital_id, a.date, a.status, a.entry_id, a.patient_id, a.doctor_id
      from appointment a where a.id = open.visit_id offset 0) a
    where a.hospital_id = ${hospitalId} and a.date > ${todayOf(hospitalId, now)}
      and a.status = ${bookingStatus.booked} and a.entry_id is null) v
    cross join lateral (
      select kept.visit_id, kept.state, kept.bank, kept.changed_at, kept.version
      from assessment kept where kept.visit_id = v.visit_id offset 0) s
    left join assessment_alert l on l.visit_id = s.visit_id`;

const listed = {
  visit_id: s.visit_id,
  entry_id: typed<string | null>(sql`v.entry_id`),
  appointment_id: typed<string | null>(sql`v.appointment_id`),
  patient_id: typed<string>(sql`v.patient_id`),
  patient_name: p.name,
  token: typed<string | null>(sql`v.token`),
  doctor_name: typed<string>(sql`coalesce(d.name, '')`),
  state: typed<'begun' | 'ready'>(s.state),
  bank_version: s.bank,
  signs: l.signs,
  raised_at: l.raised_at,
  due_at: l.due_at,
  acknowledged_at: l.acknowledged_at,
  version: s.version,
};
export type ListedRow = RowOf<typeof listed> & { readonly bank: QuestionBank };

const ofListed = sql`
  join patient p on p.id = v.patient_id left join doctor d on d.id = v.doctor_id`;

/** The visits in the staff's list: open alerts first, the oldest alert at the top. */
export async function listOpen(db: Queryable, hospitalId: string, now: Date): Promise<ListedRow[]> {
  const rows = await db.many(select(listed)`
    ${ofOpenVisits(hospitalId, now)} ${ofListed}
    order by l.visit_id is null, l.acknowledged_at is not null, l.due_at, s.changed_at, s.visit_id
    limit ${assessmentsShown}`);
  return withBanks(db, rows);
}

/** One visit of the staff's list; undefined if it is not in the list. */
export async function findListed(
  db: Queryable,
  { hospitalId, visitId }: { readonly hospitalId: string; readonly visitId: string },
  now: Date,
): Promise<ListedRowWithLine | undefined> {
  const rows = await db.many(select({ ...listed, line_id: typed<string>(sql`v.doctor_id`) })`
    ${ofOpenVisits(hospitalId, now)} ${ofListed}
    where v.visit_id = ${visitId} limit 1`);
  return (await withBanks(db, rows))[0];
}
export type ListedRowWithLine = ListedRow & { readonly line_id: string };

const known = table('question_bank', 'b');

/**
 * Adds the question bank to each row. Each version of the bank is read once for all rows, because a
 * bank is fifty times as long as a row.
 */
async function withBanks<Row extends { readonly bank_version: string }>(
  db: Queryable,
  rows: readonly Row[],
): Promise<(Row & { readonly bank: QuestionBank })[]> {
  const versions = [...new Set(rows.map((row) => row.bank_version))];
  if (versions.length === 0) return [];
  const kept = await db.many(
    select({
      version: known.version,
      content: typed<QuestionBank>(known.content),
    })`from question_bank b where b.version = any(${versions})`,
  );
  const banks = new Map(kept.map(({ version, content }) => [version, content]));
  return rows.flatMap((row) => {
    const bank = banks.get(row.bank_version);
    return bank === undefined ? [] : { ...row, bank };
  });
}

const watched = {
  alerts: typed<number>(
    sql`count(*) filter (where l.visit_id is not null and l.acknowledged_at is null)`,
  ),
  changed: typed<Date | null>(sql`max(greatest(s.changed_at, l.acknowledged_at))`),
  visits: typed<number>(sql`count(*)`),
};

/**
 * Counts over the visits of the staff's list: open alerts, overdue alerts, and the time of the last change.
 */
export function watchOpen(db: Queryable, hospitalId: string, now: Date): Promise<WatchedRow> {
  const overdue = typed<number>(sql`
    count(*) filter (where l.acknowledged_at is null and l.due_at <= ${now})`);
  return db.one(select({ ...watched, overdue })`${ofOpenVisits(hospitalId, now)}`);
}
export type WatchedRow = RowOf<typeof watched> & { overdue: number };

/**
 * Alerts whose mail is due. One process claims each alert, and the alert counts as mailed from then
 * on.
 */
export async function takeEscalations(
  tx: Queryable,
  now: Date,
  limit: number,
): Promise<TakenRow[]> {
  const next = new Date(now.getTime() + alertMs);
  return tx.many(returning({ visit_id: taken.visit_id, hospital_id: taken.hospital_id })`
    update assessment_alert as l set escalations = l.escalations + 1,
      escalates_at = case when l.escalations + 1 < ${mostEscalations} then ${next}::timestamptz end
    from (select visit_id from assessment_alert where escalates_at <= ${now}
      order by escalates_at limit ${limit} for update skip locked) due
    where l.visit_id = due.visit_id`);
}
const taken = table('assessment_alert', 'l');
interface TakenRow {
  visit_id: string;
  hospital_id: string;
}

const mailed = {
  email: u.email,
  name: u.name,
  language: languageForHospital(preferences.language, sql`m.hospital_id`),
};
export type MailedRow = RowOf<typeof mailed>;

/** Verified addresses of a hospital's administrators and of a doctor's account. */
export function listWhomToNotify(
  db: Queryable,
  hospitalId: string,
  doctorId: string | null,
): Promise<MailedRow[]> {
  return db.many(select(mailed)`
    from membership m join identity."user" u on u.id = m.user_id
      left join account_preferences preferences on preferences.account_id = u.id
    where m.hospital_id = ${hospitalId} and u.email_verified
      and (m.role = 'hospital_admin' or m.doctor_id = ${doctorId})
    order by u.email`);
}

export function findVerification(db: Queryable, hospitalId: string): Promise<{ standing: string }> {
  return db.one(select({ standing: h.standing })`from hospital h where h.id = ${hospitalId}`);
}
