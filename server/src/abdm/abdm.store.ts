/** All SQL on ABDM facilities, counters and shares [API-37 … API-39]. */
import type { LineNames } from '@baari/contract/lines/line-names.ts';
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
import { hospitalToday, startOfDay } from '../platform/hospital-sql/hospital-time.ts';

const f = table('abdm_facility', 'f');
const c = table('abdm_counter', 'c');
const s = table('abdm_share', 's');
const p = table('patient', 'p');

export function findFacility(
  db: Queryable,
  hospitalId: string,
): Promise<{ hip_id: string; last_callback_at: Date | null } | undefined> {
  return db.maybeOne(select({ hip_id: f.hip_id, last_callback_at: f.last_callback_at })`
    from abdm_facility f where f.hospital_id = ${hospitalId}`);
}

/** Whether the operator has confirmed the hospital [SEC-20]. */
export async function isConfirmed(db: Queryable, hospitalId: string): Promise<boolean> {
  const { yes } = await db.one(select({ yes: typed<boolean>(sql`h.confirmed_at is not null`) })`
    from hospital h where h.id = ${hospitalId}`);
  return yes;
}

/** Sets the facility id of a hospital; throws a collision if another hospital has it. */
export async function writeFacility(
  tx: Queryable,
  hospitalId: string,
  hipId: string,
): Promise<void> {
  await tx.run(sql`
    insert into abdm_facility (hospital_id, hip_id) values (${hospitalId}, ${hipId})
    on conflict (hospital_id) do update set hip_id = excluded.hip_id,
      last_callback_at = case when abdm_facility.hip_id = excluded.hip_id
        then abdm_facility.last_callback_at end`);
}

export async function deleteFacility(tx: Queryable, hospitalId: string): Promise<void> {
  await tx.run(sql`delete from abdm_facility where hospital_id = ${hospitalId}`);
}

/** Records that ABDM called for a facility, at most every ten seconds. */
export async function noteCallback(db: Queryable, hipId: string, now: Date): Promise<void> {
  await db.run(sql`
    update abdm_facility set last_callback_at = ${now}
    where hip_id = ${hipId} and (last_callback_at is null
      or last_callback_at < ${now}::timestamptz - interval '10 seconds')`);
}

/** The name of the line of counter `c`: of a doctor or a shared line that still exists. */
const lineOf = sql`
  left join doctor d on d.id = c.line_id and d.deactivated_at is null
  left join shared_line shared on shared.id = c.line_id and shared.removed_at is null`;
const lineName = sql`coalesce(d.name, shared.name)`;

const counter = {
  id: c.id,
  code: c.code,
  line_id: c.line_id,
  line_name: typed<string>(lineName),
  line_names: typed<LineNames | null>(sql`shared.names`),
  made_at: c.made_at,
};
export type CounterRow = RowOf<typeof counter>;

/** The counters of a hospital whose line still exists. */
export function listCounters(
  db: Queryable,
  hospitalId: string,
  limit: number,
): Promise<CounterRow[]> {
  return db.many(select(counter)`
    from abdm_counter c ${lineOf}
    where c.hospital_id = ${hospitalId} and ${lineName} is not null
    order by c.made_at, c.id limit ${limit}`);
}

export async function countCounters(db: Queryable, hospitalId: string): Promise<number> {
  const row = await db.one(select({ found: typed<number>(sql`count(*)`) })`
    from abdm_counter c where c.hospital_id = ${hospitalId}`);
  return row.found;
}

export interface NewCounter {
  readonly hospitalId: string;
  readonly code: string;
  readonly lineId: string;
  readonly madeAt: Date;
}

/** Stores a counter; false if the code is taken. */
export async function insertCounter(tx: Queryable, given: NewCounter): Promise<boolean> {
  const added = await tx.run(sql`
    insert into abdm_counter (hospital_id, code, line_id, made_at)
    values (${given.hospitalId}, ${given.code}, ${given.lineId}, ${given.madeAt})
    on conflict (code) do nothing`);
  return added === 1;
}

/** Removes a counter of this hospital; false if it has none with this id. */
export async function deleteCounter(
  tx: Queryable,
  hospitalId: string,
  id: string,
): Promise<boolean> {
  const gone = await tx.run(sql`
    delete from abdm_counter where id = ${id} and hospital_id = ${hospitalId}`);
  return gone === 1;
}

/** Where a share belongs: its hospital, and the line of its counter there. */
export interface Destination {
  readonly hospitalId: string;
  readonly lineId: string | null;
}

export async function findDestination(
  db: Queryable,
  hipId: string,
  code: string,
): Promise<Destination | undefined> {
  const own = leftJoined('abdm_counter', 'c');
  const row = await db.maybeOne(select({ hospital_id: f.hospital_id, line_id: own.line_id })`
    from abdm_facility f
      left join abdm_counter c on c.hospital_id = f.hospital_id and c.code = ${code}
    where f.hip_id = ${hipId}`);
  return row && { hospitalId: row.hospital_id, lineId: row.line_id };
}

/**
 * Makes shares of one ABHA address at one hospital run one after another. Like the line's lock, it
 * assigns no transaction id; it is taken before the line's lock.
 */
