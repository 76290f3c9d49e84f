/** All SQL on hospitals' verification status [SEC-20]. */
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Essentials } from './resembles.rules.ts';
import type { Verification } from './verification.rules.ts';

/**
 * Which hospitals an installation lists: only confirmed hospitals, or all hospitals except those
 * that are closed or hidden until review.
 */
export const listings = ['all', 'confirmed'] as const;
export type Listing = (typeof listings)[number];

const h = table('hospital', 'h');

/** The identifying data of a hospital. */
export const essentials =
  typed<Essentials>(sql`json_build_object('name', h.name, 'phone', h.phone, 'email', h.email,
  'address', h.address, 'city', h.city, 'zipCode', h.zip_code, 'latitude', h.latitude,
  'longitude', h.longitude)`);

const standing = {
  id: h.id,
  essentials,
  /** The identifying data at the operator's last review; null without a review. */
  lookedAs: typed<Essentials | null>(h.looked_as),
  isConfirmed: typed<boolean>(sql`(h.confirmed_at is not null)`),
  isHeld: typed<boolean>(sql`(h.held_at is not null)`),
  isClosed: typed<boolean>(sql`(h.closed_at is not null)`),
};
export type VerificationRow = RowOf<typeof standing>;

/**
 * Makes reviews of hospitals run one after the other, so that two similar new hospitals are
 * compared with each other.
 */
export async function lockVerifications(tx: Queryable): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('standings of hospitals', 0))`);
}

export function findVerification(db: Queryable, id: string): Promise<VerificationRow | undefined> {
  return db.maybeOne(select(standing)`
    from hospital h where h.id = ${id}`);
}

const known = { id: h.id, essentials };
export type KnownRow = RowOf<typeof known>;

/** One page, in the order of their ids, of the confirmed hospitals that are not closed. */
export function listConfirmed(
  db: Queryable,
  after: string | undefined,
  limit: number,
): Promise<KnownRow[]> {
  return db.many(select(known)`
    from hospital h
    where h.confirmed_at is not null and h.closed_at is null ${behind(after)}
    order by h.id limit ${limit}`);
}

/**
 * The unconfirmed hospitals that are not closed; with `held`, only those that are hidden until the
 * operator reviews them.
 */
export function listUnconfirmed(
  db: Queryable,
  only: 'all' | 'held',
  after: string | undefined,
  limit: number,
): Promise<VerificationRow[]> {
  const which = only === 'held' ? sql`h.held_at is not null` : sql`h.confirmed_at is null`;
  return db.many(select(standing)`
    from hospital h
    where ${which} and h.closed_at is null and h.practice_of is null ${behind(after)}
    order by h.id limit ${limit}`);
}

function behind(after: string | undefined): Sql {
  return after === undefined ? sql`` : sql`and h.id > ${after}`;
}

export async function saveVerification(
  tx: Queryable,
  id: string,
  { isConfirmed, isHeld }: Verification,
  listing: Listing,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update hospital set
      confirmed_at = case when ${isConfirmed} then coalesce(confirmed_at, ${now}::timestamptz) end,
      held_at = case when ${isHeld} then coalesce(held_at, ${now}::timestamptz) end
    where id = ${id}`);
  await applyListing(tx, listing, id);
}

/** Records that the operator has reviewed the hospital's present data. */
export async function markLooked(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`
    update hospital h set looked_as = ${essentials}::jsonb where h.id = ${id}`);
}

export async function closeHospital(
  tx: Queryable,
  id: string,
  reason: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update hospital set closed_at = ${now}, close_reason = ${reason}, standing = 'hidden'
    where id = ${id}`);
}

export async function isClosedHospital(db: Queryable, id: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from hospital where id = ${id} and closed_at is not null`);
  return row !== undefined;
}

export async function reopenHospital(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`update hospital set closed_at = null, close_reason = null where id = ${id}`);
}

/**
 * Updates which hospitals patients see, from their verification status and the installation's
 * setting.
 */
export async function applyListing(db: Queryable, listing: Listing, id?: string): Promise<void> {
  const standing = sql`
    case when closed_at is not null or held_at is not null or practice_of is not null
        or (confirmed_at is null and ${listing === 'confirmed'}) then 'hidden'
      when confirmed_at is null then 'unconfirmed' else 'confirmed' end`;
  const which = id === undefined ? sql`true` : sql`id = ${id}`;
  await db.run(sql`
    update hospital set standing = ${standing} where ${which} and standing <> ${standing}`);
}
