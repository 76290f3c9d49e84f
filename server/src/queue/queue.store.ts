/** The only SQL on queue entries. The place is derived when read, never stored [QST-11, INV-1]. */
import type {
  CheckInWay,
  DoctorStatus,
  EntryActionName,
  PlaceReason,
  QueueStatus,
  Urgency,
} from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { InLine } from '@baari/contract/line.ts';
import type { WeekPlan } from '@baari/contract/schedule.ts';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { type Queryable, violates } from '../platform/database.ts';
import { type Pace, type PaceRow, paceOf } from '../waits/pace.rules.ts';
import type { FitColumn } from '../waits/promises.store.ts';
import type { LineMember, Shift } from './line.rules.ts';
import type { EntryOwners } from './queue.access.ts';
import type { EntryChange } from './queue.rules.ts';
import type { Token } from './token.rules.ts';

/** An entry with the people and the line around it. */
export interface EntryRow extends PaceRow {
  id: string;
  status: QueueStatus;
  place: number;
  joined_at: Date;
  approved_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  symptoms: string | null;
  urgency: Urgency;
  rejection_reason: string | null;
  notes: string | null;
  cancelled_by: 'patient' | 'staff' | null;
  token: string | null;
  checked_in_at: Date | null;
  checked_in_by: CheckInWay | null;
  patient_id: string;
  patient_name: string;
  patient_email: string | null;
  patient_phone: string | null;
  /** The name of the account's own person, where the patient is another. */
  through: string | null;
  account_id: string | null;
  doctor_id: string;
  doctor_name: string;
  doctor_specialty: string;
  doctor_department: string;
  /** When the doctor's announced break is over. */
  break_until: Date | null;
  hospital_id: string;
  hospital_name: string;
  hospital_time_zone: string;
  /** The doctor's own week and the hospital's hours, for the wait; null unless waiting. */
  week: WeekPlan | null;
  hospital_hours: WeekHours | null;
  missed_calls: number;
  called_at: Date | null;
  back_at: Date | null;
  /** The queue's version right after the last change of this entry. */
  changed_version: number;
  changed_at: Date | null;
  changed_by: string | null;
  changed_by_name: string | null;
  last_action: EntryActionName | null;
  /** Newest first; empty where lists leave them out. */
  place_changes: readonly PlaceChangeRow[];
  queue_version: number;
  /** The queue's version after the last change of the order. */
  order_version: number;
  /** When the doctor's running consultation began. */
  running_since: Date | null;
  /** What the hospital's kept promises taught. */
  fit: FitColumn;
}

/** A change of place as JSON. */
export interface PlaceChangeRow {
  readonly at: string;
  readonly from: number;
  readonly to: number;
  readonly reason: PlaceReason;
  readonly own: boolean;
}
const paceColumns = sql`
  q.pace_minutes, q.pace_visits, q.pace_at, q.usual_minutes, q.session_minutes, q.session_visits`;

const entryColumns = sql`
  e.id, e.status, e.joined_at, e.approved_at, e.started_at, e.ended_at, e.symptoms, e.urgency,
  e.rejection_reason, e.notes, e.cancelled_by, e.token, e.checked_in_at, e.checked_in_by,
  e.patient_id, p.name as patient_name, coalesce(p.email, holder.email) as patient_email,
  coalesce(p.phone, holder.phone) as patient_phone, holder.name as through, p.account_id,
  e.doctor_id, d.name as doctor_name, d.specialty as doctor_specialty,
  d.department as doctor_department, d.break_until,
  case when e.status = 'waiting' then d.week end as week,
  case when e.status = 'waiting' then h.operating_hours end as hospital_hours,
  e.hospital_id, h.name as hospital_name, h.time_zone as hospital_time_zone,
  e.missed_calls, e.called_at, e.back_at, e.changed_version, e.changed_at, e.changed_by,
  changer.name as changed_by_name, e.last_action,
  q.version as queue_version, q.order_version, ${paceColumns}, running.started_at as running_since,
  f.fit`;

