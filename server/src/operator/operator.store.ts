/** What the operator looks at and what is kept of the operator's acts: the only SQL on it [SEC-20]. */
import type { Preferences } from '@baari/contract/profile.ts';
import sql, { empty } from 'sql-template-tag';
import type { Essentials } from '../hospitals/resembles.rules.ts';
import type { Queryable } from '../platform/database.ts';

export const operatorActs = ['confirm', 'allow', 'close', 'reopen'] as const;
export type OperatorAct = (typeof operatorActs)[number];

export interface ListedHospital {
  id: string;
  essentials: Essentials;
  lookedAs: Essentials | null;
  state: string;
  website: string | null;
  created_at: Date;
  confirmed_at: Date | null;
  held_at: Date | null;
  closed_at: Date | null;
  close_reason: string | null;
  founder: string | null;
  admins: number;
  doctors: number;
  visits: number;
}

export interface HospitalFilter {
  readonly id?: string;
  /** Only those that wait for the operator: held, or not confirmed, or changed since. */
  readonly isOpenOnly?: boolean;
}

/** Hospitals as the operator sees them: what waits for a decision first, the newest of these. */
export function listForOperator(
  db: Queryable,
  { id, isOpenOnly = false }: HospitalFilter,
  limit: number,
): Promise<ListedHospital[]> {
  const one = id === undefined ? empty : sql`and h.id = ${id}`;
  const open = isOpenOnly
    ? sql`and h.closed_at is null and (h.confirmed_at is null or h.held_at is not null)`
    : empty;
  return db.many<ListedHospital>(sql`
    select h.id, h.website, h.created_at, h.confirmed_at, h.held_at, h.closed_at, h.close_reason,
      json_build_object('name', h.name, 'phone', h.phone, 'email', h.email, 'address', h.address,
        'city', h.city, 'zipCode', h.zip_code, 'latitude', h.latitude,
        'longitude', h.longitude) as essentials,
      h.looked_as as "lookedAs",
      case when h.closed_at is not null then 'closed' when h.held_at is not null then 'held'
        when h.confirmed_at is not null then 'confirmed' else 'unconfirmed' end as state,
      (select u.email from identity."user" u where u.id = h.created_by) as founder,
      (select count(*) from staff_member m
        where m.hospital_id = h.id and m.role = 'hospital_admin') as admins,
      (select count(*) from doctor d
        where d.hospital_id = h.id and d.deactivated_at is null) as doctors,
      (select count(*) from (select from queue_entry e
        where e.hospital_id = h.id limit 1000) e) as visits
    from hospital h where true ${one} ${open}
    order by h.held_at is null, h.closed_at is not null, h.confirmed_at is not null,
      h.created_at desc, h.id
    limit ${limit}`);
}

export async function countHospitals(
  db: Queryable,
): Promise<{ all: number; confirmed: number; held: number; closed: number }> {
  return db.one(sql`
    select count(*) as all, count(*) filter (where closed_at is not null) as closed,
      count(*) filter (where closed_at is null and confirmed_at is not null) as confirmed,
      count(*) filter (where closed_at is null and held_at is not null) as held
    from hospital`);
}

/** For naming what a hospital resembles. */
export async function listNames(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<{ id: string; name: string; city: string }>(sql`
    select id, name, city from hospital where id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, name, city }) => [id, `${name}, ${city}`]));
}

export interface NewAct {
  readonly at: Date;
  /** The account on the machine. */
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

export interface Administrator {
  email: string;
  name: string;
  language: Preferences['language'] | null;
}

/** A hospital's administrators who can be written to. */
export function listAdministrators(db: Queryable, hospitalId: string): Promise<Administrator[]> {
  return db.many<Administrator>(sql`
    select u.email, u.name, a.language
    from staff_member m join identity."user" u on u.id = m.user_id
      left join account_preferences a on a.account_id = u.id
    where m.hospital_id = ${hospitalId} and m.role = 'hospital_admin' and u.email_verified
    order by u.email`);
}
