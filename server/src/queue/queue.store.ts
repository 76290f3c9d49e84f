/** The only SQL on queue entries. The place is derived when read, never stored [QST-11, INV-1]. */
import type {
  CheckInWay,
  DoctorStatus,
  EntryActionName,
  HospitalStanding,
  PlaceReason,
  QueueStatus,
  Urgency,
} from '@baari/contract/constants.ts';
import { completedShown, lineShown, listShown } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import { placeChangesShown } from '@baari/contract/queue.ts';
import { othersThatSuffice } from '@baari/contract/leaving.ts';
import type { WeekPlan } from '@baari/contract/schedule.ts';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { isRelated } from '../people/relation.store.ts';
import { type Queryable, violates } from '../platform/database.ts';
import type { PageWanted } from '../platform/page.rules.ts';
import type { PaceRow } from '../waits/pace.rules.ts';
import type { FitColumn } from '../waits/promises.store.ts';
import { paceColumns } from './doctor-queue.store.ts';
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
  /** As the patient stated it; null unless staff have changed it. */
  stated_urgency: Urgency | null;
  urgency_reason: string | null;
  urgency_changed_at: Date | null;
  rejection_reason: string | null;
  notes: string | null;
  cancelled_by: 'patient' | 'staff' | null;
  token: string | null;
  checked_in_at: Date | null;
  checked_in_by: CheckInWay | null;
  patient_id: string;
  patient_name: string;
  /** As given with the visit; shown while there is a relation. */
  contact_email: string | null;
  contact_phone: string | null;
  /** Whether there is another visit or a booking here; null where lists of open entries leave it out. */
  is_known: boolean | null;
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
  hospital_standing: HospitalStanding;
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
  /** How many others wait for the doctor at the hospital, counted as far as it matters; null where lists leave it out. */
  others_on_site: number | null;
}

/** A change of place as JSON. */
export interface PlaceChangeRow {
  readonly at: string;
  readonly from: number;
  readonly to: number;
  readonly reason: PlaceReason;
  readonly own: boolean;
}

const entryColumns = sql`
  e.id, e.status, e.joined_at, e.approved_at, e.started_at, e.ended_at, e.symptoms, e.urgency,
  e.stated_urgency, e.urgency_reason, e.urgency_changed_at,
  e.rejection_reason, e.notes, e.cancelled_by, e.token, e.checked_in_at, e.checked_in_by,
  e.patient_id, p.name as patient_name, e.contact_email, e.contact_phone,
  holder.name as through, p.account_id,
  e.doctor_id, d.name as doctor_name, d.specialty as doctor_specialty,
  d.department as doctor_department, d.break_until,
  case when e.status = 'waiting' then d.week end as week,
  case when e.status = 'waiting' then h.operating_hours end as hospital_hours,
  e.hospital_id, h.name as hospital_name, h.time_zone as hospital_time_zone,
  h.standing as hospital_standing,
  e.missed_calls, e.called_at, e.back_at, e.changed_version, e.changed_at, e.changed_by,
  changer.name as changed_by_name, e.last_action,
  q.version as queue_version, q.order_version, ${paceColumns}, running.started_at as running_since,
  f.fit`;

/**
 * What is read with an entry. Behind a page of entries they come in this order: with so many tables the
 * planner keeps to it, and must not begin with all entries there are.
 */
const entryJoins = sql`
  join patient p on p.id = e.patient_id
  left join patient holder on holder.id = p.account_id and holder.id <> p.id
  join doctor d on d.id = e.doctor_id
  join hospital h on h.id = e.hospital_id
  join doctor_queue q on q.doctor_id = e.doctor_id
  left join identity."user" changer on changer.id = e.changed_by
  left join wait_fit f on f.hospital_id = e.hospital_id
  left join queue_entry running on running.doctor_id = e.doctor_id
    and running.status = 'in_progress'`;
const entryTables = sql`queue_entry e ${entryJoins}`;

