/** The only SQL on hand-off notes [LINE-3]. */
import type { QueueStatus } from '@baari/contract/constants.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import {
  type HandOffGiven,
  handOffsShown,
  handOffWordsShown,
} from '@baari/contract/visit/hand-offs.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { authorName } from '../platform/hospital-sql/author-name.store.ts';

const e = table('queue_entry', 'e');
const p = table('patient', 'p');
const h = table('hospital', 'h');
const o = table('queue_entry', 'o');
const n = table('hand_off', 'n');
const l = table('hand_off_line', 'l');
const taker = leftJoined('identity.user', 't');

/** The kind of a line; a doctor's own line counts as `any_doctor`. */
const kindOf = (lineId: Sql) => sql`coalesce(
  (select shared.kind from shared_line shared where shared.id = ${lineId}), 'any_doctor')`;
/** The name of a shared line or of a doctor. */
const nameOf = (lineId: Sql) => sql`coalesce(
  (select shared.name from shared_line shared where shared.id = ${lineId}),
  (select doctor.name from doctor where doctor.id = ${lineId}), '')`;

const visited = {
  id: e.id,
  visit_id: typed<string>(sql`coalesce(e.visit_id, e.id)`),
  hospital_id: e.hospital_id,
  line_id: typed<string>(e.doctor_id),
  kind: typed<ServiceKind>(kindOf(sql`e.doctor_id`)),
  status: typed<QueueStatus>(e.status),
  patient_id: e.patient_id,
  account_id: p.account_id,
};
export type VisitedRow = RowOf<typeof visited>;

/** An entry, with the kind of its line. */
export function findVisited(db: Queryable, entryId: string): Promise<VisitedRow | undefined> {
  return db.maybeOne(visitedWhere(sql`e.id = ${entryId}`));
}

/** The same, while nobody else changes the entry. */
export async function lockVisited(tx: Queryable, entryId: string): Promise<VisitedRow | undefined> {
  await tx.maybeOne(sql`select from queue_entry where id = ${entryId} for no key update`);
  return findVisited(tx, entryId);
}

function visitedWhere(condition: Sql) {
  return select(visited)`
    from queue_entry e join patient p on p.id = e.patient_id where ${condition}`;
}

interface LineRow {
  readonly line_id: string;
  readonly kind: ServiceKind;
}

/** A line of the hospital with its kind; undefined for a line of another hospital. */
export function findKind(
  db: Queryable,
  lineId: string,
  hospitalId: string,
): Promise<LineRow | undefined> {
  const line = table('line', 'line');
  return db.maybeOne(select({
    line_id: line.id,
    kind: typed<ServiceKind>(kindOf(sql`line.id`)),
  })`
    from line where line.id = ${lineId} and line.hospital_id = ${hospitalId}`);
}

const note = {
  id: n.id,
  entry_id: n.entry_id,
  from_line_id: n.from_line_id,
  from_name: typed<string>(nameOf(sql`n.from_line_id`)),
  line_id: n.line_id,
  line_name: typed<string>(nameOf(sql`n.line_id`)),
  kind: typed<ServiceKind>(n.kind),
  is_shared: typed<boolean>(sql`exists (select from shared_line g where g.id = n.line_id)`),
  written_at: n.written_at,
  written_by: n.written_by,
  by_name: authorName(sql`n.written_by`),
  struck_at: n.struck_at,
  struck_by_name: authorName(sql`n.struck_by`),
  // A step that had ended before the note was written, or from which it was sent, has not read it.
  was_called: typed<boolean>(sql`exists (
    select from queue_entry step
    where (step.id = coalesce(o.visit_id, o.id) or step.visit_id = coalesce(o.visit_id, o.id))
      and step.doctor_id <> n.from_line_id
      and (step.doctor_id = n.line_id
        or (n.kind <> 'other' and ${kindOf(sql`step.doctor_id`)} = n.kind))
      and (step.called_at is not null or step.started_at is not null)
      and coalesce(step.ended_at > n.written_at, true))`),
};
export type NoteRow = RowOf<typeof note>;

const joined = sql`join queue_entry o on o.id = n.entry_id`;

/** The notes at all steps of a visit, also those struck out, the latest first. */
export function listNotes(db: Queryable, visitId: string): Promise<NoteRow[]> {
  return db.many(select(note)`
    from hand_off n ${joined}
    where n.entry_id in (
      select e.id from queue_entry e where e.id = ${visitId} or e.visit_id = ${visitId})
    order by n.written_at desc, n.id desc limit ${handOffsShown}`);
}

const own = {
  ...note,
  patient_id: o.patient_id,
  patient_name: p.name,
  hospital_name: h.name,
  time_zone: h.time_zone,
  token: o.token,
  /** The step at which the visit is now. */
  open_entry_id: typed<string | null>(sql`(
    select open.id from queue_entry open
    where (open.id = coalesce(o.visit_id, o.id) or open.visit_id = coalesce(o.visit_id, o.id))
      and open.ended_at is null order by open.joined_at desc limit 1)`),
};
export type OwnNoteRow = RowOf<typeof own>;