const entryTables = sql`
  queue_entry e
  join patient p on p.id = e.patient_id
  left join patient holder on holder.id = p.account_id and holder.id <> p.id
  join doctor d on d.id = e.doctor_id
  join hospital h on h.id = e.hospital_id
  join doctor_queue q on q.doctor_id = e.doctor_id
  left join identity."user" changer on changer.id = e.changed_by
  left join wait_fit f on f.hospital_id = e.hospital_id
  left join queue_entry running on running.doctor_id = e.doctor_id
    and running.status = 'in_progress'`;

/** The rank of one entry among its doctor's waiting ones; 0 unless it waits. */
const placeOfOne = sql`
  case when e.status = 'waiting' then (
    select count(*) from queue_entry w
    where w.doctor_id = e.doctor_id and w.status = 'waiting'
      and (w.order_key, w.id) <= (e.order_key, e.id)) else 0 end as place`;

/** How many changes of place are shown of one entry. */
export const placeChangesShown = 10;

/** The latest changes of an entry's place; lists of many are spared them. */
const placeChanges = sql`
  (select coalesce(json_agg(json_build_object('at', c.at, 'from', c.from_place, 'to', c.to_place,
      'reason', c.reason, 'own', c.moved_entry_id = e.id) order by c.id desc), '[]')
    from (select * from place_change where entry_id = e.id
      order by id desc limit ${placeChangesShown}) c) as place_changes`;
const noPlaceChanges = sql`'[]'::json as place_changes`;

function selectOne(where: Sql): Sql {
  return sql`select ${entryColumns}, ${placeOfOne}, ${placeChanges} from ${entryTables} where ${where}`;
}

/** Whose an entry is; none of it ever changes. */
export function findOwners(db: Queryable, id: string): Promise<EntryOwners | undefined> {
  return db.maybeOne<EntryOwners>(sql`
    select e.hospital_id as "hospitalId", e.doctor_id as "doctorId", p.account_id as "accountId"
    from queue_entry e join patient p on p.id = e.patient_id where e.id = ${id}`);
}

export function findEntry(db: Queryable, id: string): Promise<EntryRow | undefined> {
  return db.maybeOne<EntryRow>(selectOne(sql`e.id = ${id}`));
}

const open = sql`('pending_approval', 'waiting', 'in_progress')`;

/** The open entry of an account's people, the newest of several. */
export function findOpenEntryOfAccount(
  db: Queryable,
  accountId: string,
): Promise<EntryRow | undefined> {
  return db.maybeOne<EntryRow>(sql`
    ${selectOne(sql`p.account_id = ${accountId} and e.status in ${open}`)}
    order by e.joined_at desc limit 1`);
}

/** Every open entry of an account's people, the oldest first. */
export function listOpenOfAccount(db: Queryable, accountId: string): Promise<EntryRow[]> {
  return db.many<EntryRow>(sql`
    ${selectOne(sql`p.account_id = ${accountId} and e.status in ${open}`)}
    order by e.joined_at, e.id`);
}

export function findOpenEntryOfPatient(
  db: Queryable,
  patientId: string,
): Promise<EntryRow | undefined> {
  return db.maybeOne<EntryRow>(selectOne(sql`e.patient_id = ${patientId} and e.status in ${open}`));
}

/** Of all of the account's people, or of one of them. */
export function listFinishedOfAccount(
  db: Queryable,
  accountId: string,
  patientId: string | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const whose =
    patientId === undefined
      ? sql`p.account_id = ${accountId}`
      : sql`p.account_id = ${accountId} and p.id = ${patientId}`;
  return db.many<EntryRow>(sql`
    ${selectOne(sql`${whose} and e.status not in ${open}`)}
    order by e.ended_at desc, e.id limit ${limit}`);
}

/** Finished entries of one patient at one hospital, the latest first. */
export function listFinishedOfPatient(
  db: Queryable,
  patientId: string,
  hospitalId: string,
  limit: number,
): Promise<EntryRow[]> {
  return db.many<EntryRow>(sql`
    ${selectOne(sql`
      e.patient_id = ${patientId} and e.hospital_id = ${hospitalId} and e.status not in ${open}`)}
    order by e.ended_at desc, e.id limit ${limit}`);
}