/** The rank of one entry among its doctor's waiting ones; 0 unless it waits. */
const placeOfOne = sql`
  case when e.status = 'waiting' then (
    select count(*) from queue_entry w
    where w.doctor_id = e.doctor_id and w.status = 'waiting'
      and (w.order_key, w.id) <= (e.order_key, e.id)) else 0 end as place`;

/** The latest changes of an entry's place; lists of many are spared them. */
const placeChanges = sql`
  (select coalesce(json_agg(json_build_object('at', c.at, 'from', c.from_place, 'to', c.to_place,
      'reason', c.reason, 'own', c.moved_entry_id = e.id) order by c.id desc), '[]')
    from (select id, at, from_place, to_place, reason, moved_entry_id from place_change
      where entry_id = e.id
      order by id desc limit ${placeChangesShown}) c) as place_changes`;

/** The others who wait for the doctor at the hospital, as many as make a difference. */
const othersOnSite = sql`
  case when e.status in ('pending_approval', 'waiting', 'in_progress') then (
    select count(*) from (
      select from queue_entry w
      where w.doctor_id = e.doctor_id and w.status = 'waiting' and w.checked_in_at is not null
        and w.id <> e.id
      limit ${othersThatSuffice}) others) end as others_on_site`;

const othersUncounted = sql`null::bigint as others_on_site`;

/** By something else than the entry itself, whose own state the view judges. */
const known = sql`
  ${isRelated(sql`e.patient_id`, sql`e.hospital_id`, sql`and k.id <> e.id`)} as is_known`;

const knownUnasked = sql`null::boolean as is_known`;

const noPlaceChanges = sql`'[]'::json as place_changes`;

function selectOne(where: Sql): Sql {
  return sql`select ${entryColumns}, ${placeOfOne}, ${placeChanges}, ${othersOnSite}, ${known} from ${entryTables} where ${where}`;
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

/** The states in which a person is in a queue. */
export const open = sql`('pending_approval', 'waiting', 'in_progress')`;

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
    order by e.joined_at, e.id limit ${listShown}`);
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

/** A page of a hospital's requests, oldest first, behind an entry that was one. */
export function listPendingOfHospital(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<EntryRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (joined_at, id) > (select joined_at, id from queue_entry where id = ${after})`;
  return db.many<EntryRow>(sql`
    select ${entryColumns}, ${noPlaceChanges}, ${othersUncounted}, ${knownUnasked}, 0 as place
    from (
      select id from queue_entry
      where hospital_id = ${hospitalId} and status = 'pending_approval' ${behind}
      order by joined_at, id limit ${limit}
    ) page join queue_entry e on e.id = page.id ${entryJoins}
    order by e.joined_at, e.id`);
}

export async function countOfHospital(
  db: Queryable,
  hospitalId: string,
  status: 'pending_approval' | 'waiting',
): Promise<number> {
  const row = await db.one<{ total: number }>(sql`
    select count(*) as total from queue_entry
    where hospital_id = ${hospitalId} and status = ${status}
      and status in ('pending_approval', 'waiting', 'in_progress')`);
  return row.total;
}

/**
 * A page of the waiting entries with their places, by doctor's name and place, behind an entry that was
 * one. Lines are only counted; people and doctors are read for the page.
 */
