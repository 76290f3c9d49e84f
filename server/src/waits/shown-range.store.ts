/** All SQL on the range of the wait that was last shown for an entry [INV-16]. */
import type { LineStateName } from '@baari/contract/constants.ts';
import type { AnnouncedPlace } from '@baari/contract/queue/announced-wait.ts';
import type { WaitRange } from '@baari/contract/queue/wait.ts';
import sql from 'sql-template-tag';
import { select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const s = table('wait_shown', 's');
const shown = {
  entry_id: s.entry_id,
  place: s.place,
  line_state: typed<LineStateName | null>(s.line_state),
  line_at: s.line_at,
  wait_range: typed<WaitRange>(s.wait_range),
};

export interface ShownPlace extends AnnouncedPlace<WaitRange> {
  readonly id: string;
}

/** Reads the range of the wait that was last shown for each entry. */
export async function listShown(
  db: Queryable,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, ShownPlace>> {
  const rows = await db.many(select(shown)`
    from wait_shown s where s.entry_id = any(${entryIds}::uuid[])`);
  return new Map(
    rows.map((row) => {
      const { entry_id: id, line_state: state } = row;
      const line = state === null ? null : { state, at: row.line_at?.toISOString() ?? null };
      return [id, { id, position: row.place, line, waitRange: row.wait_range }];
    }),
  );
}

/**
 * Stores the newly shown ranges of waits. If two processes write at once, the later write wins.
 * Deleted entries are skipped.
 */
export async function keepShown(
  db: Queryable,
  places: readonly ShownPlace[],
  now: Date,
): Promise<void> {
  const rows = places.map(({ id, position, line, waitRange }) => ({
    entry_id: id,
    place: position,
    line_state: line?.state ?? null,
    line_at: line?.at ?? null,
    wait_range: waitRange,
  }));
  await db.run(sql`
    insert into wait_shown (entry_id, shown_at, place, line_state, line_at, wait_range)
    select g.entry_id, ${now}, g.place, g.line_state, g.line_at, g.wait_range
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (entry_id uuid, place int,
      line_state text, line_at timestamptz, wait_range jsonb)
    join queue_entry e on e.id = g.entry_id
    order by g.entry_id
    on conflict (entry_id) do update set shown_at = excluded.shown_at, place = excluded.place,
      line_state = excluded.line_state, line_at = excluded.line_at, wait_range = excluded.wait_range
    where wait_shown.shown_at <= excluded.shown_at`);
}

/** Deletes the stored ranges of the waits shown for these entries. */
export async function forgetShown(db: Queryable, entryIds: readonly string[]): Promise<void> {
  await db.run(sql`delete from wait_shown where entry_id = any(${entryIds}::uuid[])`);
}
