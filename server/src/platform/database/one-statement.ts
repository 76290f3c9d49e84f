/**
 * Combines several writes into one SQL statement, so that they need only one network round trip.
 */
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Statement } from './columns.ts';

/**
 * Runs the statements in `along` together with `last`, and returns the rows or the row count of
 * `last`. All statements see the tables as they were before, and run in no defined order. So no two
 * of them may write the same row.
 */
export function inOneStatement<Row>(along: readonly Sql[], last: Statement<Row>): Statement<Row> {
  if (along.length === 0) return last;
  const steps = along.map((step, index) => sql`${raw(`step_${index}`)} as (${step})`);
  return sql`with ${join(steps)} ${last}`;
}
