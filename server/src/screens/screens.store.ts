/** All SQL on screens' links, the door code, and the content of displays [ARR-5, ARR-6]. */
import { maxSharedLines } from '@baari/contract/constants.ts';
import {
  type Board,
  boardNext,
  maxDoctorsShown,
  type ScreenKind,
} from '@baari/contract/hospital/screen.ts';
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import sql, { type Sql } from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { doctorStatus, entriesInLine, entryStatus } from '../platform/hospital-sql/statuses.ts';

const s = table('screen', 's');
const d = table('doctor', 'd');
const h = table('hospital', 'h');

/** The doctors' and shared lines that a screen shows; empty for all lines of the hospital. */
const doctorIds = typed<string[]>(sql`
  (select coalesce(array_agg(shown.doctor_id order by shown.doctor_id), '{}')
    from screen_doctor shown where shown.screen_id = s.id)`);
const screen = {
  id: s.id,
  hospital_id: s.hospital_id,
  kind: s.kind,
  name: s.name,
  made_at: s.made_at,
  last_seen_at: s.last_seen_at,
  doctor_ids: doctorIds,
};
export type ScreenRow = RowOf<typeof screen>;

const count = typed<number>(sql`count(*)`);

/** Lists the screens with valid links, oldest first. */
export function listScreensOfHospital(db: Queryable, hospitalId: string): Promise<ScreenRow[]> {
  return db.many(select(screen)`
    from screen s where s.hospital_id = ${hospitalId} and s.revoked_at is null
    order by s.made_at, s.id`);
}

/**
 * Counts a hospital's screens. A lock makes concurrent additions of screens wait for each other,
 * without blocking other writes of the hospital.
 */
export async function countScreens(tx: Queryable, hospitalId: string): Promise<number> {
  await tx.run(sql`select from hospital where id = ${hospitalId} for no key update`);
  const row = await tx.one(select({ count })`
    from screen s where s.hospital_id = ${hospitalId} and s.revoked_at is null`);
  return row.count;
}

export interface NewScreen {
  readonly hospitalId: string;
  readonly kind: ScreenKind;
  readonly name: string;
  readonly secretHash: string;
  readonly madeAt: Date;
  readonly madeBy: string;
}

export function insertScreen(tx: Queryable, given: NewScreen): Promise<ScreenRow> {
  return tx.one(returning(screen)`
    insert into screen as s (hospital_id, kind, name, secret_hash, made_at, made_by)
    values (${given.hospitalId}, ${given.kind}, ${given.name}, ${given.secretHash},
      ${given.madeAt}, ${given.madeBy})`);
}

/** Reads and locks a screen with a valid link; undefined if there is no such screen. */
export function lockScreen(
  tx: Queryable,
  id: string,
  hospitalId: string,
): Promise<ScreenRow | undefined> {
  return tx.maybeOne(select(screen)`
    from screen s
    where s.id = ${id} and s.hospital_id = ${hospitalId} and s.revoked_at is null for update of s`);
}

export async function renameScreen(tx: Queryable, id: string, name: string): Promise<void> {
  await tx.run(sql`update screen set name = ${name} where id = ${id}`);
}

