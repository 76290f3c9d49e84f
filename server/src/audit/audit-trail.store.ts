/**
 * All SQL that reads the audit trail and its keyed hashes. `platform/audit/audit.store.ts` writes
 * the audit rows.
 */
import type { AuditDetails } from '@baari/contract/account/audit.ts';
import { namesShown, type StaffRole } from '@baari/contract/constants.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import {
  type Column,
  type RowOf,
  rows,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { startOfDay } from '../platform/hospital-sql/hospital-time.ts';
import { ok } from '../platform/result.ts';

export interface TrailFilter {
  readonly personId?: string | undefined;
  /** Only audit rows with these recorded action names are read; undefined means all names. */
  readonly names?: readonly string[] | undefined;
  /**
   * The first day (`from`) and the last day (`to`) in the hospital's time zone, YYYY-MM-DD, both
   * included.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A number that is greater than the id of every audit row. */
const newestId = Number.MAX_SAFE_INTEGER;
/** How many patients' names are shown for an audit row that concerns many patients. */
const patientsShown = 3;

const a = table('audit', 'a');
const s = table('audit_seal', 's');
const n = table('audit_anchor', 'n');
const h = table('hospital', 'h');

const trail = {
  id: a.id,
  at: a.at,
  user_id: a.user_id,
  person_name: typed<string | null>(sql`coalesce(u.name, system.name)`),
  role: typed<StaffRole | 'operator' | 'key' | 'abdm'>(a.role),
  action: a.action,
  patient_ids: a.patient_ids,
  patients: typed<Named[]>(sql`
    coalesce((
      select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
      from patient p where p.id = any(a.patient_ids[1:${patientsShown}])), '[]')`),
  details: typed<AuditDetails | null>(a.details),
  // Today's names of the people and things that the audit row's details mention; null if they no
  // longer exist.
  about_person: named(sql`other`),
  about_doctor: named(sql`d`),
  about_screen: named(sql`screen`),
  about_key: named(sql`made_key`),
  address: a.address,
  outcome: a.outcome,
};
export type TrailRow = RowOf<typeof trail>;

/** The newest audit rows of a hospital that match a filter and have an id below `before`. */
export async function listTrail(
  db: Queryable,
  hospitalId: string,
  filter: TrailFilter,
  before: number | undefined,
  limit: number,
): Promise<TrailRow[]> {
  const wanted = { ...filter, ...(await periodOf(db, hospitalId, filter)) };
  return db.many(select(trail)`
    from (${newest(hospitalId, wanted, before, limit)}) a
      left join identity."user" u on u.id = a.user_id
      left join api_key system on system.id = a.user_id and a.role = 'key'
      left join identity."user" other on other.id = (a.details ->> 'personId')::uuid
      left join doctor d on d.id = (a.details ->> 'doctorId')::uuid
      left join screen on screen.id = (a.details ->> 'screenId')::uuid
      left join api_key made_key on made_key.id = (a.details ->> 'keyId')::uuid
    order by a.id desc`);
}

function named(alias: Sql): Column<Named | null> {
  return typed(sql`
    case when ${alias}.id is not null
      then json_build_object('id', ${alias}.id, 'name', ${alias}.name) end`);
}

/**
 * A period from one time until before another; if an end is undefined, the period is open at that
 * end.
 */
interface Period {
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

/**
 * Converts the filter's days to timestamps in the hospital's time zone. They are computed before
 * the main query, so that the planner knows whether they select few rows or most of the rows.
 */
async function periodOf(
  db: Queryable,
  hospitalId: string,
  { from, to }: TrailFilter,
): Promise<Period> {
  if (from === undefined && to === undefined) return { since: undefined, until: undefined };
  const period = {
    since: typed<Date | null>(startOfDay(sql`${from ?? null}::date`, sql`h.time_zone`)),
    until: typed<Date | null>(startOfDay(sql`${to ?? null}::date + 1`, sql`h.time_zone`)),
  };
  const row = await db.one(select(period)`from hospital h where h.id = ${hospitalId}`);
  return { since: row.since ?? undefined, until: row.until ?? undefined };
}

type Wanted = Pick<TrailFilter, 'personId' | 'names'> & Period;

/**
 * Selects the newest audit rows with the given action names. Without a person or a period, the rows
 * of each name are read from the end of the name's own index, so that rows with rare names are
 * found fast. The rows of one person, or of some days, are few enough to scan.
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
  // Compares a range instead of testing equality. With a range, only the index on the action fits
  // the sort order. With equality, the planner might scan the whole trail for a rare name.
  return sql`
    select found.id, found.at, found.user_id, found.role, found.action, found.patient_ids,
      found.details, found.address, found.outcome
    from unnest(${names}::text[]) as wanted (action), lateral (
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
  const row = await db.one(select({ time_zone: h.time_zone })`
    from hospital h where h.id = ${hospitalId}`);
  return row.time_zone;
}

/**
 * Lists the people who have a row in the hospital's audit trail, up to a limit. It uses a loose
 * index scan.
 */
export function listPeople(
  db: Queryable,
  hospitalId: string,
): Promise<{ id: string; name: string | null }[]> {
  const person = {
    id: typed<string>(sql`person.user_id`),
    name: typed<string | null>(sql`coalesce(u.name, system.name)`),
  };
  return db.many(
    rows(
      person,
      (list) => sql`
    with recursive person as (
      (select user_id from audit where hospital_id = ${hospitalId} order by user_id limit 1)
      union all
      select (select a.user_id from audit a
        where a.hospital_id = ${hospitalId} and a.user_id > person.user_id
        order by a.user_id limit 1)
      from person where person.user_id is not null)
    select ${list} from person
      left join identity."user" u on u.id = person.user_id
      left join api_key system on system.id = person.user_id
    where person.user_id is not null order by lower(coalesce(u.name, system.name)), id limit ${namesShown}`,
    ),
  );
}

/** Lists the action names that occur in the hospital's audit rows, by a loose index scan. */
export async function listNames(db: Queryable, hospitalId: string): Promise<string[]> {
  const found = await db.many(
    rows(
      { action: typed<string>(sql`name.action`) },
      (list) => sql`
    with recursive name as (
      (select action from audit where hospital_id = ${hospitalId} order by action limit 1)
      union all
      select (select a.action from audit a
        where a.hospital_id = ${hospitalId} and a.action > name.action
        order by a.action limit 1)
      from name where name.action is not null)
    select ${list} from name where name.action is not null`,
    ),
  );
  return found.map(({ action }) => action);
}

const facts = sql`
  a.id, extract(epoch from a.at)::text, a.user_id, a.role, a.hospital_id, a.action, a.patient_ids,
  a.entry_id, a.address, a.outcome`;

/**
 * The text of an audit row that its hash covers. Rows without details have the same text as before
 * the details column existed.
 */
const content = sql`
  case when a.details is null then json_build_array(${facts})
    else json_build_array(${facts}, a.details) end::text`;

const unsealed = {
  id: a.id,
  hospital_id: a.hospital_id,
  transaction_id: typed<string>(sql`a.transaction_id::text`),
  content: typed<string>(content),
};
export type UnsealedRow = Readonly<RowOf<typeof unsealed>>;

/**
 * An arbitrary lock number that nothing else uses. Only one process hashes new audit rows at a
 * time.
 */
const sealLock = 7_240_017;
const sealedAtOnce = 2000;

/**
 * Computes the keyed hashes of some audit rows. `heads` contains the last hash of each hospital
 * before these rows.
 */
export type MakeSeals = (rows: readonly UnsealedRow[], heads: Heads) => readonly NewSeal[];
export type Heads = ReadonlyMap<string, Head>;

export interface Head {
  readonly number: number;
  readonly hash: Buffer;
}

export interface NewSeal extends UnsealedRow, Head {
  readonly key_id: string;
}

export interface Sealed {
  readonly count: number;
  /**
   * The last audit hash of each hospital before the new hashes are stored. `after` has the last
   * hashes afterwards.
   */
  readonly before: Heads;
  readonly after: Heads;
}

const nothing: Sealed = { count: 0, before: new Map(), after: new Map() };

/**
 * Stores keyed hashes for the next audit rows, ordered by transaction and id. It leaves out rows of
 * the oldest running transaction and of later ones. Otherwise a row could appear between hashed rows
 * afterwards. It does nothing while another process hashes rows. `inside` runs in the same
 * transaction.
 */
export async function sealNext(
  db: Database,
  makeSeals: MakeSeals,
  inside: (tx: Queryable, sealed: Sealed) => Promise<void>,
): Promise<Sealed> {
  const sealed = await db.transaction(async (tx) => {
    if (!(await lockSealing(tx))) return ok(nothing);
    const found = await tx.many(
      rows(
        unsealed,
        (list) => sql`
      with last as (
        select transaction_id, audit_id from audit_seal
        order by transaction_id desc, audit_id desc limit 1)
      select ${list}
      from audit a
      where (a.transaction_id, a.id) >
          (coalesce((select transaction_id from last), '0'), coalesce((select audit_id from last), 0))
        and a.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
      order by a.transaction_id, a.id limit ${sealedAtOnce}`,
      ),
    );
    if (found.length === 0) return ok(nothing);
    const before = await readHeads(tx, [...new Set(found.map((row) => row.hospital_id))]);
    const seals = makeSeals(found, before);
    await insertSeals(tx, seals);
    const after = new Map(seals.map((seal) => [seal.hospital_id, seal]));
    const outcome = { count: found.length, before, after };
    await inside(tx, outcome);
    return ok(outcome);
  });
  return sealed.ok ? sealed.value : nothing;
}

/**
 * Takes the lock for hashing audit rows until the transaction ends. Returns false while another
 * process has the lock.
 */
export async function lockSealing(tx: Queryable): Promise<boolean> {
  const mine = typed<boolean>(sql`pg_try_advisory_xact_lock(${sealLock})`);
  return (await tx.one(select({ mine })``)).mine;
}

async function readHeads(tx: Queryable, hospitals: readonly string[]): Promise<Heads> {
  const heads = await tx.many(select({ hospital_id: h.id, number: s.number, hash: s.hash })`
    from unnest(${hospitals}::uuid[]) as h (id), lateral (
      select number, hash from audit_seal where hospital_id = h.id
      order by number desc limit 1) s`);
  return new Map(heads.map(({ hospital_id, ...head }) => [hospital_id, head]));
}

async function insertSeals(tx: Queryable, seals: readonly NewSeal[]): Promise<void> {
  await tx.run(sql`
    insert into audit_seal (hospital_id, number, audit_id, transaction_id, hash, key_id)
    select h, n, a, t::xid8, decode(x, 'hex'), k from unnest(
      ${seals.map((seal) => seal.hospital_id)}::uuid[], ${seals.map((seal) => seal.number)}::bigint[],
      ${seals.map((seal) => seal.id)}::bigint[], ${seals.map((seal) => seal.transaction_id)}::text[],
      ${seals.map((seal) => seal.hash.toString('hex'))}::text[],
      ${seals.map((seal) => seal.key_id)}::text[]) as given (h, n, a, t, x, k)`);
}

const anchor = {
  hospital_id: n.hospital_id,
  number: n.number,
  hash: n.hash,
  made_at: n.made_at,
  is_first: n.is_first,
  key_id: n.key_id,
  vouched: n.vouched,
};
/**
 * An anchor (externally stored audit hash) as the database stores it. `vouched` is its signature,
 * made with a key of the audit trail.
 */
export type AnchorRow = Readonly<RowOf<typeof anchor>>;

export async function insertAnchors(tx: Queryable, anchors: readonly AnchorRow[]): Promise<void> {
  await tx.run(sql`
    insert into audit_anchor (hospital_id, number, hash, made_at, is_first, key_id, vouched)
    select h, n, decode(x, 'hex'), m, f, k, decode(v, 'hex') from unnest(
      ${anchors.map((anchor) => anchor.hospital_id)}::uuid[],
      ${anchors.map((anchor) => anchor.number)}::bigint[],
      ${anchors.map((anchor) => anchor.hash.toString('hex'))}::text[],
      ${anchors.map((anchor) => anchor.made_at)}::timestamptz[],
      ${anchors.map((anchor) => anchor.is_first)}::boolean[],
      ${anchors.map((anchor) => anchor.key_id)}::text[],
      ${anchors.map((anchor) => anchor.vouched.toString('hex'))}::text[])
      as given (h, n, x, m, f, k, v)
    on conflict (hospital_id, number) do nothing`);
}

/**
 * Lists the last hash of each hospital that has newer hashes than its last anchor. The hash's
 * number is converted to a float, because the connection that runs migrations reads large integers
 * as text.
 */
export function listUnanchoredHeads(
  tx: Queryable,
): Promise<{ hospital_id: string; number: number; hash: Buffer }[]> {
  const head = {
    hospital_id: typed<string>(sql`sealed.hospital_id`),
    number: typed<number>(sql`head.number::float8`),
    hash: typed<Buffer>(sql`head.hash`),
  };
  return tx.many(
    rows(
      head,
      (list) => sql`
    with recursive sealed as (
      (select hospital_id from audit_seal order by hospital_id limit 1)
      union all
      select (select s.hospital_id from audit_seal s where s.hospital_id > sealed.hospital_id
        order by s.hospital_id limit 1)
      from sealed where sealed.hospital_id is not null)
    select ${list}
    from sealed, lateral (
      select number, hash from audit_seal s where s.hospital_id = sealed.hospital_id
      order by number desc limit 1) head
    where head.number > coalesce((select max(a.number) from audit_anchor a
      where a.hospital_id = sealed.hospital_id), 0)`,
    ),
  );
}

const seal = {
  number: s.number,
  audit_id: s.audit_id,
  hash: s.hash,
  key_id: s.key_id,
  // The present content of the audit row; null if the row no longer exists.
  content: typed<string | null>(sql`row.content`),
};
export type SealRow = RowOf<typeof seal>;

/**
 * Reads the next hashes of a hospital's audit trail, each with the present content of its audit
 * row.
 */
export function listSeals(
  db: Queryable,
  hospitalId: string,
  after: number,
  limit: number,
): Promise<SealRow[]> {
  return db.many(select(seal)`
    from (
      select number, audit_id, hash, key_id from audit_seal
      where hospital_id = ${hospitalId} and number > ${after}
      order by number limit ${limit}) s
      -- One by one by its number: joined as wholes, each batch would read all of a long trail.
      left join lateral (
        select ${content} as content from audit a
        where a.id = s.audit_id and a.hospital_id = ${hospitalId} limit 1) row on true
    order by s.number`);
}

/**
 * Reads the anchors (externally stored audit hashes) of a hospital with a number above `after` and
 * up to `upTo`, in ascending order.
 */
export function listAnchors(
  db: Queryable,
  hospitalId: string,
  after: number,
  upTo: number,
): Promise<AnchorRow[]> {
  return db.many(select(anchor)`
    from audit_anchor n
    where n.hospital_id = ${hospitalId} and n.number > ${after} and n.number <= ${upTo}
    order by n.number`);
}

/**
 * Finds the anchor up to which hashes without a key are accepted; undefined if the hospital has
 * none.
 */
export function findFirstAnchor(db: Queryable, hospitalId: string): Promise<AnchorRow | undefined> {
  return db.maybeOne(select(anchor)`
    from audit_anchor n where n.hospital_id = ${hospitalId} and n.is_first
    order by n.number limit 1`);
}

const among = {
  // The id of the last row that was checked; null once no rows are left.
  last_id: typed<number | null>(sql`max(a.id)`),
  unsealed: typed<number>(sql`count(*) filter (where seal.is_there is null)`),
  // The first row without a hash that comes before hashed rows. Such a row was inserted later.
  slipped_in: typed<number | null>(sql`
    min(a.id) filter (where seal.is_there is null and (a.transaction_id, a.id) <=
      ((select transaction_id from last), (select audit_id from last)))`),
};
export type UnsealedAmong = Readonly<RowOf<typeof among>>;

/** Looks for audit rows without a hash among the next rows of a hospital. */
export function findUnsealed(
  db: Queryable,
  hospitalId: string,
  after: number,
  limit: number,
): Promise<UnsealedAmong> {
  return db.one(
    rows(
      among,
      (list) => sql`
    with last as (
      select transaction_id, audit_id from audit_seal
      order by transaction_id desc, audit_id desc limit 1)
    select ${list}
    from (select id, transaction_id from audit
      where hospital_id = ${hospitalId} and id > ${after} order by id limit ${limit}) a
      left join lateral (
        select true as is_there from audit_seal s
        where s.transaction_id = a.transaction_id and s.audit_id = a.id) seal on true`,
    ),
  );
}

/** Lists every hospital that has rows or hashes in the audit trail. */
export async function listHospitalsOfTrail(db: Queryable): Promise<string[]> {
  const found = await db.many(
    rows(
      { id: typed<string>(sql`every.id`) },
      (list) => sql`
    with recursive sealed as (
      (select hospital_id as id from audit_seal order by hospital_id limit 1)
      union all
      select (select s.hospital_id from audit_seal s where s.hospital_id > sealed.id
        order by s.hospital_id limit 1)
      from sealed where sealed.id is not null),
    written as (
      (select hospital_id as id from audit order by hospital_id limit 1)
      union all
      select (select a.hospital_id from audit a where a.hospital_id > written.id
        order by a.hospital_id limit 1)
      from written where written.id is not null)
    select ${list} from (
      select id from sealed where id is not null union select id from written where id is not null
    ) every order by every.id`,
    ),
  );
  return found.map(({ id }) => id);
}

/** The number of a hospital's last audit hash; 0 before the first. */
export async function countSeals(db: Queryable, hospitalId: string): Promise<number> {
  const row = await db.maybeOne(select({ number: s.number })`
    from audit_seal s where s.hospital_id = ${hospitalId} order by s.number desc limit 1`);
  return row?.number ?? 0;
}
