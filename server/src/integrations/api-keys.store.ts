/** All SQL on API keys, and on the ages that a key may see [API-28]. */
import { endedKeysShown, maxKeys } from '@baari/contract/keys/api-keys.ts';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import { isGivenByDefault } from '@baari/contract/patient/consent.ts';
import sql, { type Sql } from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { languageForHospital } from '../platform/hospital-sql/chosen-language.ts';

const k = table('api_key', 'k');
const h = table('hospital', 'h');
const u = table('identity.user', 'u');
const a = table('account_preferences', 'a');

const nameOf = (id: Sql) =>
  typed<string | null>(sql`(select o.name from identity."user" o where o.id = ${id})`);

const key = {
  id: k.id,
  hospital_id: k.hospital_id,
  name: k.name,
  shown: k.shown,
  scopes: typed<Scope[]>(k.scopes),
  made_at: k.made_at,
  made_by: k.made_by,
  maker: nameOf(sql`k.made_by`),
  expires_at: k.expires_at,
  last_used_at: k.last_used_at,
  last_network: k.last_network,
  revoked_at: k.revoked_at,
  revoked_by: k.revoked_by,
  revoker: nameOf(sql`k.revoked_by`),
  reminded: k.reminded,
  /** The ids of the stored public keys; null without stored keys. */
  public_key_ids: typed<string[] | null>(sql`(select json_agg(each ->> 'kid')
    from jsonb_array_elements(k.public_keys) each)`),
  public_keys_url: k.public_keys_url,
};
export type ApiKeyRow = RowOf<typeof key>;

/** The keys of a hospital that work, newest first, then the latest ended ones. */
export async function listKeys(db: Queryable, hospitalId: string, now: Date): Promise<ApiKeyRow[]> {
  const ended = sql`(k.revoked_at is not null or coalesce(k.expires_at <= ${now}, false))`;
  const of = sql`from api_key k where k.hospital_id = ${hospitalId}`;
  const [working, over] = await Promise.all([
    db.many(select(key)`${of} and not ${ended} order by k.made_at desc, k.id limit ${maxKeys}`),
    db.many(select(key)`${of} and ${ended}
      order by coalesce(k.revoked_at, k.expires_at) desc, k.id limit ${endedKeysShown}`),
  ]);
  return [...working, ...over];
}

/** A key of the hospital, whether it works or not. */
export function findKeyOfHospital(
  db: Queryable,
  hospitalId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  return db.maybeOne(select(key)`
    from api_key k where k.id = ${id} and k.hospital_id = ${hospitalId}`);
}

/** The names of the hospital's working keys that a person made, in order. */
export async function listNamesOfKeysBy(
  db: Queryable,
  hospitalId: string,
  userId: string,
  now: Date,
): Promise<string[]> {
  const rows = await db.many(select({ name: k.name })`
    from api_key k where k.hospital_id = ${hospitalId} and k.made_by = ${userId}
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
    order by lower(k.name), k.id limit ${maxKeys}`);
  return rows.map(({ name }) => name);
}

/**
 * Counts the keys of a hospital that work. A lock on the hospital's row makes concurrent additions
 * wait for each other.
 */
export async function countKeys(tx: Queryable, hospitalId: string, now: Date): Promise<number> {
  await tx.run(sql`select from hospital where id = ${hospitalId} for no key update`);
  const row = await tx.one(select({ count: typed<number>(sql`count(*)`) })`
    from api_key k where k.hospital_id = ${hospitalId} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})`);
  return row.count;
}

export interface NewKey {
  readonly hospitalId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly secretHash: string;
  readonly shown: string;
  readonly madeAt: Date;
  readonly madeBy: string;
  readonly expiresAt: Date | null;
}

export function insertKey(tx: Queryable, given: NewKey): Promise<ApiKeyRow> {
  return tx.one(returning(key)`
    insert into api_key as k
      (hospital_id, name, scopes, secret_hash, shown, made_at, made_by, expires_at)
    values (${given.hospitalId}, ${given.name}, ${[...given.scopes]}, ${given.secretHash},
      ${given.shown}, ${given.madeAt}, ${given.madeBy}, ${given.expiresAt})`);
}

