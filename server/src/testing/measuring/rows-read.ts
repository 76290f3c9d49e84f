/**
 * Counts the rows that the database reads for a statement. This shows wrong query plans and is the
 * same on every machine.
 */
import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/database.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number | undefined;
  readonly 'Rows Removed by Index Recheck'?: number | undefined;
  readonly 'Rows Removed by Join Filter'?: number | undefined;
  readonly Plans?: readonly Node[] | undefined;
}
const node: z.ZodType<Node> = z.lazy(() =>
  z.looseObject({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    'Rows Removed by Index Recheck': z.number().optional(),
    'Rows Removed by Join Filter': z.number().optional(),
    Plans: z.array(node).optional(),
  }),
);
const explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: node })) }));

/**
 * The rows that the scans of a query plan found or discarded, and the rows that its joins tried
 * without a match.
 */
function readBy(of: Node, table: string | undefined): number {
  const isScan =
    of['Node Type'].endsWith('Scan') && !/^Bitmap Index|^Subquery/u.test(of['Node Type']);
  const tried =
    (of['Rows Removed by Filter'] ?? 0) +
    (of['Rows Removed by Index Recheck'] ?? 0) +
    (of['Rows Removed by Join Filter'] ?? 0);
  const isCounted = table === undefined || table === of['Relation Name'];
  const own = isCounted ? ((isScan ? of['Actual Rows'] : 0) + tried) * of['Actual Loops'] : 0;
  return (of.Plans ?? []).reduce((sum, part) => sum + readBy(part, table), own);
}

export interface CountingReads extends Queryable {
  /** Returns the number of rows read since the last call. */
  readonly taken: () => number;
}

/**
 * Runs statements unchanged and counts the rows that each statement reads, of all tables or of one
 * table.
 */
export function countReads(
  pool: Pick<pg.Pool, 'query'>,
  db: Queryable,
  table?: string,
): CountingReads {
  let read = 0;
  async function count(statement: Sql): Promise<void> {
    const { text, values } = sql`explain (analyze, format json) ${statement}`;
    const { rows } = await pool.query(text, values);
    const [first] = explained.parse(rows);
    for (const { Plan } of first?.['QUERY PLAN'] ?? []) read += readBy(Plan, table);
  }
  return {
    taken() {
      const sum = read;
      read = 0;
      return sum;
    },
    async many(statement) {
      await count(statement);
      return db.many(statement);
    },
    async maybeOne(statement) {
      await count(statement);
      return db.maybeOne(statement);
    },
    async one(statement) {
      await count(statement);
      return db.one(statement);
    },
    run: (statement) => db.run(statement),
  };
}
