/** Whose turn it is to look for what is due: one process of several, by a time in the database. */
import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/**
 * Takes the turn where it is due, and sets the next one `everyMs` later; false where another process has
 * it. By the database's clock, which is the same for all. A process that dies keeps its turn no longer than that.
 * A turn further away than that was set while the database's clock was ahead, and counts for nothing.
 */
export async function takeTurn(db: Queryable, what: string, everyMs: number): Promise<boolean> {
  const taken = await db.run(sql`
    insert into turn (what, due_at) values (${what}, now() + ${everyMs} * interval '1 ms')
    on conflict (what) do update set due_at = excluded.due_at 
      where turn.due_at <= now() or turn.due_at > excluded.due_at + interval '1 minute'`);
  return taken === 1;
}