/** Whether a patient has or had a place in a hospital's queues. */
export async function isPatientOf(
  db: Queryable,
  patientId: string,
  hospitalId: string,
): Promise<boolean> {
  const row = await db.one<{ found: boolean }>(sql`
    select exists (select from queue_entry
      where patient_id = ${patientId} and hospital_id = ${hospitalId}) as found`);
  return row.found;
}

export function listPendingOfHospital(db: Queryable, hospitalId: string): Promise<EntryRow[]> {
  return db.many<EntryRow>(sql`
    ${selectOne(sql`e.hospital_id = ${hospitalId} and e.status = 'pending_approval'`)}
    order by e.joined_at, e.id`);
}

/** Waiting entries with their places, by doctor's name and place. */
export function listWaitingOfHospital(db: Queryable, hospitalId: string): Promise<EntryRow[]> {
  return db.many<EntryRow>(sql`
    select ${entryColumns}, ${noPlaceChanges},
      row_number() over (partition by e.doctor_id order by e.order_key, e.id) as place
    from ${entryTables}
    where e.hospital_id = ${hospitalId} and e.status = 'waiting'
    order by d.name, e.doctor_id, place`);
}

/** In consultation, then waiting by place; with an instant, then those completed since, newest first. */
export function listEntriesOfDoctor(
  db: Queryable,
  doctorId: string,
  completedSince: Date | undefined,
): Promise<EntryRow[]> {
  const completed =
    completedSince === undefined
      ? empty
      : sql`or (e.status = 'completed' and e.ended_at >= ${completedSince})`;
  return db.many<EntryRow>(sql`
    select ${entryColumns}, ${noPlaceChanges},
      case when e.status = 'waiting' then row_number() over (
        partition by e.status order by e.order_key, e.id) else 0 end as place
    from ${entryTables}
    where e.doctor_id = ${doctorId} and (e.status in ('in_progress', 'waiting') ${completed})
    order by array_position(array['in_progress', 'waiting', 'completed'], e.status), place, e.ended_at desc, e.id`);
}

/**
 * Where the waiting patients of some accounts stand in a doctor's line, for those who follow it. The
 * whole line is only counted; the people and the doctor are read for those asked for.
 */
export function listWaitingOfAccounts(
  db: Queryable,
  doctorId: string,
  accountIds: readonly string[],
): Promise<EntryRow[]> {
  return db.many<EntryRow>(sql`
    select ${entryColumns}, ${placeChanges}, line.place
    from ${entryTables}
    join (
      select id, row_number() over (order by order_key, id) as place
      from queue_entry where doctor_id = ${doctorId} and status = 'waiting'
    ) line on line.id = e.id
    where p.account_id = any(${accountIds}::uuid[])`);
}

/**
 * The entries of accounts with a doctor that are open, or ended otherwise than by a visit since an
 * instant: whose people may have to be told something.
 */
export function listFollowedEntries(
  db: Queryable,
  doctorId: string,
  endedSince: Date,
): Promise<EntryRow[]> {
  return db.many<EntryRow>(sql`
    select ${entryColumns}, ${noPlaceChanges}, coalesce(line.place, 0) as place
    from ${entryTables}
    left join (
      select id, row_number() over (order by order_key, id) as place
      from queue_entry where doctor_id = ${doctorId} and status = 'waiting'
    ) line on line.id = e.id
    where e.doctor_id = ${doctorId} and p.account_id is not null
      and (e.status in ('waiting', 'in_progress') or ${endedUnseen(endedSince)})
    order by e.joined_at, e.id`);
}