export async function lockAddress(
  tx: Queryable,
  hospitalId: string,
  address: string,
): Promise<void> {
  const key = `abdm ${hospitalId} ${address}`;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/**
 * The patient whom a hospital knows by an ABHA address, locked against erasure. A merged record
 * counts as the record that remains.
 */
export function lockPatientOfAddress(
  tx: Queryable,
  hospitalId: string,
  address: string,
): Promise<{ id: string; account_id: string | null } | undefined> {
  return tx.maybeOne(select({ id: p.id, account_id: p.account_id })`
    from patient p where p.removed_at is null and p.erased_at is null and p.id = (
      with recursive kept (id, step) as (
        select a.patient_id, 0 from abdm_address a
        where a.hospital_id = ${hospitalId} and a.address = ${address}
        union all
        select m.kept_id, kept.step + 1 from kept
          join patient_merge m on m.gone_id = kept.id and m.undone_at is null
        where kept.step < 20)
      select id from kept order by step desc limit 1)
    for share of p`);
}

/** Remembers an ABHA address; the newest patient with it counts. */
export async function writeAddress(
  tx: Queryable,
  hospitalId: string,
  address: string,
  patientId: string,
): Promise<void> {
  await tx.run(sql`
    insert into abdm_address (hospital_id, address, patient_id)
    values (${hospitalId}, ${address}, ${patientId})
    on conflict (hospital_id, address) do update set patient_id = excluded.patient_id`);
}

export async function hasShare(db: Queryable, requestId: string): Promise<boolean> {
  const found = await db.maybeOne(select({ id: s.id })`
    from abdm_share s where s.request_id = ${requestId}`);
  return found !== undefined;
}

export interface NewShare {
  readonly requestId: string;
  readonly hospitalId: string | null;
  readonly counterCode: string;
  readonly receivedAt: Date;
  readonly place?: {
    readonly entryId: string;
    readonly abhaAddress: string;
    readonly isAgain: boolean;
    readonly likeId: string | undefined;
  };
  readonly refusal?: string;
}

/** Stores a share, whose answer is due at once; false if its REQUEST-ID was stored before. */
export async function insertShare(tx: Queryable, given: NewShare): Promise<boolean> {
  const { place } = given;
  const added = await tx.run(sql`
    insert into abdm_share (request_id, hospital_id, counter_code, received_at, entry_id,
      abha_address, is_again, like_id, refusal, next_at)
    values (${given.requestId}, ${given.hospitalId}, ${given.counterCode}, ${given.receivedAt},
      ${place?.entryId ?? null}, ${place?.abhaAddress ?? null}, ${place?.isAgain ?? false},
      ${place?.likeId ?? null}, ${given.refusal ?? null}, ${given.receivedAt})
    on conflict (request_id) do nothing`);
  return added === 1;
}

/** Deletes shares from before this time. */
export function pruneShares(db: Queryable, before: Date, size: number): Promise<number> {
  return db.run(sql`
    delete from abdm_share where id = any(array(
      select id from abdm_share where received_at < ${before} order by received_at
      limit ${size}))`);
}

const e = leftJoined('queue_entry', 'e');
const like = leftJoined('patient', 'alike');

const listed = {
  id: s.id,
  received_at: s.received_at,
  entry_id: e.id,
  token: e.token,
  patient_id: e.patient_id,
  like_id: like.id,
  refusal: s.refusal,
  line_name: typed<string | null>(lineName),
  line_names: typed<LineNames | null>(sql`shared.names`),
  answer_state: typed<'waiting' | 'sent' | 'failed'>(s.answer_state),
};
export type ShareRow = RowOf<typeof listed>;

/** The condition that the record `alike` still stands beside the record of the place. */
const isStillDouble: Sql = sql`
  alike.id <> e.patient_id and alike.removed_at is null and alike.erased_at is null
    and not exists (select from patient_merge m
      where m.gone_id = alike.id and m.undone_at is null)`;

/** Today's shares that made a place or failed, newest first, without the dismissed ones. */
export function listShares(
  db: Queryable,
  hospitalId: string,
  now: Date,
  limit: number,
): Promise<ShareRow[]> {
  return db.many(select(listed)`
    from abdm_share s join hospital h on h.id = s.hospital_id
      left join queue_entry e on e.id = s.entry_id
      left join patient alike on alike.id = s.like_id and ${isStillDouble}
      left join abdm_counter c on c.code = s.counter_code and c.hospital_id = s.hospital_id
      ${lineOf}
    where s.hospital_id = ${hospitalId} and s.dismissed_at is null and not s.is_again
      and s.received_at >= ${startOfDay(hospitalToday(now), sql`h.time_zone`)}
    order by s.received_at desc, s.id limit ${limit}`);
}

/** Takes a share of this hospital off the list; returns its patient, if it has one. */
export function dismissShare(
  tx: Queryable,
  hospitalId: string,
  id: string,
  now: Date,
): Promise<{ patient_id: string | null; entry_id: string | null } | undefined> {
  const gone = {
    entry_id: s.entry_id,
    patient_id: typed<string | null>(sql`
      (select own.patient_id from queue_entry own where own.id = s.entry_id)`),
  };
  return tx.maybeOne(returning(gone)`
    update abdm_share s set dismissed_at = coalesce(s.dismissed_at, ${now})
    where s.id = ${id} and s.hospital_id = ${hospitalId}`);
}
