/**
 * All SQL on queue entries. The position in line is computed when read, never stored [QST-11,
 * INV-1].
 */
import {
  type CheckInWay,
  completedShown,
  type DoctorStatus,
  lineShown,
  listShown,
  type PlaceReason,
  type SaidOverWord,
  type Urgency,
  type VisitKind,
  type VisitKindSource,
} from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import { placeChangesShown } from '@baari/contract/queue/queue.ts';
import type { PublishedAction } from '@baari/contract/queue/queue-actions.ts';
import type { Interval, WeekPlan } from '@baari/contract/hospital/schedule.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { limitColumns } from '../limits/limits.store.ts';
import { isContactProved, isPhoneProved, isRelated } from '../people/relation.store.ts';
import {
  type Column,
  changes,
  leftJoined,
  type RowOf,
  returning,
  rows,
  type Statement,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import { type Queryable, send, violates } from '../platform/database/database.ts';
import { authorName } from '../platform/hospital-sql/author-name.store.ts';
import { startOfDay } from '../platform/hospital-sql/hospital-time.ts';
import { drawnNumber } from '../platform/events/event-log.store.ts';
import type { PageWanted } from '../platform/database/page.rules.ts';
import {
  doctorStatus,
  entriesInLine,
  entriesToCome,
  entriesWithoutVisit,
  entryStatus,
  openEntries,
} from '../platform/hospital-sql/statuses.ts';
import { sessionsOf } from '../schedule/sessions.store.ts';
import { isAwayFrom, numbersOf, sharedBesides } from '../waits/called-besides.store.ts';
import { isPresent, learntColumns, waitsSince } from '../waits/line-columns.store.ts';
import { kindOf } from '../waits/visit-kind.store.ts';
import type { Calibration } from '../waits/calibration.rules.ts';
import type { SharedBeside } from '../waits/points.rules.ts';
import type { EntryChange } from './queue.rules.ts';
import type { Token } from './tokens/token.rules.ts';

const e = table('queue_entry', 'e');
const p = table('patient', 'p');
/**
 * The doctor of the entry. An entry is either in a doctor's line or in a shared line; the other of
 * these two is null.
 */
const d = table('doctor', 'd');
const shared = leftJoined('shared_line', 'shared');
const h = table('hospital', 'h');
const q = table('doctor_queue', 'q');
const running = leftJoined('queue_entry', 'running');
const last = leftJoined('queue_entry', 'last');

/** The columns of the table of queue entries. */
const entryColumns = {
  id: e.id,
  status: e.status,
  joined_at: e.joined_at,
  approved_at: e.approved_at,
  started_at: e.started_at,
  ended_at: e.ended_at,
  symptoms: e.symptoms,
  urgency: e.urgency,
  /** The urgency that the patient stated; null unless staff have changed the urgency. */
  stated_urgency: e.stated_urgency,
  urgency_reason: e.urgency_reason,
  urgency_changed_at: e.urgency_changed_at,
  /**
   * The kind of visit, who stated it, and the expected length as a multiple of the usual length.
   */
  visit_kind: typed<VisitKind | null>(e.visit_kind),
  visit_kind_by: typed<VisitKindSource | null>(e.visit_kind_by),
  counts_as: e.counts_as,
  needs_interpreter: e.needs_interpreter,
  /**
   * When it was noted that no message of the last call, or of the last "leave now", reached the
   * patient; null if one did or none was sent.
   */
  not_reached_at: e.not_reached_at,
  rejection_reason: e.rejection_reason,
  notes: e.notes,
  cancelled_by: e.cancelled_by,
  close_reason: e.close_reason,
  close_word: e.close_word,
  token: e.token,
  /**
   * The entry's booking, its booked time, and the time at which the patient is due; null without a
   * booking.
   */
  appointment_id: e.appointment_id,
  booked_for: e.booked_for,
  due_at: e.due_at,
  checked_in_at: e.checked_in_at,
  checked_in_by: e.checked_in_by,
  /**
   * The email address that was given with the visit. Staff see it while the hospital is treating
   * the patient.
   */
  contact_email: e.contact_email,
  contact_phone: e.contact_phone,
  patient_id: e.patient_id,
  /**
   * The id of a doctor or a shared line. The column has its old name, because server processes of
   * older versions use it.
   */
  line_id: e.doctor_id,
  hospital_id: e.hospital_id,
  missed_calls: e.missed_calls,
  moved_from_line_id: e.moved_from_doctor_id,
  moved_at: e.moved_at,
  called_at: e.called_at,
  back_at: e.back_at,
  /** How often the patient has asked for a delay, and the latest delay. */
  delays: e.delays,
  delayed_at: e.delayed_at,
  delayed_minutes: e.delayed_minutes,
  said_over: typed<SaidOverWord | null>(e.said_over),
  said_over_at: e.said_over_at,
  /** The version of the line right after the last change of this entry. */
  changed_version: e.changed_version,
  changed_at: e.changed_at,
  changed_by: e.changed_by,
  last_action: typed<PublishedAction | null>(e.last_action),
  /** The time at which staff last restored the entry after it had ended. */
  brought_back_at: e.brought_back_at,
  /**
   * Whether the entry is in a shared line. `service_point_id` is the service point that last served
   * the patient.
   */
  is_shared: e.is_shared,
  service_point_id: e.service_point_id,
  /** The queue entry of the visit's first step; null for a visit of one step. */
  visit_id: e.visit_id,
};

/**
 * The SQL for a service point's planned state as JSON: whether the point is closed, since when, and
 * its planned hours.
 */
export function plannedOf(point: Sql): Sql {
  return sql`'is_closed', ${point}.state = 'closed', 'state_since', ${point}.state_since,
    'hours', ${point}.hours`;
}

/**
 * The SQL for the time since which an open or paused service point calls nobody; null if the point
 * calls patients.
 */
export function pausedSince(point: Sql): Sql {
  return sql`(case when ${point}.state = 'paused' then ${point}.state_since
    when ${isAwayFrom(point)} then coalesce(
      (select oq.interrupted_at from doctor_queue oq where oq.doctor_id = ${point}.doctor_id),
      ${point}.state_since) end)`;
}

/**
 * Selects entries that wait or may wait. Pending entries are included, because the response to an
 * approval shows the wait.
 */
const mayWait = sql`e.status in ${entriesToCome}`;

/**
 * The status of an entry's line. A shared line that accepts no patients counts as a doctor who is
 * Offline.
 */
const lineStatus = sql`coalesce(d.status,
  case when shared.is_open then ${doctorStatus.Available} else ${doctorStatus.Offline} end)`;

/**
 * The columns of an entry's patient and line. A single column is read by a subquery, because each
 * joined table makes the rows wider.
 */
const joinedColumns = {
  /** The time at which the hospital first saw the patient at another step of the same visit. */
  first_seen_at: typed<Date | null>(sql`
    (select min(coalesce(o.checked_in_at, o.started_at)) from queue_entry o
      where o.visit_id = e.visit_id and o.id <> e.id)`),
  patient_name: p.name,
  /** The name of the account holder, if the patient is another person of the account. */
  through: typed<string | null>(sql`
    (select o.name from patient o where o.id = p.account_id and o.id <> p.id)`),
  account_id: p.account_id,
  is_contact_proved: typed<boolean>(isContactProved(sql`p`)),
  is_phone_proved: typed<boolean>(isPhoneProved(sql`p`, sql`e.contact_phone`)),
  line_name: typed<string>(sql`coalesce(d.name, shared.name)`),
  /** The names of a shared line in other languages; null for a doctor's line. */
  line_names: typed<LineNames | null>(sql`shared.names`),
  doctor_specialty: typed<string>(sql`coalesce(d.specialty, '')`),
  doctor_department: typed<string>(sql`coalesce(d.department, shared.department, '')`),
  doctor_status: typed<DoctorStatus>(lineStatus),
  break_until: d.break_until,
  /** The room of the doctor or of the shared line. */
  room: typed<string | null>(sql`coalesce(d.room, shared.room)`),
  /** The kind of the shared line; null for a doctor's. */
  service: shared.kind,
  point_name: typed<string | null>(sql`
    (select o.name from service_point o where o.id = e.service_point_id)`),
  point_names: typed<LineNames | null>(sql`
    (select o.names from service_point o where o.id = e.service_point_id)`),
  /**
   * The doctor's weekly hours, for the forecast of the wait; null unless the entry is waiting or
   * pending.
   */
  week: typed<WeekPlan | null>(sql`case when ${mayWait} then d.week end`),
  /**
   * The hospital's opening hours, for the forecast and for the opening time; null unless the entry
   * is waiting or pending.
   */
  hospital_hours: typed<WeekHours | null>(sql`case when ${mayWait} then h.operating_hours end`),
  moved_from: typed<string | null>(sql`
    coalesce((select o.name from doctor o where o.id = e.moved_from_doctor_id),
      (select o.name from shared_line o where o.id = e.moved_from_doctor_id))`),
  moved_from_names: typed<LineNames | null>(sql`
    (select o.names from shared_line o where o.id = e.moved_from_doctor_id)`),
  hospital_name: h.name,
  hospital_time_zone: h.time_zone,
  hospital_standing: h.standing,
  changed_by_name: authorName(sql`e.changed_by`),
  queue_version: q.version,
  /** The version of the line after the last change of its order. */
  order_version: q.order_version,
  ...learntColumns,
  forecast: typed<Calibration | null>(sql`
    (select f.forecast from wait_fit f where f.hospital_id = e.hospital_id)`),
  /** The time at which the doctor's present consultation began. */
  running_since: running.started_at,
  /** The service points of the shared line in which the entry waits. */
  at_points: typed<readonly PointAtRow[] | null>(sql`
    case when e.is_shared and ${mayWait} then (
      select coalesce(json_agg(json_build_object('serves', o.started_at,
        'paused', ${pausedSince(sql`s`)}, 'away', ${isAwayFrom(sql`s`)},
        ${plannedOf(sql`s`)}, 'own', ${numbersOf(sql`s.doctor_id`)})), '[]')
      from service_point s left join queue_entry o
        on o.doctor_id = coalesce(s.doctor_id, s.line_id) and o.status = ${entryStatus.in_progress}
          and o.service_point_id is not distinct from case when s.doctor_id is null then s.id end
      where s.line_id = e.doctor_id and s.removed_at is null) end`),
  /**
   * The number that each patient who can be called got on joining, in the order of the line. Only
   * for a line for any doctor; null for other lines.
   */
  at_numbers: typed<readonly number[] | null>(sql`
    case when ${mayWait} and shared.kind = 'any_doctor' then ${numbersOf(sql`e.doctor_id`)} end`),
  /**
   * The shared lines from which the doctor also calls patients. Only for a doctor's own line; null
   * for a shared line.
   */
  shared_besides: typed<readonly SharedBeside[] | null>(sql`
    case when ${mayWait} and not e.is_shared then ${sharedBesides(sql`e.doctor_id`)} end`),
  /** The expected length of the visit in consultation now, as a multiple of the usual length. */
  running_counts_as: running.counts_as,
};

/**
 * A service point as JSON: when its patient was called, since when the point is paused, and its
 * planned hours.
 */
export interface PointAtRow {
  readonly serves: string | null;
  readonly paused: string | null;
  /** Whether the doctor of the point calls nobody at present. */
  readonly away: boolean;
  readonly is_closed: boolean;
  /** The time at which the point was last opened, paused or closed; null if it never was. */
  readonly state_since: string | null;
  readonly hours: readonly Interval[];
  /**
   * For a doctor's service point: the numbers that patients who wait for this doctor only got on
   * joining. Empty for a counter.
   */
  readonly own: readonly number[];
}

/** A position change as JSON. */
export interface PlaceChangeRow {
  readonly at: string;
  readonly from: number;
  readonly to: number;
  readonly reason: PlaceReason;
  readonly own: boolean;
}

/**
 * The SQL joins of an entry. They must follow a subquery that selects one page of entries, in this
 * order. With so many tables the planner keeps the written order of the joins, and it must not
 * start by reading all entries.
 */
export const entryJoins = sql`
  join patient p on p.id = e.patient_id
  left join doctor d on d.id = e.doctor_id
  left join shared_line shared on shared.id = e.doctor_id
  join hospital h on h.id = e.hospital_id
  join doctor_queue q on q.doctor_id = e.doctor_id
  left join queue_entry running on running.doctor_id = e.doctor_id
    and running.status = ${entryStatus.in_progress} and running.service_point_id is null`;
const entryTables = sql`queue_entry e ${entryJoins}`;

const w = sql`w`;
const isBefore = sql`(w.order_key, w.id) < (e.order_key, e.id)`;
const isAhead = sql`${isPresent(w)} and (e.status <> ${entryStatus.waiting} or ${isBefore})`;
/**
 * Counts the waiting patients of an entry's line, in total and ahead of the entry, in one scan. An
 * entry that does not wait counts as being at the end of the line.
 */
const lineAround = (which: Sql) => sql`cross join lateral (
  select count(*) as waiting, max(w.order_key) as last_key,
    count(*) filter (where not ${isPresent(w)}) as away,
    1 + count(*) filter (where ${isBefore}) as place,
    count(*) filter (where ${isAhead}) as ahead,
    coalesce(sum(w.counts_as) filter (where ${isAhead}), 0) as ahead_visits,
    min(${waitsSince(w)}) filter (where ${isPresent(w)}) as waiting_since
  from queue_entry w
  where w.doctor_id = e.doctor_id and w.status = ${entryStatus.waiting} ${which}) line`;
/**
 * Computes the counts of the line for an open entry. `lineOfAny` also computes them for an ended
 * entry, whose end may be undone.
 */
export const lineOfOne = lineAround(sql`and e.status in ${openEntries}`);
const lineOfAny = lineAround(empty);

/**
 * The position of one entry among the waiting entries of its line; 0 if the entry does not wait.
 */
const placeOfOne = typed<number>(
  sql`case when e.status = ${entryStatus.waiting} then line.place else 0 end`,
);
/** How many of the patients ahead of this entry can be called. */
const aheadOfOne = typed<number>(sql`line.ahead`);
/** The number of patients ahead who can be called, weighted by length of visit. */
const visitsAheadOfOne = typed<number>(sql`line.ahead_visits`);
/**
 * The time since which the patient who has waited longest in this line, and can be called, has
 * waited.
 */
const lineWaitsSince = typed<Date | null>(sql`line.waiting_since`);

/** The latest position changes of an entry, newest first. Lists of entries leave them out. */
const placeChanges = typed<readonly PlaceChangeRow[]>(sql`
  (select coalesce(json_agg(json_build_object('at', c.at, 'from', c.from_place, 'to', c.to_place,
      'reason', c.reason, 'own', c.moved_entry_id = e.id) order by c.id desc), '[]')
    from (select id, at, from_place, to_place, reason, moved_entry_id from place_change
      where entry_id = e.id order by id desc limit ${placeChangesShown}) c)`);

const noPlaceChanges = typed<readonly PlaceChangeRow[]>(sql`'[]'::json`);

/**
 * Whether this hospital knows the patient from a booking or from a visit other than the present
 * one.
 */
const known = typed<boolean | null>(
  isRelated(sql`e.patient_id`, sql`e.hospital_id`, sql`and k.id <> e.id`),
);
const knownUnasked = typed<boolean | null>(sql`null::boolean`);

/** The columns of a single entry with its patient and line. */
const entry = {
  ...entryColumns,
  ...joinedColumns,
  place: placeOfOne,
  place_changes: placeChanges,
  ahead: aheadOfOne,
  ahead_visits: visitsAheadOfOne,
  waiting_since: lineWaitsSince,
  /**
   * Whether the patient has another visit or a booking at this hospital. Null in lists of open
   * entries, which do not read it.
   */
  is_known: known,
};
/** Reserves the number of the event that the following change of the entry records. */
const eventDrawn = { drawn_number: drawnNumber };
export type EntryRow = RowOf<typeof entry>;

/**
 * The columns with each waiting entry's position and with the counts for its forecast. They are
 * computed over the lines of a list.
 */
function countedOver(line: Sql): Sql {
  return sql`
    row_number() over (${line} order by w.order_key, w.id) as place,
    count(*) filter (where ${isPresent(w)}) over (${line} order by w.order_key, w.id
      rows between unbounded preceding and 1 preceding) as ahead,
    coalesce(sum(w.counts_as) filter (where ${isPresent(w)}) over (${line} order by w.order_key, w.id
      rows between unbounded preceding and 1 preceding), 0) as ahead_visits,
    min(${waitsSince(w)}) filter (where ${isPresent(w)}) over (${line}) as waiting_since`;
}

/**
 * The columns of an entry in a list. The position is the one that the list's query has computed.
 */
function listedIn(list: Sql) {
  return {
    ...entryColumns,
    ...joinedColumns,
    place: typed<number>(sql`coalesce(${list}.place, 0)`),
    ahead: typed<number>(sql`coalesce(${list}.ahead, 0)`),
    ahead_visits: typed<number>(sql`coalesce(${list}.ahead_visits, 0)`),
    waiting_since: typed<Date | null>(sql`${list}.waiting_since`),
    place_changes: noPlaceChanges,
    is_known: knownUnasked,
  };
}

/**
 * The columns of listed entries without a position. Lists show no wait for pending entries and for
 * patients with a doctor.
 */
const entryOfNoPlace = {
  ...listedIn(sql`page`),
  place: typed<number>(sql`0`),
  ahead: typed<number>(sql`0`),
  ahead_visits: typed<number>(sql`0::float8`),
  waiting_since: typed<Date | null>(sql`null::timestamptz`),
};
const entryOfPage = listedIn(sql`page`);
const entryOfDoctor = listedIn(sql`listed`);
const followedEntry = listedIn(sql`line`);
export const visitOfDay = { ...listedIn(sql`line`), place: placeOfOne };
const entryOfLine = {
  ...listedIn(sql`line`),
  place_changes: placeChanges,
};

const selectEntry = select(entry);

/**
 * Selects entries, each with the counts of its line. `rest` is the SQL after the tables: conditions
 * and order.
 */
function entriesOf(rest: Sql): Statement<EntryRow> {
  return selectEntry`from ${entryTables} ${lineOfOne} ${rest}`;
}

export function findEntry(db: Queryable, id: string): Promise<EntryRow | undefined> {
  return db.maybeOne(entriesOf(sql`where e.id = ${id}`));
}

/** The hospital's entries with these ids, in no order. */
export function findEntries(
  db: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<EntryRow[]> {
  return db.many(
    entriesOf(sql`where e.id = any(${ids}::uuid[]) and e.hospital_id = ${hospitalId}`),
  );
}

/** The end of the hospital's day that contains a date or an instant. */
function endOfDayOf(day: Sql): Sql {
  return startOfDay(sql`${day} + 1`, sql`h.time_zone`);
}

/**
 * An entry with the facts of its line. For a pending entry, it is the line that the patient would
 * join.
 */
const entryInLine = {
  ...entry,
  ...eventDrawn,
  /**
   * The doctor's weekly hours. They are read even before the entry waits, because the wait is shown
   * as soon as the entry is waiting.
   */
  week: typed<WeekPlan | null>(d.week),
  hospital_hours: typed<WeekHours | null>(h.operating_hours),
  /**
   * The number of patients who wait for the doctor. `away` is how many of these patients are on
   * hold.
   */
  waiting: typed<number>(sql`line.waiting`),
  away: typed<number>(sql`line.away`),
  /** Whether the operator has closed the hospital since the patient's request. */
  is_closed: typed<boolean>(sql`h.closed_at is not null`),
  /** The sort key of the last entry in line; null for an empty line. */
  last_key: typed<number | null>(sql`line.last_key`),
  /**
   * The entry's own sort key, kept when the entry leaves the line; null if it was never in a line.
   */
  order_key: e.order_key,
  line_number: e.line_number,
  /** The end of the day on which the entry ended; null while the entry is open. */
  past_from: typed<Date | null>(endOfDayOf(sql`(e.ended_at at time zone h.time_zone)::date`)),
  /** The end of the day for which the entry's token was issued; null without a token. */
  token_until: typed<Date | null>(endOfDayOf(sql`e.token_day`)),
  is_former: typed<boolean>(sql`(coalesce(d.deactivated_at, shared.removed_at) is not null)`),
  /** Whether another patient is at the service point where this entry was served. */
  is_point_taken: typed<boolean>(sql`(e.service_point_id is not null and exists (
    select from queue_entry o where o.service_point_id = e.service_point_id
      and o.doctor_id = e.doctor_id and o.status = ${entryStatus.in_progress} and o.id <> e.id))`),
  /** Whether the counter where this entry was served is closed or removed. */
  is_point_shut: typed<boolean>(sql`exists (
    select from service_point o where o.id = e.service_point_id
      and (o.state = 'closed' or o.removed_at is not null))`),
  /**
   * The number of consultations after which the doctor takes a break; null if the doctor takes
   * none.
   */
  break_after: typed<number | null>(sql`
    (select o.break_after from doctor_settings o where o.doctor_id = e.doctor_id)`),
  /**
   * The start of the doctor's last completed consultation, only for entries that may be called in.
   * A call that the patient missed does not count.
   */
  last_started_at: last.started_at,
  last_ended_at: last.ended_at,
  last_counts_as: last.counts_as,
};
export type EntryInLine = RowOf<typeof entryInLine>;

/**
 * Reads one entry with its line. The result cannot change while the caller holds the line's lock.
 */
export function findEntryInLine(db: Queryable, id: string): Promise<EntryInLine | undefined> {
  return db.maybeOne(select(entryInLine)`
    from ${entryTables} ${lineOfAny}
      left join lateral (
        select c.started_at, c.ended_at, c.counts_as from queue_entry c
        where e.status = ${entryStatus.waiting} and c.doctor_id = e.doctor_id and c.started_at is not null
          and c.status = ${entryStatus.completed}
        order by c.started_at desc limit 1) last on true
    where e.id = ${id}`);
}

/** Finds the open entry of the people of an account; if several are open, the newest. */
export function findOpenEntryOfAccount(
  db: Queryable,
  accountId: string,
): Promise<EntryRow | undefined> {
  return db.maybeOne(
    entriesOf(sql`
      where p.account_id = ${accountId} and e.status in ${openEntries}
      order by e.joined_at desc limit 1`),
  );
}

/** Lists every open entry of the people of an account, oldest first. */
export function listOpenOfAccount(db: Queryable, accountId: string): Promise<EntryRow[]> {
  return db.many(
    entriesOf(sql`
      where p.account_id = ${accountId} and e.status in ${openEntries}
      order by e.joined_at, e.id limit ${listShown}`),
  );
}

export function findOpenEntryOfPatient(
  db: Queryable,
  patientId: string,
): Promise<EntryRow | undefined> {
  return db.maybeOne(
    entriesOf(sql`where e.patient_id = ${patientId} and e.status in ${openEntries}`),
  );
}

export async function isInQueue(db: Queryable, patientId: string): Promise<boolean> {
  return (await db.one(select({ found: isOpenFor(patientId) })``)).found;
}

function isOpenFor(patientId: string): Column<boolean> {
  return typed<boolean>(sql`exists (select from queue_entry
    where patient_id = ${patientId} and status in ${openEntries})`);
}

/** Lists the finished entries of all people of the account, or of one person. */
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
  return db.many(
    entriesOf(sql`
      where ${whose} and e.status not in ${openEntries} and not ${wasTakenBack}
      order by e.ended_at desc, e.id limit ${limit}`),
  );
}

/** How many finished steps of each visit the account's history holds. */
export async function countFinishedStops(
  db: Queryable,
  visitIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counted = { id: typed<string>(sql`e.visit_id`), stops: typed<number>(sql`count(*)::int`) };
  const rows = await db.many(select(counted)`
    from queue_entry e
    where e.visit_id = any(${visitIds}::uuid[]) and e.status not in ${openEntries}
      and not ${wasTakenBack}
    group by e.visit_id`);
  return new Map(rows.map(({ id, stops }) => [id, stops]));
}

/**
 * Whether an entry ended because the check-in of a booking was undone. Such an entry was no visit,
 * and the booking still exists.
 */
const wasTakenBack = sql`
  (e.status = ${entryStatus.cancelled} and e.last_action = 'undo_check_in')`;

/** Finished entries of one patient at one hospital, latest first. */
export function listFinishedOfPatient(
  db: Queryable,
  patientId: string,
  hospitalId: string,
  limit: number,
): Promise<EntryRow[]> {
  return db.many(
    entriesOf(sql`
      where e.patient_id = ${patientId} and e.hospital_id = ${hospitalId}
        and e.status not in ${openEntries} and not ${wasTakenBack}
      order by e.ended_at desc, e.id limit ${limit}`),
  );
}

/** Whether a patient has, or had, an entry in any line of a hospital. */
export async function isPatientOf(
  db: Queryable,
  patientId: string,
  hospitalId: string,
): Promise<boolean> {
  const found = sql`exists (select from queue_entry
    where patient_id = ${patientId} and hospital_id = ${hospitalId})`;
  return (await db.one(select({ found: typed<boolean>(found) })``)).found;
}

/** Lists one page of a hospital's pending requests, oldest first, beginning after a given entry. */
export function listPendingOfHospital(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<EntryRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (joined_at, id) > (select joined_at, id from queue_entry where id = ${after})`;
  return db.many(select(entryOfNoPlace)`
    from (
      select id from queue_entry
      where hospital_id = ${hospitalId} and status = ${entryStatus.pending_approval} ${behind}
      order by joined_at, id limit ${limit}
    ) page join queue_entry e on e.id = page.id ${entryJoins}
    order by e.joined_at, e.id`);
}

/**
 * The number of a hospital's entries with a status. The redundant condition on open statuses lets
 * PostgreSQL use their partial index.
 */
export async function countOfHospital(
  db: Queryable,
  hospitalId: string,
  status: 'pending_approval' | 'waiting' | 'in_progress',
): Promise<number> {
  const row = await db.one(select({ total: typed<number>(sql`count(*)`) })`
    from queue_entry
    where hospital_id = ${hospitalId} and status = ${status}
      and status in ${openEntries}`);
  return row.total;
}

/** The joins that read the owner of an entry's line: a doctor or a shared line. */
function ownersOf(entry: Sql): Sql {
  return sql`left join doctor o on o.id = ${entry}.doctor_id
    left join shared_line l on l.id = ${entry}.doctor_id`;
}
const ownerName = sql`coalesce(o.name, l.name)`;

/**
 * Lists one page of the waiting entries with positions, by doctor's name and position, beginning
 * after a given entry. The whole lines are only counted. Patients and doctors are read only for the
 * entries of the page.
 */
export function listWaitingOfHospital(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<EntryRow[]> {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(line_name, doctor_id, order_key, id) > (
          select ${ownerName}, a.doctor_id, a.order_key, a.id
          from queue_entry a ${ownersOf(sql`a`)} where a.id = ${after})`;
  return db.many(select(entryOfPage)`
    from (
      select id, doctor_id, order_key, line_name, place, ahead, ahead_visits, waiting_since from (
        select w.id, w.doctor_id, w.order_key, ${ownerName} as line_name,
          ${countedOver(sql`partition by w.doctor_id`)}
        from queue_entry w ${ownersOf(sql`w`)}
        where w.hospital_id = ${hospitalId} and w.status = ${entryStatus.waiting}) line
      where ${behind}
      order by line_name, doctor_id, order_key, id limit ${limit}
    ) page join queue_entry e on e.id = page.id ${entryJoins}
    order by page.line_name, page.doctor_id, page.place`);
}

/**
 * Lists one page of the patients who are with a hospital's doctors, by doctor's name, beginning
 * after a given entry.
 */
export function listInsideOfHospital(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<EntryRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (${ownerName}, i.doctor_id, i.id) > (
          select ${ownerName}, a.doctor_id, a.id
          from queue_entry a ${ownersOf(sql`a`)} where a.id = ${after})`;
  return db.many(select(entryOfNoPlace)`
    from (
      select i.id, ${ownerName} as name, i.doctor_id
      from queue_entry i ${ownersOf(sql`i`)}
      where i.hospital_id = ${hospitalId} and i.status = ${entryStatus.in_progress}
        and i.status in ${openEntries} ${behind}
      order by ${ownerName}, i.doctor_id, i.id limit ${limit}
    ) page join queue_entry e on e.id = page.id ${entryJoins}
    order by page.name, page.doctor_id, page.id`);
}

const shownFirst = sql`array[${entryStatus.in_progress}, ${entryStatus.waiting}, ${entryStatus.completed}]`;

/**
 * Lists the patient in consultation, then the first waiting patients by position. If `since` is
 * given, lists also the entries completed since that time, newest first.
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
          select id, 0 as place, 0 as ahead, 0::float8 as ahead_visits, null as waiting_since from queue_entry
          where doctor_id = ${doctorId} and status = ${entryStatus.completed} and ended_at >= ${completedSince}
          order by ended_at desc, id limit ${completedShown})`;
  return db.many(select(entryOfDoctor)`
    from (
      select id, 0 as place, 0 as ahead, 0::float8 as ahead_visits, null::timestamptz as waiting_since
      from queue_entry
      where doctor_id = ${doctorId} and status = ${entryStatus.in_progress}
      union all (
        select w.id, ${countedOver(empty)} from queue_entry w
        where w.doctor_id = ${doctorId} and w.status = ${entryStatus.waiting}
        order by order_key, id limit ${lineShown})
      ${completed}
    ) listed join queue_entry e on e.id = listed.id ${entryJoins}
    order by array_position(${shownFirst}, e.status), listed.place, e.ended_at desc, e.id`);
}

/**
 * Lists the positions of some accounts' waiting patients in a doctor's line, for notifications. The
 * whole line is only counted. Patient and doctor are read only for the requested entries.
 */
export function listWaitingOfAccounts(
  db: Queryable,
  doctorId: string,
  accountIds: readonly string[],
): Promise<EntryRow[]> {
  return db.many(select(entryOfLine)`
    from ${entryTables}
    join (
      select w.id, ${countedOver(empty)}
      from queue_entry w where w.doctor_id = ${doctorId} and w.status = ${entryStatus.waiting}
    ) line on line.id = e.id
    where p.account_id = any(${accountIds}::uuid[])`);
}

/**
 * Lists entries of people with an account or a phone number, who may need a notification. The
 * entries are open, or have ended without a visit since a given time.
 */
export function listFollowedEntries(
  db: Queryable,
  doctorId: string,
  endedSince: Date,
): Promise<EntryRow[]> {
  return db.many(select(followedEntry)`
    from ${entryTables}
    left join (
      select w.id, ${countedOver(empty)}
      from queue_entry w where w.doctor_id = ${doctorId} and w.status = ${entryStatus.waiting}
    ) line on line.id = e.id
    where e.doctor_id = ${doctorId} and ${isReachable}
      and (e.status in ${entriesInLine} or ${newsSince(endedSince)})
    order by e.joined_at, e.id`);
}

/**
 * Whether a line still has this version. Within a transaction the line then keeps it until the
 * transaction ends.
 */
export async function isLineAt(tx: Queryable, doctorId: string, version: number): Promise<boolean> {
  const row = await tx.maybeOne(select({ version: q.version })`
    from doctor_queue q where q.doctor_id = ${doctorId} for share`);
  return row?.version === version;
}

/** The lines that contain entries which may need a notification. */
export async function listFollowedLines(db: Queryable, endedSince: Date): Promise<string[]> {
  const rows = await db.many(select({ line_id: e.doctor_id })`
    from queue_entry e join patient p on p.id = e.patient_id
    where ${isReachable}
      and (e.status in ${entriesInLine} or ${newsSince(endedSince)})
    group by e.doctor_id`);
  return rows.map(({ line_id }) => line_id);
}

/** Whether the patient has an account, or gave a phone at the desk. */
const isReachable = sql`(p.account_id is not null or e.contact_phone is not null)`;

/**
 * Whether an entry ended without a visit since a given time, or is pending again because staff
 * restored it.
 */
function newsSince(since: Date): Sql {
  return sql`((e.status in ${entriesWithoutVisit} and e.ended_at >= ${since})
    or (e.status = ${entryStatus.pending_approval} and e.brought_back_at >= ${since}))`;
}

const doctorToJoin = {
  id: d.id,
  name: d.name,
  hospital_id: d.hospital_id,
  status: typed<DoctorStatus>(d.status),
  is_shared: typed<boolean>(sql`false`),
  hospital_standing: h.standing,
  hospital_hours: typed<WeekHours>(h.operating_hours),
  time_zone: h.time_zone,
  takes_requests_shut: h.takes_requests_shut,
};
export type LineToJoin = RowOf<typeof doctorToJoin>;

const sharedLineToJoin = {
  ...doctorToJoin,
  id: typed<string>(shared.id),
  name: typed<string>(shared.name),
  hospital_id: typed<string>(shared.hospital_id),
  status: typed<DoctorStatus>(sql`case when shared.is_open then ${doctorStatus.Available}
    else ${doctorStatus.Offline} end`),
  is_shared: typed<boolean>(sql`true`),
};

/** Finds the line of a practising doctor, or a shared line, that a patient can join. */
export async function findLine(db: Queryable, lineId: string): Promise<LineToJoin | undefined> {
  const doctor = await db.maybeOne(select(doctorToJoin)`
    from doctor d join hospital h on h.id = d.hospital_id
    where d.id = ${lineId} and d.deactivated_at is null`);
  if (doctor !== undefined) return doctor;
  return db.maybeOne(select(sharedLineToJoin)`
    from shared_line shared join hospital h on h.id = shared.hospital_id
    where shared.id = ${lineId} and shared.removed_at is null`);
}

export type LineForRequest = LineToJoin &
  RowOf<typeof limitColumns> & {
    readonly has_open_entry: boolean;
    readonly tell_by_mail: boolean;
    readonly sessions: readonly TimetableSession[] | null;
  };

/**
 * Reads the facts about a line that decide on a patient's request, in one query. How much of the
 * line's limits is used is read by another query.
 */
export async function findLineForRequest(
  db: Queryable,
  doctorId: string,
  patientId: string,
): Promise<LineForRequest | undefined> {
  const has_open_entry = isOpenFor(patientId);
  const asked = {
    ...doctorToJoin,
    has_open_entry,
    /** Whether the doctor wants to be notified of requests by mail. */
    tell_by_mail: typed<boolean>(sql`coalesce(settings.tell_by_mail, false)`),
    /**
     * The timetable of a shared line; null for a doctor, whose line accepts requests independently
     * of the timetable.
     */
    sessions: typed<TimetableSession[] | null>(sql`null`),
    ...limitColumns,
  };
  const doctor = await db.maybeOne(select(asked)`
    from doctor d join hospital h on h.id = d.hospital_id
      join doctor_queue q on q.doctor_id = d.id
      left join doctor_settings settings on settings.doctor_id = d.id
    where d.id = ${doctorId} and d.deactivated_at is null`);
  if (doctor !== undefined) return doctor;
  const fromHome = {
    ...sharedLineToJoin,
    has_open_entry,
    tell_by_mail: typed<boolean>(sql`false`),
    sessions: typed<TimetableSession[] | null>(sessionsOf(undefined, sql`shared.id`)),
    ...limitColumns,
  };
  return db.maybeOne(select(fromHome)`
    from shared_line shared join hospital h on h.id = shared.hospital_id
      join doctor_queue q on q.doctor_id = shared.id
    where shared.id = ${doctorId} and shared.removed_at is null and shared.asks_from_home`);
}

export interface NewEntry {
  readonly isShared: boolean;
  readonly hospitalId: string;
  readonly doctorId: string;
  readonly patientId: string;
  readonly symptoms: string | undefined;
  readonly urgency: Urgency;
  /** The kind of visit, if the patient or the desk stated it. */
  readonly visitKind: VisitKind | undefined;
  readonly visitKindBy: Exclude<VisitKindSource, 'record'>;
  readonly joinedAt: Date;
}

const requested = { ...entry, ...eventDrawn };

/**
 * Inserts a pending request and returns it with its patient and line. Returns undefined if the
 * patient has an open entry in any line [INV-2].
 */
export async function insertRequest(
  tx: Queryable,
  given: NewEntry,
): Promise<RowOf<typeof requested> | undefined> {
  // The outer statement reads the inserted row as if it were the table of entries. The row
  // therefore keeps the table's column names.
  const insert = sql`
    insert into queue_entry as e
      (hospital_id, doctor_id, patient_id, status, symptoms, urgency, joined_at, changed_at,
        last_action, visit_kind, visit_kind_by, counts_as, is_shared, needs_interpreter)
    select ${given.hospitalId}, ${given.doctorId}, ${given.patientId}, ${entryStatus.pending_approval},
      ${textOrNull(given.symptoms)}, ${given.urgency},
      ${given.joinedAt}, ${given.joinedAt}, 'request', said.kind, said.by, said.counts_as,
      ${given.isShared}, ${neededInterpreter(given)}
    from ${kindOf(given)}
    returning e.*`;
  try {
    return await tx.one(
      rows(
        requested,
        (list) => sql`
          with e as (${insert}) select ${list} from e ${entryJoins} ${lineOfOne}`,
      ),
    );
  } catch (error) {
    if (violates(error, 'one_open_entry_per_patient')) return undefined;
    throw error;
  }
}

/** Whether the patient's last visit to the hospital recorded the need for an interpreter. */
function neededInterpreter({ patientId, hospitalId }: NewEntry): Sql {
  return sql`coalesce((
    select o.needs_interpreter from queue_entry o
    where o.patient_id = ${patientId} and o.hospital_id = ${hospitalId}
    order by o.joined_at desc limit 1), false)`;
}

function textOrNull(given: string | undefined): string | null {
  return given === undefined || given === '' ? null : given;
}

export interface NewWaitingEntry extends NewEntry {
  readonly orderKey: number;
  readonly token: Token;
  readonly checkedInBy: CheckInWay;
  /** The patient's booking, and the time at which the patient is due. */
  readonly booking?: (BookedTime & { readonly dueAt: Date }) | undefined;
  /** The previous step of the visit; undefined for the first step. */
  readonly sentOn?: SentOn | undefined;
}

/** How a step of the visit follows from the previous one. */
export interface SentOn {
  readonly fromId: string;
  readonly visitId: string;
  /** The line that issued the patient's token. */
  readonly tokenLineId: string;
  readonly isReturn: boolean;
  /** Whether this line was the next planned step. */
  readonly wasPlanned: boolean;
}

export interface BookedTime {
  readonly id: string;
  readonly startsAt: Date;
}

/**
 * Inserts a waiting entry at the end of a line, for a patient who has arrived. Returns undefined if
 * the patient has an open entry [INV-2].
 */
export async function insertWaiting(
  tx: Queryable,
  entry: NewWaitingEntry,
): Promise<string | undefined> {
  try {
    const row = await tx.one(returning({ id: e.id })`
      insert into queue_entry as e
        (hospital_id, doctor_id, patient_id, status, symptoms, urgency, joined_at, approved_at,
          order_key, token, token_day, token_number, checked_in_at, checked_in_by, changed_at,
          last_action, appointment_id, booked_for, due_at, visit_kind, visit_kind_by, counts_as, is_shared,
          visit_id, sent_from_id, token_doctor_id, is_return, was_planned, needs_interpreter)
      select ${entry.hospitalId}, ${entry.doctorId}, ${entry.patientId}, ${entryStatus.waiting},
        ${textOrNull(entry.symptoms)}, ${entry.urgency}, ${entry.joinedAt}, ${entry.joinedAt},
        ${entry.orderKey}, ${entry.token.text}, ${entry.token.day}, ${entry.token.number},
        ${entry.joinedAt}, ${entry.checkedInBy}, ${entry.joinedAt}, 'join',
        ${entry.booking?.id ?? null}, ${entry.booking?.startsAt ?? null},
        ${entry.booking?.dueAt ?? null}, said.kind, said.by, said.counts_as, ${entry.isShared},
        ${entry.sentOn?.visitId ?? null}, ${entry.sentOn?.fromId ?? null},
        ${entry.sentOn?.tokenLineId ?? null}, ${entry.sentOn?.isReturn ?? false},
        ${entry.sentOn?.wasPlanned ?? false}, ${neededInterpreter(entry)}
      from ${kindOf(entry)}`);
    return row.id;
  } catch (error) {
    if (violates(error, 'one_open_entry_per_patient')) return undefined;
    throw error;
  }
}

/** The actor of a change of an entry, and the line's version right after the change. */
export interface ChangeAuthor {
  readonly action: PublishedAction;
  readonly at: Date;
  readonly by: string | null;
  readonly version: number;
}

/** Notes that no message reached the patient, or removes the note. */
export function notReachedUpdate(entryId: string, at: Date | null): Sql {
  return sql`update queue_entry set not_reached_at = ${at} where id = ${entryId}`;
}

/** What an entry gets from its line in a change: a sort key and a token. */
interface FromLine {
  readonly orderKey: number | undefined;
  readonly token: Token | undefined;
}

/**
 * Writes the change of a rule to an entry that was read under the line's lock, and records who made
 * the change. Returns the new values without waiting for the write.
 */
export function updateEntry(
  tx: Queryable,
  entry: EntryInLine,
  change: EntryChange,
  { orderKey, token }: FromLine,
  author: ChangeAuthor,
): Partial<RowOf<typeof entryColumns>> {
  const { checkIn } = change;
  const set = {
    status: change.status,
    order_key: orderKey,
    notes: change.notes,
    needs_interpreter: change.needsInterpreter,
    ...urgencyColumns(entry, change),
    ...endColumns(change),
    approved_at: change.approvedAt,
    started_at: change.startedAt,
    token: token?.text,
    token_day: token?.day,
    token_number: token?.number,
    checked_in_at: checkIn?.at,
    checked_in_by: checkIn?.by,
    ...absenceColumns(entry, change),
    ...saidOverColumns(change),
    brought_back_at: change.broughtBackAt,
    service_point_id: change.point === null ? null : change.point?.id,
    changed_version: author.version,
    changed_at: author.at,
    changed_by: author.by,
    last_action: author.action,
  };
  // The number grows with each patient who joins a line. A patient gets it when the entry is
  // approved.
  const numbered = { ...set, line_number: change.approvedAt && sql`nextval('line_number')` };
  send(
    tx,
    sql`update queue_entry e set ${changes('queue_entry', numbered)} where e.id = ${entry.id}`,
  );
  return writtenOf(set);
}

/**
 * The columns for an urgency set by staff. The urgency that the patient stated is kept in another
 * column.
 */
function urgencyColumns(entry: EntryInLine, { judged }: EntryChange) {
  return {
    urgency: judged?.urgency,
    stated_urgency: judged && (entry.stated_urgency ?? entry.urgency),
    urgency_reason: judged?.reason,
    urgency_changed_at: judged?.at,
  };
}

/** The columns that say when, why and by whom the entry was ended. */
function endColumns({ rejectionReason, cancelledBy, closed, endedAt }: EntryChange) {
  return {
    rejection_reason: rejectionReason,
    cancelled_by: cancelledBy,
    close_reason: closed === null ? null : closed?.reason,
    close_word: closed === null ? null : closed?.word,
    ended_at: endedAt,
  };
}

/** The columns that record missed calls, the return after a missed call, and delays. */
function absenceColumns(entry: EntryInLine, { missedCallAt, backAt, delayed }: EntryChange) {
  return {
    called_at: missedCallAt,
    back_at: missedCallAt === undefined ? backAt : null,
    missed_calls: missedCallAt && entry.missed_calls + 1,
    delays: delayed && entry.delays + 1,
    delayed_at: delayed?.at,
    delayed_minutes: delayed?.minutes,
  };
}

/** The columns that record the patient's report that the visit is over. */
function saidOverColumns({ status, saidOver }: EntryChange) {
  // The patient's report referred to an earlier call. The patient waits again, so the report is
  // deleted.
  if (status === 'waiting') return { said_over: null, said_over_at: null };
  return { said_over: saidOver?.word, said_over_at: saidOver?.at };
}

/**
 * The field name of each database column of an entry. The column `doctor_id` has the field name
 * `line_id`.
 */
const rowNames = new Map(
  Object.entries(entryColumns).map(([name, column]) => [column.sql.slice('e.'.length), name]),
);

/**
 * The written values, by field name of an entry. All other fields keep the values that were read.
 */
function writtenOf(set: object): Partial<RowOf<typeof entryColumns>> {
  const written = Object.entries(set)
    .filter(([column, value]) => value !== undefined && rowNames.has(column))
    .map(([column, value]) => [rowNames.get(column) ?? column, value] as const);
  return Object.fromEntries(written);
}

/**
 * Reads the present position of a waiting entry, and the number of patients ahead who can be
 * called.
 */
export function readPlace(
  tx: Queryable,
  id: string,
): Promise<{ place: number; ahead: number; ahead_visits: number }> {
  const columns = { place: placeOfOne, ahead: aheadOfOne, ahead_visits: visitsAheadOfOne };
  return tx.one(select(columns)`
    from queue_entry e ${lineOfOne} where e.id = ${id}`);
}
