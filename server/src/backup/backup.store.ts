/** The SQL of backup and restore: the tables, their rows as JSON, and their constraints. */
import pg from 'pg';
import type { StoreName } from '../platform/files/file-store.ts';

export type Connection = pg.Client;

/**
 * Tables that are never in a backup, because their data give access: sessions and their browsers,
 * sent codes and links, and stored responses. The times at which scheduled work is next due are
 * left out too, because a server computes them when it starts.
 */
const leftOut: ReadonlySet<string> = new Set([
  'identity.session',
  'identity.verification',
  'identity.password_reset',
  'identity.phone_code',
  'identity.reset_cleanup',
  'public.doctor_due',
  'public.push_device',
  'public.idempotency_key',
  'public.outbox_message',
  'public.turn',
]);

/**
 * Tables of which only some rows go into the backup. An unsent message, for example, may contain a
 * code or a link.
 */
const keptRows: Readonly<Record<string, string>> = {
  'public.job': `kind not in ('mail', 'sms') or finished_at is not null`,
};

/** Tables that are backed up without some of their columns. */
const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  'identity.account': ['access_token', 'refresh_token', 'id_token'],
};

export interface Table {
  /** The table's name, quoted, with its schema. */
  readonly name: string;
  /** The table's columns, quoted, without generated columns. */
  readonly columns: readonly string[];
  /** Whether a row of the table may contain a whole file. */
  readonly hasBytes: boolean;
}

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

export async function connect(settings: pg.ClientConfig): Promise<Connection> {
  const client = new pg.Client({ ...settings, application_name: 'baari backup' });
  await client.connect();
  return client;
}

/** Starts a snapshot transaction: all later reads see the database as of the same moment. */
export async function beginSnapshot(db: Connection): Promise<void> {
  await db.query('begin isolation level repeatable read read only');
}

export async function begin(db: Connection): Promise<void> {
  await db.query('begin');
}

export async function commit(db: Connection): Promise<void> {
  await db.query('commit');
}

export async function rollback(db: Connection): Promise<void> {
  await db.query('rollback');
}

/**
 * Lists every table of Baari except the record of migrations, the running processes, the live event
 * log and the events that are copied from it, with their deliveries.
 */
export async function listTables(db: Connection): Promise<Table[]> {
  const { rows } = await db.query<{ name: string; columns: string[]; has_bytes: boolean }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname)::text order by a.attnum) as columns,
      bool_or(a.atttypid = 'bytea'::regtype) as has_bytes
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and n.nspname in ('public', 'identity')
      and (n.nspname, c.relname) not in (('public', 'migration'), ('public', 'event'), ('public', 'event_horizon'),
        ('public', 'event_relay'), ('public', 'outgoing_change'), ('public', 'process'), ('public', 'public_event'),
        ('public', 'webhook_attempt'), ('public', 'webhook_delivery'))
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by n.nspname, c.relname order by 1`);
  return rows.map(({ name, columns, has_bytes: hasBytes }) => ({ name, columns, hasBytes }));
}

/** Lists the tables that go into a backup, with the columns that go into it. */
export async function listKeptTables(db: Connection): Promise<Table[]> {
  return (await listTables(db))
    .filter(({ name }) => !leftOut.has(name))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !leftOutColumns[table.name]?.includes(column)),
    }));
}

/** The SQL condition for the rows of a table that go into a backup. */
export function keptRowsOf({ name }: Pick<Table, 'name'>): string {
  return keptRows[name] ?? 'true';
}

/** Deletes data that gives access to accounts. Backups of earlier versions contained such data. */
export async function forgetSecrets(db: Connection): Promise<void> {
  await emptyTables(
    db,
    (await listTables(db)).filter(({ name }) => leftOut.has(name)),
  );
  for (const [table, condition] of Object.entries(keptRows)) {
    await db.query(`delete from ${table} where not (${condition})`);
  }
  for (const [table, columns] of Object.entries(leftOutColumns)) {
    const nothing = columns.map((column) => `${column} = null`).join(', ');
    const something = columns.map((column) => `${column} is not null`).join(' or ');
    await db.query(`update ${table} set ${nothing} where ${something}`);
  }
}

/** The lowest normal transaction number of PostgreSQL. */
const beforeAll = '3';

/**
 * Renumbers the audit rows of a restored backup, because transaction numbers of the old server do
 * not fit the new server. Rows with a hash get a number below all new numbers. The other rows get
 * the transaction number of the restore.
 */
export async function restartTrailOrder(db: Connection): Promise<void> {
  await db.query(`update audit_seal set transaction_id = $1::xid8`, [beforeAll]);
  await db.query(
    `update audit a set transaction_id = case
       when exists (select from audit_seal s where s.transaction_id = $1::xid8 and s.audit_id = a.id)
         then $1::xid8
       else pg_current_xact_id() end`,
    [beforeAll],
  );
}

/**
 * Numbers events from the present time in ms on, which is beyond all numbers of the old server. So a
 * hospital's own system never takes a new event for an old one, and its old cursors are refused
 * [API-29].
 */
export async function restartEvents(db: Connection): Promise<void> {
  await db.query(`
    with present as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms)
    update event_relay set position = ms, pruned_to = ms from present`);
  await db.query(`select setval('event_id_seq', (select position from event_relay))`);
}

/** Lists the applied migrations in order. The list is empty for an empty database. */
export async function listMigrations(db: Connection): Promise<AppliedMigration[]> {
  const { rows: found } = await db.query<{ table: string | null }>(
    `select to_regclass('public.migration')::text as table`,
  );
  if (found[0]?.table === null) return [];
  const { rows } = await db.query<AppliedMigration>(
    'select name, checksum from migration order by name',
  );
  return rows;
}

/**
 * Reads the rows of a table that go into the backup, as JSON texts, page by page. A connection can
 * read only one table at a time.
 */
export async function* readRows(
  db: Connection,
  table: Table,
  atOnce: number,
): AsyncGenerator<readonly string[]> {
  const { name, columns } = table;
  await db.query(`
    declare reading no scroll cursor for
    select to_json(t)::text as row from (select ${columns.join(', ')} from ${name}
      where ${keptRowsOf(table)}) t`);
  for (;;) {
    const { rows } = await db.query<{ row: string }>(`fetch ${atOnce} from reading`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await db.query('close reading');
}

/** The names of the tables that contain rows. */
export async function listFilled(db: Connection, tables: readonly Table[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.query<{ filled: boolean }>(
      `select exists (select from ${name}) as filled`,
    );
    if (rows[0]?.filled === true) filled.push(name);
  }
  return filled;
}

/** The SQL statement that recreates a dropped constraint or trigger. */
export type Undo = string;

/**
 * Drops foreign keys and triggers in a transaction, because the backup's rows arrive in any order
 * and were checked when first written. Requires the owner of the tables. Returns the statements
 * that recreate them.
 */
export async function loosen(db: Connection): Promise<Undo[]> {
  const { rows: keys } = await db.query<{ table: string; name: string; rule: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f'
      and connamespace in ('public'::regnamespace, 'identity'::regnamespace)`);
  const { rows: watched } = await db.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
    where not tgisinternal
      and c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace)`);
  for (const { table, name } of keys)
    await db.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of watched) await db.query(`alter table ${table} disable trigger user`);
  return [
    ...keys.map(({ table, name, rule }) => `alter table ${table} add constraint ${name} ${rule}`),
    ...watched.map(({ table }) => `alter table ${table} enable trigger user`),
  ];
}

/** Recreates the dropped foreign keys and triggers. Fails if a row violates a foreign key. */
export async function tighten(db: Connection, undos: readonly Undo[]): Promise<void> {
  for (const undo of undos) await db.query(undo);
}

export async function emptyTables(db: Connection, tables: readonly Table[]): Promise<void> {
  if (tables.length > 0) await db.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
}

/**
 * Inserts rows given as JSON texts into a table. Generated numbers keep their values from the
 * backup.
 */
export async function insertRows(
  db: Connection,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: readonly string[],
): Promise<void> {
  const list = columns.join(', ');
  await db.query(
    `insert into ${name} (${list}) overriding system value
     select ${list} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