/** Revokes a key of the hospital; undefined if the hospital has no such key that is not revoked. */
export function markRevoked(
  tx: Queryable,
  { id, hospitalId, by }: { readonly id: string; readonly hospitalId: string; readonly by: string },
  now: Date,
): Promise<ApiKeyRow | undefined> {
  return tx.maybeOne(returning(key)`
    update api_key k set revoked_at = ${now}, revoked_by = ${by}
    where k.id = ${id} and k.hospital_id = ${hospitalId} and k.revoked_at is null`);
}

const known = {
  id: k.id,
  hospital_id: k.hospital_id,
  name: k.name,
  scopes: typed<Scope[]>(k.scopes),
  expires_at: k.expires_at,
  revoked_at: k.revoked_at,
  last_used_at: k.last_used_at,
  last_network: k.last_network,
};

export type KnownKey = RowOf<typeof known>;

/** The key with this hash, read anew for each request, so that a revocation counts at once. */
export function findKey(db: Queryable, secretHash: string) {
  return db.maybeOne(select(known)`from api_key k where k.secret_hash = ${secretHash}`);
}

/** How many networks of a key are remembered. */
const networksKept = 50;

/**
 * Writes down a use of the key. Returns the networks that were known before; the new one is added
 * to them.
 */
export async function noteKeyUse(
  tx: Queryable,
  id: string,
  network: string,
  now: Date,
): Promise<readonly string[]> {
  const { networks } = await tx.one(select({ networks: k.networks })`
    from api_key k where k.id = ${id} for update`);
  const others = networks.filter((each) => each !== network);
  const kept = [network, ...others].slice(0, networksKept);
  await tx.run(sql`
    update api_key set last_used_at = ${now}, last_network = ${network}, networks = ${kept},
      reminded = array_remove(reminded, 'unused')
    where id = ${id}`);
  return networks;
}

/** Locks working keys that may need a reminder, of real hospitals; other processes skip them. */
export function listKeysToWatch(
  tx: Queryable,
  { soon, idleSince }: { readonly soon: Date; readonly idleSince: Date },
  now: Date,
): Promise<ApiKeyRow[]> {
  return tx.many(select(key)`
    from api_key k where k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})
      and ((k.expires_at <= ${soon} and not k.reminded @> '{7 days}')
        or (coalesce(k.last_used_at, k.made_at) <= ${idleSince} and not k.reminded @> '{unused}'))
    order by k.id limit 100 for update of k skip locked`);
}

export async function markReminded(tx: Queryable, id: string, reminder: string): Promise<void> {
  await tx.run(sql`
    update api_key set reminded = array_append(reminded, ${reminder}) where id = ${id}`);
}

const mailed = {
  name: u.name,
  email: u.email,
  language: languageForHospital(a.language, sql`h.id`),
  hospital: h.name,
  standing: h.standing,
};

/** The administrators of a hospital with a verified address. */
export function listKeyAdministrators(tx: Queryable, hospitalId: string) {
  return tx.many(select(mailed)`
    from membership m join identity."user" u on u.id = m.user_id join hospital h on h.id = m.hospital_id
      left join account_preferences a on a.account_id = u.id
    where m.hospital_id = ${hospitalId} and m.role = 'hospital_admin' and u.email_verified
    order by u.id limit 50`);
}

const p = table('patient', 'p');

/**
 * The ages in whole years of patients, for the age bands that keys see. As for the desk, the age of
 * an account's person counts only if its profile is shared with the hospital [CONS-2].
 */
export async function listAges(
  db: Queryable,
  hospitalId: string,
  patientIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (patientIds.length === 0) return new Map();
  const age = typed<number>(sql`
    extract(year from age(${now}::timestamptz at time zone h.time_zone,
      coalesce(p.date_of_birth, make_date(p.birth_year, 1, 1))))::int`);
  const found = await db.many(select({ id: p.id, age })`
    from patient p, hospital h
    where p.id = any(${patientIds}::uuid[]) and h.id = ${hospitalId}
      and coalesce(p.date_of_birth, make_date(p.birth_year, 1, 1)) is not null
      and (p.account_id is null or coalesce((select c.given from consent c
        where c.account_id = p.account_id and c.hospital_id = h.id and c.purpose = 'profile'
        order by c.id desc limit 1), ${isGivenByDefault.profile}))`);
  return new Map(found.map((row) => [row.id, row.age]));
}
