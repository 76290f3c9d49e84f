/** The name of whoever did something: a person, or a hospital's system by its API key. */
import sql, { type Sql } from 'sql-template-tag';
import { type Column, typed } from '../database/columns.ts';

/** The name of the account or the API key with this id; null for neither. */
export function authorName(id: Sql): Column<string | null> {
  return typed<string | null>(sql`
    coalesce((select o.name from identity."user" o where o.id = ${id}),
      (select o.name from api_key o where o.id = ${id}))`);
}
