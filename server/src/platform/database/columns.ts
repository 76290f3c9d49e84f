/**
 * Typed columns, so that a select statement also declares the type of its rows. Only the column list is
 * generated, from the tables as the migrations leave them; the rest stays SQL.
 *
 * const h = table('hospital', 'h'); db.maybeOne(select({ name: h.name })`from hospital h where h.id =
 * ${id}`);
 */
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { Tables } from './schema.gen.ts';

declare const type: unique symbol;

/** An SQL expression with the TypeScript type of its values. */
export interface Column<T> extends Sql {
  readonly [type]?: T;
}

/** An SQL statement with the TypeScript type of its rows. */
export interface Statement<Row> extends Sql {
  readonly [type]?: Row;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;
type TypeOf<C> = C extends Column<infer T> ? T : never;
/** The row type that results from selecting these columns. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: TypeOf<C[Name]> };

type TableName = keyof Tables;
export type TableColumns<Table extends TableName> = {
  readonly [Name in keyof Tables[Table]]-?: Column<Tables[Table][Name]>;
};
type NullableColumns<Table extends TableName> = {
  readonly [Name in keyof Tables[Table]]-?: Column<Tables[Table][Name] | null>;
};

/** The columns of a table under its alias in a statement. */
export function table<Table extends TableName>(_table: Table, alias: string): TableColumns<Table> {
  const known = new Map<string, Sql>();
  // The types restrict the names; the proxy only writes the SQL.
  return new Proxy({} as TableColumns<Table>, {
    get(_target, column) {
      const spelt = `${alias}.${String(column)}`;
      const found = known.get(spelt) ?? raw(spelt);
      known.set(spelt, found);
      return found;
    },
  });
}

/** The columns of a left-joined table: each may be null. */
export function leftJoined<Table extends TableName>(
  name: Table,
  alias: string,
): NullableColumns<Table> {
  return table(name, alias);
}

/** Gives an expression a type that the catalogue does not know, such as JSON or a closed list of texts. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the type
export function typed<T>(expression: Sql): Column<T> {
  return expression;
}

const lists = new WeakMap<Columns, Sql>();

/** Writes the select list of a statement: each column under its name in the row. */
function listOf(columns: Columns): Sql {
  const known = lists.get(columns);
  if (known !== undefined) return known;
  const list = join(
    Object.entries(columns).map(([name, column]) =>
      column.sql.endsWith(`.${name}`) ? column : sql`${column} as ${raw(`"${name}"`)}`,
    ),
  );
  lists.set(columns, list);
  return list;
}

type Template<Row> = (strings: TemplateStringsArray, ...values: unknown[]) => Statement<Row>;

/** Starts a select statement: select({ … })`from …`. */
export function select<C extends Columns>(columns: C): Template<RowOf<C>> {
  return (strings, ...values) => sql`select ${listOf(columns)} ${new Sql(strings, values)}`;
}

/**
 * Starts a statement that returns rows: returning({ … })`insert into …`, or the same with update or
 * delete.
 */
export function returning<C extends Columns>(columns: C): Template<RowOf<C>> {
  return (strings, ...values) => sql`${new Sql(strings, values)} returning ${listOf(columns)}`;
}

/** Builds a statement whose select list is not at the start: the columns replace `list`. */
export function rows<C extends Columns>(
  columns: C,
  statement: (list: Sql) => Sql,
): Statement<RowOf<C>> {
  return statement(listOf(columns));
}

type Changes<Table extends TableName> = {
  readonly [Name in keyof Tables[Table]]?: Tables[Table][Name] | Sql | undefined;
};

/** The assignments of `update … set`; undefined fields are left unchanged. */
export function changes<Table extends TableName>(_table: Table, given: Changes<Table>): Sql {
  const changed = Object.entries<unknown>(given).filter(([, value]) => value !== undefined);
  return join(changed.map(([name, value]) => sql`${raw(name)} = ${value}`));
}
