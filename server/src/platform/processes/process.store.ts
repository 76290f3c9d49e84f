/** The running server processes and their versions, by the database's clock [OPS-2]. */
import sql from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import { isOlder } from './versions.rules.ts';

const p = table('process', 'p');
const listed = {
  id: p.id,
  version: p.version,
  startedAt: p.started_at,
  /** Seconds since the process last reported. */
  silentS: typed<number>(sql`extract(epoch from now() - p.seen_at)::int`),
  isLive: typed<boolean>(sql`p.seen_at > now() - interval '2 minutes'`),
};
export type ListedProcess = RowOf<typeof listed>;

export interface RunningProcess {
  readonly id: string;
  readonly version: string;
  /** How long the process has run, in ms. */
  readonly upMs: number;
}

/** Records that a process runs now, and forgets those that were not seen for a day. */
export async function noteProcess(
  db: Queryable,
  { id, version, upMs }: RunningProcess,
): Promise<void> {
  await db.run(sql`
    insert into process (id, version, started_at, seen_at)
    values (${id}, ${version}, now() - ${upMs} * interval '1 ms', now())
    on conflict (id) do update set seen_at = excluded.seen_at`);
  await db.run(sql`delete from process where seen_at < now() - interval '1 day'`);
}

export async function removeProcess(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from process where id = ${id}`);
}

/** Lists the processes that reported within the last day; the process that started last comes first. */
export function listProcesses(db: Queryable, limit: number): Promise<ListedProcess[]> {
  return db.many(select(listed)`from process p order by p.started_at desc, p.id limit ${limit}`);
}

/**
 * The versions older than a release of which processes run. Processes of releases before the table
 * `process` existed are unknown.
 */
export async function listOlderVersions(db: Queryable, release: string): Promise<string[]> {
  const { isThere } =
    await db.one(
      select({ isThere: typed<boolean>(sql`to_regclass('public.process') is not null`) })``,
    );
  if (!isThere) return [];
  const rows = await db.many(select({ version: p.version })`
    from process p where p.seen_at > now() - interval '2 minutes' group by p.version`);
  return rows.map(({ version }) => version).filter((version) => isOlder(version, release));
}
