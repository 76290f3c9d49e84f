/** The only SQL on shared links [ARR-7]. */
import { mostSharedLinks } from '@baari/contract/visit/shared-place.ts';
import sql from 'sql-template-tag';
import { latestStep } from '../arrivals/arrivals.store.ts';
import { returning, type RowOf, select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { endOfHospitalToday } from '../platform/hospital-sql/hospital-time.ts';

const s = table('shared_place', 's');
const e = table('queue_entry', 'e');

const link = { id: s.id, made_at: s.made_at, ends_at: s.ends_at, by_staff: s.by_staff };
export type LinkRow = RowOf<typeof link>;

/** Holds a visit, so that nobody else makes a link of it meanwhile. */
export async function lockVisit(tx: Queryable, visitId: string): Promise<void> {
  await tx.maybeOne(sql`select from queue_entry where id = ${visitId} for no key update`);
}

/** The id of the latest stop of the visit of an entry. */
export async function findLatestStop(db: Queryable, entryId: string): Promise<string | undefined> {
  const row = await db.maybeOne(select({ id: latestStep(e.id) })`
    from queue_entry e where e.id = ${entryId}`);
  return row?.id;
}

/** The active links of all stops of a visit, the latest first. */
export function listActive(db: Queryable, visitId: string, now: Date): Promise<LinkRow[]> {
  return db.many(select(link)`
    from shared_place s
    where s.entry_id in (
        select e.id from queue_entry e where e.id = ${visitId} or e.visit_id = ${visitId})
      and s.stopped_at is null and s.ends_at > ${now}
    order by s.made_at desc, s.id limit ${mostSharedLinks}`);
}

interface NewLink {
  readonly id: string;
  readonly entryId: string;
  readonly secretHash: string;
  readonly byStaff: boolean;
  readonly at: Date;
}

/** Stores a link, which ends with the hospital's day. */
export function insertLink(
  tx: Queryable,
  { id, entryId, secretHash, byStaff, at }: NewLink,
): Promise<LinkRow> {
  return tx.one(returning(link)`
    insert into shared_place as s (id, entry_id, secret_hash, made_at, by_staff, ends_at)
    select ${id}, e.id, ${secretHash}, ${at}, ${byStaff}, ${endOfHospitalToday(at)}
    from queue_entry e join hospital h on h.id = e.hospital_id where e.id = ${entryId}`);
}

/** The entry at which a link was made; undefined for an unknown link. */
export async function findEntryOfLink(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.maybeOne(select({ entry_id: s.entry_id })`
    from shared_place s where s.id = ${id}`);
  return row?.entry_id;
}

/** Ends a link; false if it was ended before. */
export async function writeStopped(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const row = await tx.maybeOne(returning({ id: s.id })`
    update shared_place as s set stopped_at = ${now}
    where s.id = ${id} and s.stopped_at is null`);
  return row !== undefined;
}

/** The latest stop of the visit that an active link shows; undefined for any other secret. */
export async function findSharedStop(
  db: Queryable,
  secretHash: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db.maybeOne(select({ entry_id: latestStep(s.entry_id) })`
    from shared_place s
    where s.secret_hash = ${secretHash} and s.stopped_at is null and s.ends_at > ${now}`);
  return row?.entry_id;
}

/** Deletes links whose day has ended, also those that were stopped before. */
export async function pruneSharedPlaces(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from shared_place where ends_at <= ${now}`);
}
