/** The only SQL on the links of screens, the code at the door, and what a board shows [ARR-5, ARR-6]. */
import type { DoctorStatus, HospitalStanding } from '@baari/contract/constants.ts';
import { boardNext, maxDoctorsShown, type ScreenKind } from '@baari/contract/screen.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { doctorStatus, entriesInLine, entryStatus } from '../platform/statuses.ts';

export interface ScreenRow {
  id: string;
  hospital_id: string;
  kind: ScreenKind;
  name: string;
  made_at: Date;
  last_seen_at: Date | null;
  /** Whom a display shows; empty for all of the hospital. */
  doctor_ids: string[];
}

const doctorIds = sql`
  (select coalesce(array_agg(doctor_id order by doctor_id), '{}') from screen_doctor
    where screen_id = screen.id) as doctor_ids`;
const columns = sql`id, hospital_id, kind, name, made_at, last_seen_at, ${doctorIds}`;

/** Those that a link still lets in, oldest first. */
export function listScreensOfHospital(db: Queryable, hospitalId: string): Promise<ScreenRow[]> {
  return db.many<ScreenRow>(sql`
    select ${columns} from screen where hospital_id = ${hospitalId} and revoked_at is null
    order by made_at, id`);
}

/**
 * Makes two administrators who add screens at once wait for each other, and nobody else who writes what
 * belongs to the hospital; answers how many there are.
 */
export async function countScreens(tx: Queryable, hospitalId: string): Promise<number> {
  await tx.run(sql`select from hospital where id = ${hospitalId} for no key update`);
  const row = await tx.one<{ count: number }>(sql`
    select count(*) as count from screen where hospital_id = ${hospitalId} and revoked_at is null`);
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

export function insertScreen(tx: Queryable, screen: NewScreen): Promise<ScreenRow> {
  return tx.one<ScreenRow>(sql`
    insert into screen (hospital_id, kind, name, secret_hash, made_at, made_by)
    values (${screen.hospitalId}, ${screen.kind}, ${screen.name}, ${screen.secretHash},
      ${screen.madeAt}, ${screen.madeBy})
    returning ${columns}`);
}

/** A screen that its link still lets in, kept from being changed by others; undefined for none. */
export function lockScreen(
  tx: Queryable,
  id: string,
  hospitalId: string,
): Promise<ScreenRow | undefined> {
  return tx.maybeOne<ScreenRow>(sql`
    select ${columns} from screen
    where id = ${id} and hospital_id = ${hospitalId} and revoked_at is null for update`);
}

export async function renameScreen(tx: Queryable, id: string, name: string): Promise<void> {
  await tx.run(sql`update screen set name = ${name} where id = ${id}`);
}

/** How many of these doctors a hospital has. */
export async function countDoctorsOf(
  tx: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*) as count from doctor
    where hospital_id = ${hospitalId} and id = any(${ids}::uuid[])`);
  return row.count;
}

/** Puts these doctors in place of those that a display showed. */
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

/** Revokes a link; undefined when the hospital has none of this id that still lets in. */
export function markRevoked(
  tx: Queryable,
  id: string,
  hospitalId: string,
  now: Date,
): Promise<ScreenRow | undefined> {
  return tx.maybeOne<ScreenRow>(sql`
    update screen set revoked_at = ${now}
    where id = ${id} and hospital_id = ${hospitalId} and revoked_at is null
    returning ${columns}`);
}

export interface KnownScreen {
  id: string;
  hospital_id: string;
  hospital_name: string;
  time_zone: string;
  hospital_standing: HospitalStanding;
  doctor_ids: string[];
}

/** The screen that a link lets in now, and that it was seen; undefined for an unknown or revoked one. */
export function seeScreen(
  db: Queryable,
  secretHash: string,
  kind: ScreenKind,
  now: Date,
): Promise<KnownScreen | undefined> {
  return db.maybeOne<KnownScreen>(sql`
    update screen s set last_seen_at = ${now} from hospital h
    where s.secret_hash = ${secretHash} and s.kind = ${kind} and s.revoked_at is null
      and h.id = s.hospital_id
    returning s.id, s.hospital_id, h.name as hospital_name, h.time_zone,
      h.standing as hospital_standing,
      (select coalesce(array_agg(doctor_id order by doctor_id), '{}') from screen_doctor
        where screen_id = s.id) as doctor_ids`);
}

/** Counts a question to a screen; answers how many there were since its minute began. */
export async function countQuestion(db: Queryable, screenId: string, now: Date): Promise<number> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  const row = await db.one<{ asked: number }>(sql`
    update screen set
      asked = case when asked_since > ${minuteAgo} then asked + 1 else 1 end,
      asked_since = case when asked_since > ${minuteAgo} then asked_since else ${now} end
    where id = ${screenId} returning asked`);
  return row.asked;
}

/** Which of these links still let in, and whom each shows. */
export function listOpenScreens(
  db: Queryable,
  ids: readonly string[],
): Promise<Pick<ScreenRow, 'id' | 'doctor_ids'>[]> {
  return db.many(sql`
    select id, ${doctorIds} from screen where id = any(${ids}::uuid[]) and revoked_at is null`);
}

/** That these are open now, to the minute: a display hangs for years. */
export async function noteSeen(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await db.run(sql`
    update screen set last_seen_at = ${now}
    where id = any(${ids}::uuid[]) and last_seen_at < ${new Date(now.getTime() - 60_000)}`);
}

export interface DoorRow {
  hospital_id: string;
  code: string;
  made_at: Date;
}

export function findDoor(db: Queryable, hospitalId: string): Promise<DoorRow | undefined> {
  return db.maybeOne<DoorRow>(sql`
    select hospital_id, code, made_at from door_code where hospital_id = ${hospitalId}`);
}

export function upsertDoor(
  tx: Queryable,
  hospitalId: string,
  code: string,
  now: Date,
): Promise<DoorRow> {
  return tx.one<DoorRow>(sql`
    insert into door_code (hospital_id, code, made_at) values (${hospitalId}, ${code}, ${now})
    on conflict (hospital_id) do update set code = excluded.code, made_at = excluded.made_at
    returning hospital_id, code, made_at`);
}

export interface BoardHospitalRow {
  id: string;
  name: string;
  time_zone: string;
}

export function findBoardHospital(db: Queryable, hospitalId: string): Promise<BoardHospitalRow> {
  return db.one<BoardHospitalRow>(sql`
    select id, name, time_zone from hospital where id = ${hospitalId}`);
}

export interface BoardDoctorRow {
  id: string;
  name: string;
  department: string;
  status: DoctorStatus;
  break_until: Date | null;
  room: string | null;
  serving_token: string | null;
  serving_since: Date | null;
  next: string[];
  waiting: number;
}

/** A hospital's doctors who are at work or have somebody in line: tokens, and of patients nothing else. */
export function listBoardDoctors(db: Queryable, hospitalId: string): Promise<BoardDoctorRow[]> {
  return db.many<BoardDoctorRow>(sql`
    select d.id, d.name, d.department, d.status, d.break_until, d.room, line.serving_token,
      line.serving_since, line.next, line.waiting
    from doctor d, lateral (
      select
        max(e.token) filter (where e.status = ${entryStatus.in_progress}) as serving_token,
        max(e.started_at) filter (where e.status = ${entryStatus.in_progress}) as serving_since,
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
