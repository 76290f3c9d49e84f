/** Combines several writes into one statement: one network round trip instead of one each. */
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Statement } from './columns.ts';

/**
 * Runs `along` together with `last`, whose rows or count are the answer. All see the tables as before, in no
 * defined order, so no two may write the same row.
 */
export function inOneStatement<Row>(along: readonly Sql[], last: Statement<Row>): Statement<Row> {
  if (along.length === 0) return last;
  const steps = along.map((step, index) => sql`${raw(`step_${index}`)} as (${step})`);
  return sql`with ${join(steps)} ${last}`;
}
