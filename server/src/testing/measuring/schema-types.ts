/**
 * Generates TypeScript types of the rows from the catalogue of a migrated database: the output of
 * `npm run schema`.
 */
import pg from 'pg';

interface CatalogueRow {
  table: string;
  column: string;
  type: string;
  is_nullable: boolean;
  /** The values that the column's check constraint allows; null without a check constraint. */
  choices: string[] | null;
}

/** Makes the text of `platform/database/schema.gen.ts` from the database of this connection. */
export async function schemaTypes(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await typesFrom(client);
  } finally {
    await client.end();
  }
}

async function typesFrom(client: pg.Client): Promise<string> {
  const { rows } = await client.query<CatalogueRow>(`
    select case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as table,
      a.attname::text as column, t.typname::text as type, not a.attnotnull as is_nullable,
      coalesce(
        (select array_agg(choice[1] order by choice[1])
          from pg_constraint k,
            regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') as choice
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY')),
        -- Or the function that its check asks whether a row is sound.
        (select array_agg(choice[1] order by choice[1])
          from pg_proc f,
            regexp_matches(f.prosrc, '\\mit\\.' || a.attname || ' in \\(([^)]*)\\)') as list,
            regexp_matches(list[1], '''([^'']*)''', 'g') as choice
          where f.proname = 'is_sound' and f.proargtypes[0] = c.reltype)) as choices
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid
      join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname in ('public', 'identity')
      and a.attnum > 0 and not a.attisdropped
    order by n.nspname = 'identity', c.relname, a.attname`);
  const tables = Map.groupBy(rows, (row) => row.table);
  return `${heading}
export interface Tables {
${[...tables].map(([name, columns]) => tableType(name, columns)).join('\n')}
}
`;
}

const heading = `/** The tables as the migrations leave them. Written by \`npm run schema\`: never edited by hand. */

/** A JSON column, whose type is declared with \`typed\`. */
export interface Json {
  readonly json: never;
}
`;

function tableType(name: string, columns: readonly CatalogueRow[]): string {
  const key = name.includes('.') ? `'${name}'` : name;
  const lines = columns.map((column) => `    ${column.column}: ${typeOf(column)};`);
  return [`  ${key}: {`, ...lines, '  };'].join('\n');
}

function typeOf({ type, is_nullable: isNullable, choices }: CatalogueRow): string {
  const known =
    choices === null ? scalarOf(type) : choices.map((choice) => `'${choice}'`).join(' | ');
  return isNullable ? `${known} | null` : known;
}

/** The TypeScript type of a column, as `platform/database/database.ts` parses its values. */
function scalarOf(type: string): string {
  if (type.startsWith('_')) return `${scalarOf(type.slice(1))}[]`;
  switch (type) {
    case 'bool':
      return 'boolean';
    case 'int2':
    case 'int4':
    case 'int8':
    case 'float4':
    case 'float8':
    case 'numeric':
      return 'number';
    case 'timestamptz':
    case 'timestamp':
      return 'Date';
    case 'bytea':
      return 'Buffer';
    case 'json':
    case 'jsonb':
      return 'Json';
    case 'uuid':
    case 'text':
    case 'varchar':
    case 'date':
    case 'xid8':
      return 'string';
    default:
      throw new Error(`A column of a type that nobody has said how to read: ${type}`);
  }
}
