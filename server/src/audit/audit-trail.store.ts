/** Reading the audit trail, and its seals; what writes its rows is `platform/audit.store.ts`. */
import { namesShown, type StaffRole } from '@baari/contract/constants.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database.ts';
import { ok } from '../platform/result.ts';
import { sealOf } from './seal.ts';

export interface TrailFilter {
  readonly personId?: string | undefined;
  readonly action?: string | undefined;
  /** Days of the hospital's calendar, YYYY-MM-DD; both belong to the period. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface TrailRow {
  id: number;
  at: Date;
  user_id: string;
  person_name: string | null;
  role: StaffRole | 'operator';
  action: string;
  patient_ids: string[];
  patients: { id: string; name: string }[];
  address: string;
  outcome: string;
}

/** Names shown of a row that concerns many. */
const patientsShown = 3;

/** The newest rows of a hospital that a filter lets through, `before` an id. */
export function listTrail(
  db: Queryable,
  hospitalId: string,
  filter: TrailFilter,
  before: number | undefined,
  limit: number,
): Promise<TrailRow[]> {
  return db.many<TrailRow>(sql`
    select a.id, a.at, a.user_id, u.name as person_name, a.role, a.action, a.patient_ids,
      a.address, a.outcome,
      coalesce((
        select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
        from patient p where p.id = any(a.patient_ids[1:${patientsShown}])), '[]') as patients
    from audit a left join identity."user" u on u.id = a.user_id
    where ${matching(hospitalId, filter)} ${before === undefined ? empty : sql`and a.id < ${before}`}
    order by a.id desc limit ${limit}`);
}

function matching(hospitalId: string, { personId, action, from, to }: TrailFilter): Sql {
  const zone = sql`(select time_zone from hospital where id = ${hospitalId})`;
  return sql`
    a.hospital_id = ${hospitalId}
    ${personId === undefined ? empty : sql`and a.user_id = ${personId}`}
    ${action === undefined || action === '' ? empty : sql`and a.action = ${action}`}
    ${from === undefined ? empty : sql`and a.at >= ${from}::date::timestamp at time zone ${zone}`}
    ${to === undefined ? empty : sql`and a.at < (${to}::date + 1)::timestamp at time zone ${zone}`}`;
}

export async function readZone(db: Queryable, hospitalId: string): Promise<string> {
  const row = await db.one<{ time_zone: string }>(sql`
    select time_zone from hospital where id = ${hospitalId}`);
  return row.time_zone;
}

/** Everyone with a row in the trail, found by skipping through its index; at most so many names. */
export function listPeople(
  db: Queryable,
  hospitalId: string,
): Promise<{ id: string; name: string | null }[]> {
  return db.many(sql`
    with recursive person as (
      (select user_id from audit where hospital_id = ${hospitalId} order by user_id limit 1)
      union all
      select (select a.user_id from audit a
        where a.hospital_id = ${hospitalId} and a.user_id > person.user_id
        order by a.user_id limit 1)
      from person where person.user_id is not null)
    select person.user_id as id, u.name from person
      left join identity."user" u on u.id = person.user_id
    where person.user_id is not null order by lower(u.name), id limit ${namesShown}`);
}

/** Rows looked at to learn which actions there are. */
const actionsAmong = 5000;

/** The actions of the newest rows. */
export async function listActions(db: Queryable, hospitalId: string): Promise<string[]> {
  const rows = await db.many<{ action: string }>(sql`
    select distinct action from (
      select action from audit where hospital_id = ${hospitalId}
      order by id desc limit ${actionsAmong}) as newest
    order by action limit ${namesShown}`);
  return rows.map(({ action }) => action);
}

/** All that a row holds, as one text: what is sealed. */
const content = sql`
  json_build_array(a.id, extract(epoch from a.at)::text, a.user_id, a.role, a.hospital_id, a.action,
    a.patient_ids, a.entry_id, a.address, a.outcome)::text`;

interface UnsealedRow {
  id: number;
  hospital_id: string;
  transaction_id: string;
  content: string;
}

/** Any number that nothing else locks: one process seals at a time. */
const sealLock = 7_240_017;
const sealedAtOnce = 2000;

/**
 * Seals the next rows, in the order (transaction, id) and only below the oldest running transaction,
 * so that no row appears behind a seal. Answers how many; 0 also while another process seals.
 */
export async function sealNext(db: Database): Promise<number> {
  const sealed = await db.transaction(async (tx) => {
    const lock = await tx.one<{ mine: boolean }>(sql`
      select pg_try_advisory_xact_lock(${sealLock}) as mine`);
    if (!lock.mine) return ok(0);
    const rows = await tx.many<UnsealedRow>(sql`
      with last as (
        select transaction_id, audit_id from audit_seal
        order by transaction_id desc, audit_id desc limit 1)
      select a.id, a.hospital_id, a.transaction_id::text, ${content} as content
      from audit a
      where (a.transaction_id, a.id) >
          (coalesce((select transaction_id from last), '0'), coalesce((select audit_id from last), 0))
        and a.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
      order by a.transaction_id, a.id limit ${sealedAtOnce}`);
    if (rows.length > 0) await insertSeals(tx, rows);
    return ok(rows.length);
  });
  return sealed.ok ? sealed.value : 0;
}

async function insertSeals(tx: Queryable, rows: readonly UnsealedRow[]): Promise<void> {
  const hospitals = [...new Set(rows.map((row) => row.hospital_id))];
  const before = await tx.many<{ hospital_id: string; number: number; hash: Buffer }>(sql`
    select h.id as hospital_id, s.number, s.hash
    from unnest(${hospitals}::uuid[]) as h (id), lateral (
      select number, hash from audit_seal where hospital_id = h.id
      order by number desc limit 1) s`);
  const heads = new Map(
    before.map(({ hospital_id, number, hash }) => [hospital_id, { number, hash }]),
  );
  const seals = rows.map((row) => {
    const head = heads.get(row.hospital_id);
    const seal = { number: (head?.number ?? 0) + 1, hash: sealOf(head?.hash, row.content) };
    heads.set(row.hospital_id, seal);
    return { ...row, ...seal };
  });
  await tx.run(sql`
    insert into audit_seal (hospital_id, number, audit_id, transaction_id, hash)
    select h, n, a, t::xid8, decode(x, 'hex') from unnest(
      ${seals.map((seal) => seal.hospital_id)}::uuid[], ${seals.map((seal) => seal.number)}::bigint[],
      ${seals.map((seal) => seal.id)}::bigint[], ${seals.map((seal) => seal.transaction_id)}::text[],
      ${seals.map((seal) => seal.hash.toString('hex'))}::text[]) as given (h, n, a, t, x)`);
}

export interface SealRow {
  number: number;
  audit_id: number;
  hash: Buffer;
  /** What the row holds now; null when it is gone. */
  content: string | null;
}

/** The next seals of a hospital with what their rows hold now. */
export function listSeals(
  db: Queryable,
  hospitalId: string,
  after: number,
  limit: number,
): Promise<SealRow[]> {
  return db.many<SealRow>(sql`
    select s.number, s.audit_id, s.hash, case when a.id is not null then ${content} end as content
    from audit_seal s left join audit a on a.id = s.audit_id and a.hospital_id = s.hospital_id
    where s.hospital_id = ${hospitalId} and s.number > ${after}
    order by s.number limit ${limit}`);
}

/** Rows of a hospital without a seal: the newest, or one that was slipped in. */
export function listUnsealed(
  db: Queryable,
  hospitalId: string,
): Promise<{ id: number; is_behind: boolean }[]> {
  return db.many(sql`
    with last as (
      select transaction_id, audit_id from audit_seal
      order by transaction_id desc, audit_id desc limit 1)
    select a.id, coalesce((a.transaction_id, a.id) <=
      ((select transaction_id from last), (select audit_id from last)), false) as is_behind
    from audit a left join audit_seal s on s.audit_id = a.id
    where a.hospital_id = ${hospitalId} and s.audit_id is null order by a.id`);
}
