/** Marks of devices that accounts signed in from. */
import sql from 'sql-template-tag';
import { select, typed } from '../platform/columns.ts';
import type { Queryable } from '../platform/database.ts';

/** Notes these marks; how many the account had before, and how many of these among them. */
export async function rememberDevice(
  tx: Queryable,
  userId: string,
  marks: readonly string[],
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
    select ${userId}, mark, ${now} from unnest(${marks}::text[]) as mark order by mark
    on conflict (user_id, mark) do update set seen_at = excluded.seen_at`);
  return known;
}

/** Stands for devices that are known no longer: the account had some, and the next one is told of. */
const forgotten = 'forgotten';

/** From now on every device is a new one, and its owner hears of the first that signs in. */
export async function forgetDevices(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.run(sql`delete from identity.known_device where user_id = ${userId}`);
  await tx.run(sql`
    insert into identity.known_device (user_id, mark, seen_at)
    values (${userId}, ${forgotten}, ${now})`);
}

export async function deleteOldDevices(db: Queryable, seenBefore: Date): Promise<void> {
  await db.run(sql`delete from identity.known_device where seen_at < ${seenBefore}`);
}
