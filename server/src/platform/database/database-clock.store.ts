/** The database's time, which the machine's clock is compared with. */
import sql from 'sql-template-tag';
import { select, typed } from './columns.ts';
import type { Queryable } from './database.ts';

export async function readDatabaseTime(db: Queryable): Promise<Date> {
  const { now } = await db.one(select({ now: typed<Date>(sql`clock_timestamp()`) })``);
  return now;
}