interface NamedFile {
  readonly key: string;
  readonly reportId: string;
}

/**
 * Lists the files outside the database to which reports refer. The tables may be those of an
 * earlier version.
 */
export async function listNamedFiles(db: Connection): Promise<NamedFile[]> {
  const { rows } = await db.query<NamedFile>(`
    select s.key, f.report_id as "reportId"
    from stored_file s join report_file f on f.file_key = s.key order by s.key`);
  return rows;
}

export interface FileToCopy extends NamedFile {
  readonly keptIn: StoreName;
  /**
   * The digest of the file; null if the file was uploaded before digests were introduced and was
   * never downloaded since.
   */
  readonly sha256: Buffer | null;
}

/**
 * Lists the files to which patients' reports refer, with the data for reading and verifying them.
 * Needs the tables of this version.
 */
export async function listFilesToCopy(db: Connection): Promise<FileToCopy[]> {
  const { rows } = await db.query<FileToCopy>(`
    select s.key, s.kept_in as "keptIn", f.report_id as "reportId", f.sha256
    from stored_file s join report_file f on f.file_key = s.key order by s.key`);
  return rows;
}

/** Records that a file is now kept in this file store. */
export async function moveFileTo(db: Connection, key: string, keptIn: StoreName): Promise<void> {
  await db.query('update stored_file set kept_in = $2 where key = $1', [key, keptIn]);
}

/** Moves the file from a file store into the database row that refers to it. */
export async function moveFileIntoRow(
  db: Connection,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  await db.query('update report_file set bytes = $2, file_key = null where file_key = $1', [
    key,
    Buffer.from(bytes),
  ]);
  await db.query('delete from stored_file where key = $1', [key]);
}

/**
 * Deletes records of files to which no patient's report refers, because a backup does not contain
 * those files.
 */
export async function forgetUnnamedFiles(db: Connection): Promise<void> {
  await db.query(`
    delete from stored_file s
    where not exists (select from report_file f where f.file_key = s.key)`);
}

/** Sets each database sequence to the highest number in use, so that the next number is free. */
export async function moveCounters(db: Connection): Promise<void> {
  const { rows } = await db.query<{ table: string; column: string; counter: string }>(`
    select c.oid::regclass::text as table, quote_ident(a.attname) as column,
      pg_get_serial_sequence(c.oid::regclass::text, a.attname) as counter
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace)
      and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`);
  for (const { table, column, counter } of rows) {
    await db.query(
      `select setval($1::regclass, coalesce((select max(${column}) from ${table}), 0) + 1, false)`,
      [counter],
    );
  }
}