/** How many wait for a doctor at the hospital itself. */
export async function countOnSite(db: Queryable, doctorId: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from queue_entry
    where doctor_id = ${doctorId} and status = 'waiting' and checked_in_at is not null`);
  return row.count;
}

/** The doctors who have such entries. */
export async function listFollowedDoctors(db: Queryable, endedSince: Date): Promise<string[]> {
  const rows = await db.many<{ doctor_id: string }>(sql`
    select distinct e.doctor_id from queue_entry e join patient p on p.id = e.patient_id
    where p.account_id is not null
      and (e.status in ('waiting', 'in_progress') or ${endedUnseen(endedSince)})`);
  return rows.map(({ doctor_id }) => doctor_id);
}

function endedUnseen(since: Date): Sql {
  return sql`(e.status in ('rejected', 'cancelled', 'no_show') and e.ended_at >= ${since})`;
}

export interface DoctorForRequest {
  id: string;
  hospital_id: string;
  status: DoctorStatus;
}

export function findDoctorForRequest(
  db: Queryable,
  doctorId: string,
): Promise<DoctorForRequest | undefined> {
  return db.maybeOne<DoctorForRequest>(sql`
    select id, hospital_id, status from doctor
    where id = ${doctorId} and deactivated_at is null`);
}

export async function countWaiting(tx: Queryable, doctorId: string): Promise<number> {
  const row = await tx.one<{ waiting: number }>(sql`
    select count(*) as waiting from queue_entry
    where doctor_id = ${doctorId} and status = 'waiting'`);
  return row.waiting;
}

export interface NewEntry {
  readonly hospitalId: string;
  readonly doctorId: string;
  readonly patientId: string;
  readonly symptoms: string | undefined;
  readonly urgency: Urgency;
  readonly joinedAt: Date;
}

/** Writes a pending request; undefined when the patient holds an open entry elsewhere [INV-2]. */
export async function insertRequest(tx: Queryable, entry: NewEntry): Promise<string | undefined> {
  try {
    const row = await tx.one<{ id: string }>(sql`
      insert into queue_entry
        (hospital_id, doctor_id, patient_id, status, symptoms, urgency, joined_at, changed_at,
          last_action)
      values (${entry.hospitalId}, ${entry.doctorId}, ${entry.patientId}, 'pending_approval',
        ${textOrNull(entry.symptoms)}, ${entry.urgency},
        ${entry.joinedAt}, ${entry.joinedAt}, 'request')
      returning id`);
    return row.id;
  } catch (error) {
    if (violates(error, 'one_open_entry_per_patient')) return undefined;
    throw error;
  }
}

/** A blank text is none. */
function textOrNull(given: string | undefined): string | null {
  return given === undefined || given === '' ? null : given;
}

export interface NewWaitingEntry extends NewEntry {
  readonly orderKey: number;
  readonly token: Token;
  readonly checkedInBy: CheckInWay;
}

/** Writes a waiting entry of somebody who is here behind a line; undefined when the patient holds an open entry [INV-2]. */
export async function insertWaiting(
  tx: Queryable,
  entry: NewWaitingEntry,
): Promise<string | undefined> {
  try {
    const row = await tx.one<{ id: string }>(sql`
      insert into queue_entry
        (hospital_id, doctor_id, patient_id, status, symptoms, urgency, joined_at, approved_at,
          order_key, token, token_day, token_number, checked_in_at, checked_in_by, changed_at,
          last_action)
      values (${entry.hospitalId}, ${entry.doctorId}, ${entry.patientId}, 'waiting',
        ${textOrNull(entry.symptoms)}, ${entry.urgency}, ${entry.joinedAt}, ${entry.joinedAt},
        ${entry.orderKey}, ${entry.token.text}, ${entry.token.day}, ${entry.token.number},
        ${entry.joinedAt}, ${entry.checkedInBy}, ${entry.joinedAt}, 'join')
      returning id`);
    return row.id;
  } catch (error) {
    if (violates(error, 'one_open_entry_per_patient')) return undefined;
    throw error;
  }
}

/** Who did what, and the queue's version right after it. */
export interface Signature {
  readonly action: EntryActionName;
  readonly at: Date;
  readonly by: string | null;
  readonly version: number;
}

/** Applies what a rule decided to one entry, and signs it. */
export async function updateEntry(
  tx: Queryable,
  id: string,
  change: EntryChange,
  orderKey: number | undefined,
  token: Token | undefined,
  signature: Signature,
): Promise<void> {
  const columns: Record<string, unknown> = {
    status: change.status,
    order_key: orderKey,
    notes: change.notes,
    rejection_reason: change.rejectionReason,
    cancelled_by: change.cancelledBy,
    approved_at: change.approvedAt,
    started_at: change.startedAt,
    ended_at: change.endedAt,
    token: token?.text,
    token_day: token?.day,
    token_number: token?.number,
    checked_in_at: change.checkIn?.at,
    checked_in_by: change.checkIn?.by,
    called_at: change.missedCallAt,
    back_at: change.missedCallAt === undefined ? change.backAt : null,
    changed_version: signature.version,
    changed_at: signature.at,
    changed_by: signature.by,
    last_action: signature.action,
  };
  const assignments = columnNames
    .filter((name) => columns[name] !== undefined)
    .map((name) => sql`${columnSql[name]} = ${columns[name]}`);
  if (change.missedCallAt !== undefined) assignments.push(sql`missed_calls = missed_calls + 1`);
  // From here on whoever comes later has a greater number.
  if (change.approvedAt !== undefined) assignments.push(sql`line_number = nextval('line_number')`);
  await tx.run(sql`update queue_entry set ${join(assignments)} where id = ${id}`);
}

const columnSql = {
  status: sql`status`,
  order_key: sql`order_key`,
  notes: sql`notes`,
  rejection_reason: sql`rejection_reason`,
  cancelled_by: sql`cancelled_by`,
  approved_at: sql`approved_at`,
  started_at: sql`started_at`,
  ended_at: sql`ended_at`,
  token: sql`token`,
  token_day: sql`token_day`,
  token_number: sql`token_number`,
  checked_in_at: sql`checked_in_at`,
  checked_in_by: sql`checked_in_by`,
  called_at: sql`called_at`,
  back_at: sql`back_at`,
  changed_version: sql`changed_version`,
  changed_at: sql`changed_at`,
  changed_by: sql`changed_by`,
  last_action: sql`last_action`,
} as const;
const columnNames = Object.keys(columnSql) as (keyof typeof columnSql)[];

/** Keys of the waiting neighbours between which an entry stands at a place (itself left out). */
export async function keysAround(
  tx: Queryable,
  doctorId: string,
  entryId: string,
  place: number,
): Promise<{ before: number | undefined; after: number | undefined }> {
  const rows = await tx.many<{ order_key: number }>(sql`
    select order_key from queue_entry
    where doctor_id = ${doctorId} and status = 'waiting' and id <> ${entryId}
    order by order_key, id offset ${Math.max(0, place - 2)} limit 2`);
  const keys = rows.map((row) => row.order_key);
  return place === 1 ? { before: undefined, after: keys[0] } : { before: keys[0], after: keys[1] };
}

/** The key of the last in line; undefined for an empty line. */
export async function lastKey(tx: Queryable, doctorId: string): Promise<number | undefined> {
  const row = await tx.maybeOne<{ order_key: number }>(sql`
    select order_key from queue_entry where doctor_id = ${doctorId} and status = 'waiting'
    order by order_key desc, id desc limit 1`);
  return row?.order_key;
}

/** Numbers a line 1, 2, 3 … in its present order, so that there is room between keys again. */
export async function renumberLine(tx: Queryable, doctorId: string): Promise<void> {
  await tx.run(sql`
    update queue_entry set order_key = line.place
    from (select id, row_number() over (order by order_key, id) as place
      from queue_entry where doctor_id = ${doctorId} and status = 'waiting') line
    where queue_entry.id = line.id`);
}

/** Waiting, called, and not back yet: on hold. */
const away = sql`(called_at is not null and back_at is null)`;

/**
 * Sees to it that somebody who can be called stands in front: where those who are on hold do, the
 * first other one goes before them. Whether that was necessary.
 */
export async function settleLine(tx: Queryable, doctorId: string): Promise<boolean> {
  const head = await tx.maybeOne<{ order_key: number; is_away: boolean }>(sql`
    select order_key, ${away} as is_away from queue_entry
    where doctor_id = ${doctorId} and status = 'waiting' order by order_key, id limit 1`);
  if (head?.is_away !== true) return false;
  const promoted = await tx.run(sql`
    update queue_entry set order_key = ${Math.ceil(head.order_key) - 1}
    where id = (select id from queue_entry
      where doctor_id = ${doctorId} and status = 'waiting' and not ${away}
      order by order_key, id limit 1)`);
  return promoted === 1;
}

/** The place of a waiting entry as it is now. */
export async function readPlace(tx: Queryable, id: string): Promise<number> {
  const row = await tx.one<{ place: number }>(sql`
    select ${placeOfOne} from queue_entry e where e.id = ${id}`);
  return row.place;
}

/** The ids of those who wait, in their order. */
export async function listLineIds(tx: Queryable, doctorId: string): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    select id from queue_entry where doctor_id = ${doctorId} and status = 'waiting'
    order by order_key, id`);
  return rows.map((row) => row.id);
}