export function listWaitingOfHospital(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<EntryRow[]> {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(doctor_name, doctor_id, order_key, id) > (
          select o.name, a.doctor_id, a.order_key, a.id
          from queue_entry a join doctor o on o.id = a.doctor_id where a.id = ${after})`;
  return db.many<EntryRow>(sql`
    select ${entryColumns}, ${noPlaceChanges}, ${othersUncounted}, ${knownUnasked}, page.place
    from (
      select id, doctor_id, order_key, doctor_name, place from (
        select w.id, w.doctor_id, w.order_key, o.name as doctor_name,
          row_number() over (partition by w.doctor_id order by w.order_key, w.id) as place
        from queue_entry w join doctor o on o.id = w.doctor_id
        where w.hospital_id = ${hospitalId} and w.status = 'waiting') line
      where ${behind}
      order by doctor_name, doctor_id, order_key, id limit ${limit}
    ) page join queue_entry e on e.id = page.id ${entryJoins}
    order by page.doctor_name, page.doctor_id, page.place`);
}

/**
 * In consultation, then the first who wait by place; with an instant, then the latest of those completed
 * since, newest first.
 */
export function listEntriesOfDoctor(
  db: Queryable,
  doctorId: string,
  completedSince: Date | undefined,
): Promise<EntryRow[]> {
  const completed =
    completedSince === undefined
      ? empty
      : sql`union all (
          select id, 0 as place from queue_entry
          where doctor_id = ${doctorId} and status = 'completed' and ended_at >= ${completedSince}
          order by ended_at desc, id limit ${completedShown})`;
  return db.many<EntryRow>(sql`
    select ${entryColumns}, ${noPlaceChanges}, ${othersUncounted}, ${knownUnasked}, listed.place
    from (
      select id, 0 as place from queue_entry
      where doctor_id = ${doctorId} and status = 'in_progress'
      union all (
        select id, row_number() over (order by order_key, id) as place from queue_entry
        where doctor_id = ${doctorId} and status = 'waiting'
        order by order_key, id limit ${lineShown})
      ${completed}
    ) listed join queue_entry e on e.id = listed.id ${entryJoins}
    order by array_position(array['in_progress', 'waiting', 'completed'], e.status), listed.place, e.ended_at desc, e.id`);
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
    select ${entryColumns}, ${placeChanges}, ${knownUnasked}, line.place,
      line.on_site - (e.checked_in_at is not null)::int as others_on_site
    from ${entryTables}
    join (
      select id, row_number() over (order by order_key, id) as place,
        count(checked_in_at) over () as on_site
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
    select ${entryColumns}, ${noPlaceChanges}, ${knownUnasked}, coalesce(line.place, 0) as place,
      line.on_site - (e.checked_in_at is not null)::int as others_on_site
    from ${entryTables}
    left join (
      select id, row_number() over (order by order_key, id) as place,
        count(checked_in_at) over () as on_site
      from queue_entry where doctor_id = ${doctorId} and status = 'waiting'
    ) line on line.id = e.id
    where e.doctor_id = ${doctorId} and p.account_id is not null
      and (e.status in ('waiting', 'in_progress') or ${endedUnseen(endedSince)})
    order by e.joined_at, e.id`);
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
  hospital_standing: HospitalStanding;
}

export function findDoctorForRequest(
  db: Queryable,
  doctorId: string,
): Promise<DoctorForRequest | undefined> {
  return db.maybeOne<DoctorForRequest>(sql`
    select d.id, d.hospital_id, d.status, h.standing as hospital_standing
    from doctor d join hospital h on h.id = d.hospital_id
    where d.id = ${doctorId} and d.deactivated_at is null`);
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
    urgency: change.judged?.urgency,
    urgency_reason: change.judged?.reason,
    urgency_changed_at: change.judged?.at,
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
  if (change.judged !== undefined) {
    assignments.push(sql`stated_urgency = coalesce(stated_urgency, urgency)`);
  }
  if (change.missedCallAt !== undefined) assignments.push(sql`missed_calls = missed_calls + 1`);
  // From here on whoever comes later has a greater number.
  if (change.approvedAt !== undefined) assignments.push(sql`line_number = nextval('line_number')`);
  await tx.run(sql`update queue_entry set ${join(assignments)} where id = ${id}`);
}

const columnSql = {
  status: sql`status`,
  order_key: sql`order_key`,
  notes: sql`notes`,
  urgency: sql`urgency`,
  urgency_reason: sql`urgency_reason`,
  urgency_changed_at: sql`urgency_changed_at`,
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

/** The place of a waiting entry as it is now. */
export async function readPlace(tx: Queryable, id: string): Promise<number> {
  const row = await tx.one<{ place: number }>(sql`
    select ${placeOfOne} from queue_entry e where e.id = ${id}`);
  return row.place;
}
