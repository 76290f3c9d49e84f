/**
 * All SQL on the right to answer questions at a kiosk. The last patient who checked in at a kiosk
 * has this right for some minutes [ASSESS-4].
 */
import { kioskMinutes } from '@baari/contract/visit/assessment.ts';
import sql from 'sql-template-tag';
import { select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const r = table('kiosk_right', 'r');

interface Right {
  readonly screenId: string;
  /** The stored hash of the secret that the kiosk got with the right to answer. */
  readonly secretHash: string;
}

/**
 * Stores the right to answer the questions of this entry's visit. It replaces any other right to
 * answer at the same kiosk.
 */
export async function writeRight(
  db: Queryable,
  { screenId, secretHash, entryId }: Right & { readonly entryId: string },
  now: Date,
): Promise<void> {
  const expires = new Date(now.getTime() + kioskMinutes * 60_000);
  await db.run(sql`
    insert into kiosk_right (screen_id, entry_id, secret_hash, given_at, expires_at)
    values (${screenId}, ${entryId}, ${secretHash}, ${now}, ${expires})
    on conflict (screen_id) do update set entry_id = excluded.entry_id,
      secret_hash = excluded.secret_hash, given_at = excluded.given_at,
      expires_at = excluded.expires_at`);
}

/**
 * Finds the queue entry to which a right to answer belongs; undefined if the right has ended or
 * belongs to another kiosk.
 */
export async function findRight(
  db: Queryable,
  { screenId, secretHash }: Right,
  now: Date,
): Promise<string | undefined> {
  const row = await db.maybeOne(select({ entry_id: r.entry_id })`
    from kiosk_right r
    where r.screen_id = ${screenId} and r.secret_hash = ${secretHash} and r.expires_at > ${now}`);
  return row?.entry_id;
}

/**
 * Ends a kiosk's right to answer. If a secret is given, ends only the right with that secret.
 * Returns false if no right was found.
 */
export async function deleteRight(
  db: Queryable,
  { screenId, secretHash }: Pick<Right, 'screenId'> & Partial<Right>,
): Promise<boolean> {
  const gone = await db.run(sql`
    delete from kiosk_right where screen_id = ${screenId}
      and (${secretHash ?? null}::text is null or secret_hash = ${secretHash ?? null})`);
  return gone > 0;
}
