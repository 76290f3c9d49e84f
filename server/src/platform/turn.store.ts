/** Whose turn it is to look for what is due: one process of several, by a time in the database. */
import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/**
 * Takes the turn where it is due, and sets the next one `everyMs` later; false where another process has
 * it. By the database's clock, which is the same for all. Whoever dies with a turn keeps it no longer than that.
 */
export async function takeTurn(db: Queryable, what: string, everyMs: number): Promise<boolean> {
  const taken = await db.run(sql`
    insert into turn (what, due_at) values (${what}, now() + ${everyMs} * interval '1 ms')
    on conflict (what) do update set due_at = excluded.due_at where turn.due_at <= now()`);
  return taken === 1;
}
