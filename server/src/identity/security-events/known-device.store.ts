/** Stores hashes that identify the devices and networks from which accounts signed in. */
import sql from 'sql-template-tag';
import { select, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { TriedBy } from './sign-in-record.plugin.ts';
import { isAccountOf } from './sign-in-record.store.ts';

/**
 * Stores the hashes that identify a device and the device's network. Returns how many hashes the
 * account already had, and how many of those hashes belong to this device.
 */
export async function rememberDevice(
  tx: Queryable,
  userId: string,
  { device: marks, network }: { readonly device: readonly string[]; readonly network: string },
  now: Date,
): Promise<{ readonly had: number; readonly ofThese: number }> {
  const counts = {
    had: typed<number>(sql`count(*)`),
    ofThese: typed<number>(sql`count(*) filter (where mark = any(${marks}))`),
  };
  const known = await tx.one(select(counts)`
    from identity.known_device where user_id = ${userId}`);
  await tx.run(sql`
    insert into identity.known_device (user_id, mark, seen_at)
    select ${userId}, mark, ${now} from unnest(${[...marks, network]}::text[]) as mark order by mark
    on conflict (user_id, mark) do update set seen_at = excluded.seen_at`);
  return known;
}

/** Whether the account has signed in with this device or network hash before. */
export async function isKnownMark(db: Queryable, by: TriedBy, mark: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from identity.known_device k join identity."user" u on u.id = k.user_id
    where ${isAccountOf(by)} and k.mark = ${mark}`);
  return row !== undefined;
}

/** Stored in place of deleted device hashes, so that the next device still counts as new. */
const forgotten = 'forgotten';

/**
 * Deletes all stored device hashes of an account, so that the owner is notified of the next device
 * that signs in.
 */
export async function forgetDevices(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.run(sql`delete from identity.known_device where user_id = ${userId}`);
  await tx.run(sql`
    insert into identity.known_device (user_id, mark, seen_at)
    values (${userId}, ${forgotten}, ${now})`);
}

export async function deleteOldDevices(db: Queryable, seenBefore: Date): Promise<void> {
  await db.run(sql`delete from identity.known_device where seen_at < ${seenBefore}`);
}
