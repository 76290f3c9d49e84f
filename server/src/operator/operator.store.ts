/** The only SQL on the data that the operator reads and on the operator's decisions [SEC-20]. */
import sql, { empty } from 'sql-template-tag';
import type { Essentials } from '../hospitals/resembles.rules.ts';
import { essentials } from '../hospitals/verification.store.ts';
import { languageForHospital } from '../platform/hospital-sql/chosen-language.ts';
import { leftJoined, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const operatorActs = ['confirm', 'allow', 'close', 'reopen'] as const;
export type OperatorAct = (typeof operatorActs)[number];

const h = table('hospital', 'h');
const u = table('identity.user', 'u');
const a = leftJoined('account_preferences', 'a');

const listedHospital = {
  id: h.id,
  essentials,
  lookedAs: typed<Essentials | null>(h.looked_as),
  state: typed<string>(sql`
    case when h.closed_at is not null then 'closed' when h.held_at is not null then 'held'
      when h.confirmed_at is not null then 'confirmed' else 'unconfirmed' end`),
  website: h.website,
  created_at: h.created_at,
  confirmed_at: h.confirmed_at,
  held_at: h.held_at,
  closed_at: h.closed_at,
  close_reason: h.close_reason,
  founder: typed<string | null>(
    sql`(select u.email from identity."user" u where u.id = h.created_by)`,
  ),
  admins: typed<number>(sql`
    (select count(*) from membership m
      where m.hospital_id = h.id and m.role = 'hospital_admin')`),
  doctors: typed<number>(sql`
    (select count(*) from doctor d where d.hospital_id = h.id and d.deactivated_at is null)`),
  visits: typed<number>(sql`
    (select count(*) from (select from queue_entry e where e.hospital_id = h.id limit 1000) e)`),
};
export type ListedHospital = RowOf<typeof listedHospital>;

const j = table('job', 'j');
const failingJob = {
  id: j.id,
  kind: j.kind,
  attempts: j.attempts,
  runAt: j.run_at,
  failedAt: j.failed_at,
  lastError: j.last_error,
};

/** Jobs that failed and are retried, or were given up within a month, the latest first. */
export function listFailingJobs(db: Queryable, limit: number): Promise<RowOf<typeof failingJob>[]> {
  return db.many(select(failingJob)`
    from job j where j.finished_at is null and j.last_error is not null
    order by j.id desc limit ${limit}`);
}

export interface HospitalFilter {
  readonly id?: string;
  /**
   * Whether to list only hospitals that wait for the operator: hidden until review, not confirmed,
   * or changed since the review.
   */
  readonly isOpenOnly?: boolean;
}

/**
 * Hospitals for the operator: those that wait for a decision first, the newest of each group first.
 */
export function listForOperator(
  db: Queryable,
  { id, isOpenOnly = false }: HospitalFilter,
  limit: number,
): Promise<ListedHospital[]> {
  const one = id === undefined ? empty : sql`and h.id = ${id}`;
  const open = isOpenOnly
    ? sql`and h.closed_at is null and (h.confirmed_at is null or h.held_at is not null)`
    : empty;
  return db.many(select(listedHospital)`
    from hospital h where h.practice_of is null ${one} ${open}
    order by h.held_at is null, h.closed_at is not null, h.confirmed_at is not null,
      h.created_at desc, h.id
    limit ${limit}`);
}

export async function countHospitals(
  db: Queryable,
): Promise<{ all: number; confirmed: number; held: number; closed: number }> {
  const ofOpen = sql`closed_at is null`;
  return db.one(select({
    all: typed<number>(sql`count(*)`),
    closed: typed<number>(sql`count(*) filter (where closed_at is not null)`),
    confirmed: typed<number>(sql`count(*) filter (where ${ofOpen} and confirmed_at is not null)`),
    held: typed<number>(sql`count(*) filter (where ${ofOpen} and held_at is not null)`),
  })`
    from hospital where practice_of is null`);
}

/** The names of the hospitals that a hospital resembles. */
export async function listNames(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many(select({ id: h.id, name: h.name, city: h.city })`
    from hospital h where h.id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, name, city }) => [id, `${name}, ${city}`]));
}

export interface NewAct {
  readonly at: Date;
  /** The operating-system account that ran the command. */
  readonly operator: string;
  readonly act: OperatorAct;
  readonly hospitalId: string;
  readonly reason: string;
  readonly seen: Essentials;
}

export async function insertAct(tx: Queryable, act: NewAct): Promise<void> {
  await tx.run(sql`
    insert into operator_act (at, operator, act, hospital_id, reason, seen)
    values (${act.at}, ${act.operator}, ${act.act}, ${act.hospitalId}, ${act.reason},
      ${JSON.stringify(act.seen)}::jsonb)`);
}

const administrator = {
  email: u.email,
  name: u.name,
  language: languageForHospital(a.language, sql`m.hospital_id`),
};
export type Administrator = RowOf<typeof administrator>;

/** A hospital's administrators with a usable email address. */
export function listAdministrators(db: Queryable, hospitalId: string): Promise<Administrator[]> {
  return db.many(select(administrator)`
    from membership m join identity."user" u on u.id = m.user_id
      left join account_preferences a on a.account_id = u.id
    where m.hospital_id = ${hospitalId} and m.role = 'hospital_admin' and u.email_verified
    order by u.email`);
}

const m = table('message_delivery', 'm');
const counted = {
  channel: m.channel,
  country: m.country,
  kind: m.kind,
  provider: m.provider,
  state: m.state,
  reason: m.reason,
  count: typed<number>(sql`count(*)::int`),
};
export type MessageCount = RowOf<typeof counted>;

/** What became of messages since a time, by channel, country, kind, provider and reason. */
export function countMessages(db: Queryable, since: Date): Promise<MessageCount[]> {
  return db.many(select(counted)`
    from message_delivery m where m.made_at >= ${since}
    group by m.channel, m.country, m.kind, m.provider, m.state, m.reason
    order by m.channel, m.country, m.kind, m.state, m.reason
    limit 1000`);
}