/** The notes that somebody wrote since a time and that hold, the latest first. */
export function listOwn(
  db: Queryable,
  { by: userId, hospitalId, since }: { by: string; hospitalId: string; since: Date },
): Promise<OwnNoteRow[]> {
  return db.many(select(own)`
    from hand_off n ${joined} join patient p on p.id = o.patient_id
      join hospital h on h.id = n.hospital_id
    where n.written_by = ${userId} and n.hospital_id = ${hospitalId} and n.written_at >= ${since}
      and n.struck_at is null
    order by n.written_at desc, n.id desc limit ${handOffsShown}`);
}

/** A note that nobody else changes meanwhile. */
export async function lockNote(tx: Queryable, id: string): Promise<NoteRow | undefined> {
  await tx.maybeOne(sql`select from hand_off where id = ${id} for no key update`);
  return tx.maybeOne(select(note)`from hand_off n ${joined} where n.id = ${id}`);
}

const line = {
  id: l.id,
  hand_off_id: l.hand_off_id,
  asks: l.asks,
  detail: l.detail,
  is_urgent: l.is_urgent,
  taken_at: l.taken_at,
  taken_by_name: taker.name,
};
export type NoteLineRow = RowOf<typeof line>;

/** The lines of notes, in the order in which they were written. */
export function listLines(db: Queryable, noteIds: readonly string[]): Promise<NoteLineRow[]> {
  return db.many(select(line)`
    from hand_off_line l left join identity."user" t on t.id = l.taken_by
    where l.hand_off_id = any(${noteIds}) order by l.hand_off_id, l.number`);
}

/** The note to which a line belongs. */
export async function findNoteOfLine(db: Queryable, lineId: string): Promise<string | undefined> {
  const row = await db.maybeOne(select({ id: l.hand_off_id })`
    from hand_off_line l where l.id = ${lineId}`);
  return row?.id;
}

interface NewNote {
  readonly hospitalId: string;
  readonly entryId: string;
  readonly fromLineId: string;
  readonly to: LineRow;
  readonly by: string;
  readonly at: Date;
  readonly lines: HandOffGiven['lines'];
}

export async function insertNote(
  tx: Queryable,
  { hospitalId, entryId, fromLineId, to, by: userId, at, lines }: NewNote,
): Promise<void> {
  const { id } = await tx.one(returning({ id: n.id })`
    insert into hand_off as n (hospital_id, entry_id, from_line_id, line_id, kind, written_at,
      written_by)
    values (${hospitalId}, ${entryId}, ${fromLineId}, ${to.line_id}, ${to.kind}, ${at}, ${userId})`);
  for (const [number, { asks, detail, isUrgent }] of lines.entries()) {
    await tx.run(sql`
      insert into hand_off_line (hand_off_id, number, asks, detail, is_urgent)
      values (${id}, ${number}, ${asks}, ${detail}, ${isUrgent})`);
  }
}

/** Strikes a note out; false if it already is, in which case the first time stays. */
export async function writeStruck(
  tx: Queryable,
  id: string,
  { by: userId, at }: { readonly by: string; readonly at: Date },
): Promise<boolean> {
  const row = await tx.maybeOne(returning({ id: n.id })`
    update hand_off as n set struck_at = ${at}, struck_by = ${userId}
    where n.id = ${id} and n.struck_at is null`);
  return row !== undefined;
}

/** Strikes out the notes that went with a transfer to a line. Returns whether there were any. */
export async function strikeSentSince(
  tx: Queryable,
  { visitId, lineId, since }: { visitId: string; lineId: string; since: Date },
  { by: userId, at }: { readonly by: string; readonly at: Date },
): Promise<boolean> {
  const rows = await tx.many(returning({ id: n.id })`
    update hand_off as n set struck_at = ${at}, struck_by = ${userId}
    where n.line_id = ${lineId} and n.written_at >= ${since} and n.struck_at is null
      and n.entry_id in (
        select e.id from queue_entry e where e.id = ${visitId} or e.visit_id = ${visitId})`);
  return rows.length > 0;
}

/** Ticks a line off or undoes the tick; false if nothing changed, so the first tick stays. */
export async function writeTaken(
  tx: Queryable,
  lineId: string,
  taken: { readonly by: string; readonly at: Date } | null,
): Promise<boolean> {
  const row = await tx.maybeOne(returning({ id: l.id })`
    update hand_off_line as l
    set taken_at = ${taken?.at ?? null}, taken_by = ${taken?.by ?? null}
    where l.id = ${lineId} and (l.taken_at is null) = ${taken !== null}`);
  return row !== undefined;
}

/** How many of the latest lines of a kind are searched for suggestions. */
const linesSearched = 400;

/** What was asked of lines of a kind, the most recent first, each text once. */
export async function listWords(
  db: Queryable,
  hospitalId: string,
  { line_id: lineId, kind }: LineRow,
): Promise<string[]> {
  const isSame = kind === 'other' ? sql`n.line_id = ${lineId}` : sql`true`;
  const asks = typed<string>(sql`(array_agg(late.asks order by late.written_at desc))[1]`);
  const rows = await db.many(select({ asks })`
    from (
      select l.asks, n.written_at from hand_off n join hand_off_line l on l.hand_off_id = n.id
      where n.hospital_id = ${hospitalId} and n.kind = ${kind} and n.struck_at is null and ${isSame}
      order by n.written_at desc limit ${linesSearched}) late
    group by lower(late.asks) order by max(late.written_at) desc, lower(late.asks)
    limit ${handOffWordsShown}`);
  return rows.map(({ asks: text }) => text);
}