/** Those who wait in their order, and who of them is on hold. */
export async function listLineOrder(
  tx: Queryable,
  doctorId: string,
): Promise<(InLine & { readonly id: string })[]> {
  const rows = await tx.many<{ id: string; is_called: boolean; back_at: Date | null }>(sql`
    select id, called_at is not null as is_called, back_at from queue_entry
    where doctor_id = ${doctorId} and status = 'waiting' order by order_key, id`);
  return rows.map(({ id, is_called, back_at }) => ({
    id,
    hold: is_called ? { backAt: back_at } : null,
  }));
}

interface LineMemberRow {
  id: string;
  line_number: number;
  urgency: Urgency;
  joined_at: Date;
  overtaken: number;
  is_called: boolean;
  back_at: Date | null;
}

/** Those who wait in their order, with how often people who came later were called in before. */
export async function listLineMembers(tx: Queryable, doctorId: string): Promise<LineMember[]> {
  const rows = await tx.many<LineMemberRow>(sql`
    select e.id, e.line_number, e.urgency, e.joined_at, e.called_at is not null as is_called,
      e.back_at,
      (select count(*) from queue_entry o
        where o.doctor_id = e.doctor_id and o.started_at > e.approved_at
          and o.line_number > e.line_number) as overtaken
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.status = 'waiting'
    order by e.order_key, e.id`);
  return rows.map((row) => ({
    id: row.id,
    lineNumber: row.line_number,
    urgency: row.urgency,
    joinedAt: row.joined_at,
    overtaken: row.overtaken,
    hold: row.is_called ? { backAt: row.back_at } : null,
  }));
}