/** How many of the given lines belong to the hospital, as a doctor's line or a shared line. */
export async function countLinesShown(
  tx: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<number> {
  const row = await tx.one(select({ count })`
    from line where line.hospital_id = ${hospitalId} and line.id = any(${ids}::uuid[])`);
  return row.count;
}

/** Replaces the doctors of a display. */
export async function replaceShownDoctors(
  tx: Queryable,
  screenId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from screen_doctor where screen_id = ${screenId}`);
  await tx.run(sql`
    insert into screen_doctor (screen_id, doctor_id)
    select ${screenId}, unnest(${ids}::uuid[])`);
}

/** Revokes a screen's link; undefined if the hospital has no valid link with this id. */
export function markRevoked(
  tx: Queryable,
  id: string,
  hospitalId: string,
  now: Date,
): Promise<ScreenRow | undefined> {
  return tx.maybeOne(returning(screen)`
    update screen s set revoked_at = ${now}
    where s.id = ${id} and s.hospital_id = ${hospitalId} and s.revoked_at is null`);
}

const known = {
  id: s.id,
  hospital_id: s.hospital_id,
  hospital_name: h.name,
  time_zone: h.time_zone,
  languages: h.languages,
  hospital_standing: h.standing,
  doctor_ids: doctorIds,
};
export type KnownScreen = RowOf<typeof known>;

/**
 * Finds the screen of a link and records that the screen is in use; undefined if the link is
 * unknown or revoked.
 */
export function seeScreen(
  db: Queryable,
  secretHash: string,
  kind: ScreenKind,
  now: Date,
): Promise<KnownScreen | undefined> {
  return db.maybeOne(returning(known)`
    update screen s set last_seen_at = ${now} from hospital h
    where s.secret_hash = ${secretHash} and s.kind = ${kind} and s.revoked_at is null
      and h.id = s.hospital_id`);
}

/**
 * Counts a request of a screen. Returns how many requests the screen has made in the current
 * minute.
 */
export async function countQuestion(db: Queryable, screenId: string, now: Date): Promise<number> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  const row = await db.one(returning({ asked: s.asked })`
    update screen s set
      asked = case when s.asked_since > ${minuteAgo} then s.asked + 1 else 1 end,
      asked_since = case when s.asked_since > ${minuteAgo} then s.asked_since else ${now} end
    where s.id = ${screenId}`);
  return row.asked;
}

/** Which of these screens have a valid link, and which doctors each of them shows. */
export function listOpenScreens(
  db: Queryable,
  ids: readonly string[],
): Promise<Pick<ScreenRow, 'id' | 'doctor_ids'>[]> {
  return db.many(select({ id: s.id, doctor_ids: doctorIds })`
    from screen s where s.id = any(${ids}::uuid[]) and s.revoked_at is null`);
}

/**
 * Records that these screens are in use, at most once a minute. A display stays open for years, so
 * recording only when it opens is not enough.
 */
export async function noteSeen(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await db.run(sql`
    update screen set last_seen_at = ${now}
    where id = any(${ids}::uuid[]) and last_seen_at < ${new Date(now.getTime() - 60_000)}`);
}

const c = table('door_code', 'c');
const door = { hospital_id: c.hospital_id, code: c.code, made_at: c.made_at };
export type DoorRow = RowOf<typeof door>;

export function findDoor(db: Queryable, hospitalId: string): Promise<DoorRow | undefined> {
  return db.maybeOne(select(door)`from door_code c where c.hospital_id = ${hospitalId}`);
}

export function upsertDoor(
  tx: Queryable,
  hospitalId: string,
  code: string,
  now: Date,
): Promise<DoorRow> {
  return tx.one(returning(door)`
    insert into door_code as c (hospital_id, code, made_at) values (${hospitalId}, ${code}, ${now})
    on conflict (hospital_id) do update set code = excluded.code, made_at = excluded.made_at`);
}

const boardHospital = { id: h.id, name: h.name, time_zone: h.time_zone, languages: h.languages };
export type BoardHospitalRow = RowOf<typeof boardHospital>;

export function findBoardHospital(db: Queryable, hospitalId: string): Promise<BoardHospitalRow> {
  return db.one(select(boardHospital)`from hospital h where h.id = ${hospitalId}`);
}

const boardDoctor = {
  id: d.id,
  name: d.name,
  department: d.department,
  status: d.status,
  break_until: d.break_until,
  room: d.room,
  serving_token: typed<string | null>(sql`line.serving_token`),
  serving_since: typed<Date | null>(sql`line.serving_since`),
  next: typed<string[]>(sql`line.next`),
  waiting: typed<number>(sql`line.waiting`),
};
export type BoardDoctorRow = RowOf<typeof boardDoctor>;

/**
 * Lists a hospital's doctors who work or have patients in line. Patients appear only by their
 * tokens.
 */
export function listBoardDoctors(db: Queryable, hospitalId: string): Promise<BoardDoctorRow[]> {
  return db.many(select(boardDoctor)`
    from doctor d, lateral (
      select
        max(e.token) filter (where e.status = ${entryStatus.in_progress}) as serving_token,
        max(greatest(e.recalled_at, e.started_at))
          filter (where e.status = ${entryStatus.in_progress}) as serving_since,
        coalesce((array_agg(e.token order by e.order_key, e.id)
          filter (where e.status = ${entryStatus.waiting} and e.token is not null))[1:${boardNext}::int], '{}')
          as next,
        count(*) filter (where e.status = ${entryStatus.waiting}) as waiting
      from queue_entry e
      where e.doctor_id = d.id and e.status in ${entriesInLine}) line
    where d.hospital_id = ${hospitalId}
      and (d.status <> ${doctorStatus.Offline} or line.waiting > 0 or line.serving_token is not null)
    order by lower(d.name), d.id limit ${maxDoctorsShown}`);
}

const l = table('shared_line', 'l');
const boardLine = {
  id: l.id,
  name: l.name,
  names: typed<LineNames>(l.names),
  points: typed<Board['lines'][number]['points']>(sql`points.shown`),
  next: typed<string[]>(sql`line.next`),
  waiting: typed<number>(sql`line.waiting`),
};
export type BoardLineRow = RowOf<typeof boardLine>;

/**
 * Lists a hospital's shared lines with an open service point or waiting patients. Patients appear
 * only by their tokens, service points by name.
 */
export function listBoardLines(db: Queryable, hospitalId: string): Promise<BoardLineRow[]> {
  return db.many(select(boardLine)`
    from shared_line l, lateral (
      select coalesce((array_agg(e.token order by e.order_key, e.id)
          filter (where e.token is not null))[1:${boardNext}::int], '{}') as next,
        count(*) as waiting
      from queue_entry e
      where e.doctor_id = l.id and e.status = ${entryStatus.waiting}) line,
    lateral (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'names', p.names,
          'serving', case when e.token is not null then json_build_object('token', e.token,
            'since', ${isoTime(sql`greatest(e.recalled_at, e.started_at)`)}) end)
          order by lower(p.name), p.id), '[]') as shown,
        count(*) as open
      from service_point p
        left join queue_entry e on e.doctor_id = coalesce(p.doctor_id, l.id)
          and e.status = ${entryStatus.in_progress}
          and e.service_point_id is not distinct from case when p.doctor_id is null then p.id end
      where p.line_id = l.id and p.removed_at is null
        and (p.state = 'open' or e.service_point_id is not null)) points
    where l.hospital_id = ${hospitalId} and l.removed_at is null
      and (line.waiting > 0 or points.open > 0)
    order by lower(l.name), l.id limit ${maxSharedLines}`);
}

/** SQL that writes an instant as the API does, in ISO 8601. */
function isoTime(instant: Sql): Sql {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
