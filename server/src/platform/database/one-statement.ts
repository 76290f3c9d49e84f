/** Several writes as one statement: one message to the database and one answer, instead of one each. */
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Statement } from './columns.ts';

/**
 * Carries out `along` with `last`, whose rows or count are the answer. All see the tables as they were
 * before, and in no order that may be relied on: none may touch a row that another one writes.
 */
export function inOneStatement<Row>(along: readonly Sql[], last: Statement<Row>): Statement<Row> {
  if (along.length === 0) return last;
  const steps = along.map((step, index) => sql`${raw(`step_${index}`)} as (${step})`);
  return sql`with ${join(steps)} ${last}`;
}