/** Keeps who stands elsewhere by a move, a hold or a return, and why [INV-12]. */
export async function recordPlaceChanges(
  tx: Queryable,
  shifts: readonly Shift[],
  cause: {
    readonly entryId: string;
    readonly by: string;
    readonly reason: PlaceReason;
    readonly at: Date;
  },
): Promise<void> {
  if (shifts.length === 0) return;
  await tx.run(sql`
    insert into place_change (entry_id, at, from_place, to_place, reason, moved_entry_id, moved_by)
    select shift.id, ${cause.at}, shift.from_place, shift.to_place, ${cause.reason},
      ${cause.entryId}, ${cause.by}
    from unnest(${shifts.map((shift) => shift.id)}::uuid[],
      ${shifts.map((shift) => shift.from)}::int[],
      ${shifts.map((shift) => shift.to)}::int[]) as shift (id, from_place, to_place)`);
}

/** Counts a change of a doctor's queue; `reordered`: somebody who waits stands elsewhere. */
export async function setQueueVersion(
  tx: Queryable,
  doctorId: string,
  version: number,
  reordered = false,
): Promise<void> {
  const order = reordered ? sql`, order_version = ${version}` : empty;
  await tx.run(
    sql`update doctor_queue set version = ${version} ${order} where doctor_id = ${doctorId}`,
  );
}

export async function readQueueVersion(db: Queryable, doctorId: string): Promise<number> {
  const row = await db.one<{ version: number }>(sql`
    select version from doctor_queue where doctor_id = ${doctorId}`);
  return row.version;
}

