/** Reading the audit trail, and its seals; what writes its rows is `platform/audit.store.ts`. */
import type { AuditDetails } from '@baari/contract/audit.ts';
import { namesShown, type StaffRole } from '@baari/contract/constants.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database.ts';
import { ok } from '../platform/result.ts';
import { sealOf } from './seal.ts';

export interface TrailFilter {
  readonly personId?: string | undefined;
  /** The names that rows bear; undefined for all. */
  readonly names?: readonly string[] | undefined;
  /** Days of the hospital's calendar, YYYY-MM-DD; both belong to the period. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface TrailRow {
  id: number;
  at: Date;
  user_id: string;
  person_name: string | null;
  role: StaffRole | 'operator';
  action: string;
  patient_ids: string[];
  patients: Named[];
  details: AuditDetails | null;
  /** Those that the details name, as they are called today; null for who or what is gone. */
  about_person: Named | null;
  about_doctor: Named | null;
  about_screen: Named | null;
  address: string;
  outcome: string;
}

/** Above every id. */
const newestId = Number.MAX_SAFE_INTEGER;
/** Names shown of a row that concerns many. */
const patientsShown = 3;

/** The newest rows of a hospital that a filter lets through, `before` an id. */
export async function listTrail(
  db: Queryable,
  hospitalId: string,
  filter: TrailFilter,
  before: number | undefined,
  limit: number,
): Promise<TrailRow[]> {
  const wanted = { ...filter, ...(await periodOf(db, hospitalId, filter)) };
  return db.many<TrailRow>(sql`
    select a.id, a.at, a.user_id, u.name as person_name, a.role, a.action, a.patient_ids, a.details,
      a.address, a.outcome, ${named(sql`other`)} as about_person, ${named(sql`d`)} as about_doctor,
      ${named(sql`s`)} as about_screen,
      coalesce((
        select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
        from patient p where p.id = any(a.patient_ids[1:${patientsShown}])), '[]') as patients
    from (${newest(hospitalId, wanted, before, limit)}) a
      left join identity."user" u on u.id = a.user_id
      left join identity."user" other on other.id = (a.details ->> 'personId')::uuid
      left join doctor d on d.id = (a.details ->> 'doctorId')::uuid
      left join screen s on s.id = (a.details ->> 'screenId')::uuid
    order by a.id desc`);
}

function named(table: Sql): Sql {
  return sql`
    case when ${table}.id is not null
      then json_build_object('id', ${table}.id, 'name', ${table}.name) end`;
}

/** From an instant until before another; undefined for no end. */
interface Period {
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

/**
 * The days as instants of the hospital's clock. Known before the trail is read: only then can it be told
 * whether they are few rows, to be found by their time, or most of all.
 */
async function periodOf(
  db: Queryable,
  hospitalId: string,
  { from, to }: TrailFilter,
): Promise<Period> {
  if (from === undefined && to === undefined) return { since: undefined, until: undefined };
  const row = await db.one<{ since: Date | null; until: Date | null }>(sql`
    select ${from ?? null}::date::timestamp at time zone time_zone as since,
      (${to ?? null}::date + 1)::timestamp at time zone time_zone as until
    from hospital where id = ${hospitalId}`);
  return { since: row.since ?? undefined, until: row.until ?? undefined };
}

type Wanted = Pick<TrailFilter, 'personId' | 'names'> & Period;

/**
 * With a few names wanted, each is read from the end of its own index: what is rare is found at once
 * among ever so many others. One person's rows, or those of some days, are few enough to be looked
 * through.
 */
function newest(
  hospitalId: string,
  filter: Wanted,
  before: number | undefined,
  limit: number,
): Sql {
  const columns = sql`
    a.id, a.at, a.user_id, a.role, a.action, a.patient_ids, a.details, a.address, a.outcome`;
  const earlier = before === undefined ? empty : sql`and a.id < ${before}`;
  const where = sql`${matching(hospitalId, filter)} ${earlier}`;
  const { names, personId, since, until } = filter;
  if (names === undefined) {
    return sql`select ${columns} from audit a where ${where} order by a.id desc limit ${limit}`;
  }
  if (personId !== undefined || since !== undefined || until !== undefined) {
    return sql`
      select ${columns} from audit a where ${where} and a.action = any(${names})
      order by a.id desc limit ${limit}`;
  }
  // A range instead of an equal sign: ordered by it, no other index than the action's will do, and the
  // planner does not walk the whole trail backwards for a name that nobody bears.
  return sql`
    select found.* from unnest(${names}::text[]) as wanted (action), lateral (
      select ${columns} from audit a where ${matching(hospitalId, filter)}
        and (a.action, a.id) > (wanted.action, 0)
        and (a.action, a.id) < (wanted.action, ${before ?? newestId}::bigint)
      order by a.action desc, a.id desc limit ${limit}) found
    order by found.id desc limit ${limit}`;
}

function matching(hospitalId: string, { personId, since, until }: Wanted): Sql {
  return sql`
    a.hospital_id = ${hospitalId}
    ${personId === undefined ? empty : sql`and a.user_id = ${personId}`}
    ${since === undefined ? empty : sql`and a.at >= ${since}`}
    ${until === undefined ? empty : sql`and a.at < ${until}`}`;
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

/** The names of every row, found by skipping through their index. */
export async function listNames(db: Queryable, hospitalId: string): Promise<string[]> {
  const rows = await db.many<{ action: string }>(sql`
    with recursive name as (
      (select action from audit where hospital_id = ${hospitalId} order by action limit 1)
      union all
      select (select a.action from audit a
        where a.hospital_id = ${hospitalId} and a.action > name.action
        order by a.action limit 1)
      from name where name.action is not null)
    select action from name where action is not null`);
  return rows.map(({ action }) => action);
}

const facts = sql`
  a.id, extract(epoch from a.at)::text, a.user_id, a.role, a.hospital_id, a.action, a.patient_ids,
  a.entry_id, a.address, a.outcome`;

/** All that a row holds, as one text: what is sealed. A row without details reads as it did before there were any. */
const content = sql`
  case when a.details is null then json_build_array(${facts})
    else json_build_array(${facts}, a.details) end::text`;

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
    insert into audit_seal (hospital_id, number, audit_id, transaction_id, hash, covers_details)
    select h, n, a, t::xid8, decode(x, 'hex'), true from unnest(
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
