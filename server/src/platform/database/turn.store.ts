/** Elects one of several processes for a periodic task, by means of a due time in the database. */
import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/**
 * Claims a periodic task if it is due, and sets its next due time `everyMs` later. Returns false if
 * the task is not due or another process has claimed it. Uses the database's clock, which is the
 * same for all processes. A due time further ahead than `everyMs` comes from a wrong clock and is
 * ignored.
 */
export async function takeTurn(db: Queryable, what: string, everyMs: number): Promise<boolean> {
  const taken = await db.run(sql`
    insert into turn (what, due_at) values (${what}, now() + ${everyMs} * interval '1 ms')
    on conflict (what) do update set due_at = excluded.due_at 
      where turn.due_at <= now() or turn.due_at > excluded.due_at + interval '1 minute'`);
  return taken === 1;
}