export interface Working {
  readonly pace: Pace;
  /** When the doctor's status last changed. */
  readonly interruptedAt: Date | null;
}

export async function readPace(tx: Queryable, doctorId: string): Promise<Working> {
  const row = await tx.one<PaceRow & { interrupted_at: Date | null }>(sql`
    select ${paceColumns}, q.interrupted_at from doctor_queue q where q.doctor_id = ${doctorId}`);
  return { pace: paceOf(row), interruptedAt: row.interrupted_at };
}

/** Keeps what a consultation taught. */
export async function savePace(tx: Queryable, doctorId: string, pace: Pace): Promise<void> {
  await tx.run(sql`
    update doctor_queue set pace_minutes = ${pace.minutes}, pace_visits = ${pace.visits},
      pace_at = ${pace.at}, session_minutes = ${pace.sessionMinutes},
      session_visits = ${pace.sessionVisits}
    where doctor_id = ${doctorId}`);
}

export async function countCompletion(tx: Queryable, doctorId: string): Promise<void> {
  await tx.run(sql`
    update doctor_queue set completed_total = completed_total + 1 where doctor_id = ${doctorId}`);
}

/** The doctor's last completed consultation; a call that nobody answered is not one. */
export async function findLastConsultation(
  tx: Queryable,
  doctorId: string,
): Promise<{ startedAt: Date; endedAt: Date } | undefined> {
  const row = await tx.maybeOne<{ started_at: Date; ended_at: Date | null }>(sql`
    select started_at, ended_at from queue_entry
    where doctor_id = ${doctorId} and started_at is not null and status = 'completed'
    order by started_at desc limit 1`);
  if (row === undefined || row.ended_at === null) return undefined;
  return { startedAt: row.started_at, endedAt: row.ended_at };
}

export interface DoctorOfHospital {
  id: string;
  start_of_today: Date;
}

/** A doctor if this hospital has one with the id, with the start of the hospital's day. */
export function findDoctorOfHospital(
  db: Queryable,
  doctorId: string,
  hospitalId: string,
  now: Date,
): Promise<DoctorOfHospital | undefined> {
  return db.maybeOne<DoctorOfHospital>(sql`
    select d.id, ${startOfToday(now)} as start_of_today
    from doctor d join hospital h on h.id = d.hospital_id
    where d.id = ${doctorId} and d.hospital_id = ${hospitalId}`);
}

/** Midnight of the hospital h's today, in its own time zone. */
function startOfToday(now: Date): Sql {
  return sql`
    date_trunc('day', ${now}::timestamptz at time zone h.time_zone) at time zone h.time_zone`;
}

export async function countCompletedSince(
  db: Queryable,
  doctorId: string,
  since: Date,
): Promise<number> {
  const row = await db.one<{ completed: number }>(sql`
    select count(*) as completed from queue_entry
    where doctor_id = ${doctorId} and status = 'completed' and ended_at >= ${since}`);
  return row.completed;
}

export interface DayCountsRow {
  pending: number;
  waiting: number;
  in_progress: number;
  approved_today: number;
  rejected_today: number;
  completed_today: number;
}

/** Counts of the hospital's day [STAFF-2]. */
export function countDay(db: Queryable, hospitalId: string, now: Date): Promise<DayCountsRow> {
  return db.one<DayCountsRow>(sql`
    with today as (select ${startOfToday(now)} as start from hospital h where h.id = ${hospitalId})
    select
      count(*) filter (where e.status = 'pending_approval') as pending,
      count(*) filter (where e.status = 'waiting') as waiting,
      count(*) filter (where e.status = 'in_progress') as in_progress,
      count(*) filter (where e.approved_at >= today.start) as approved_today,
      count(*) filter (where e.status = 'rejected' and e.ended_at >= today.start) as rejected_today,
      count(*) filter (where e.status = 'completed' and e.ended_at >= today.start) as completed_today
    from today left join queue_entry e on e.hospital_id = ${hospitalId}
      and (e.status in ${open} or e.ended_at >= today.start)`);
}
