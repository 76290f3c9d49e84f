/**
 * The two database accounts [SEC-19]. The owner account migrates the tables; the running account
 * has the rights listed in `grants.ts`. In an embedded database the superuser creates both once, as
 * `baari_owner` and `baari_app`.
 */
import { hkdfSync } from 'node:crypto';
import pg from 'pg';
import type { PostgresAddress } from '../embedded-postgres/embedded-postgres.ts';
import { quietLog } from '../embedded-postgres/quiet-log.ts';

const ownerRole = 'baari_owner';
const runningRole = 'baari_app';

export interface DatabaseAccounts<Address> {
  /** The account that migrates, backs up and restores. */
  readonly owner: Address;
  /** The account that the application runs with. */
  readonly running: Address;
}

/** The two database accounts of an embedded database, derived from its superuser's address. */
export function embeddedAccounts(superuser: PostgresAddress): DatabaseAccounts<PostgresAddress> {
  return { owner: addressOf(superuser, ownerRole), running: addressOf(superuser, runningRole) };
}

/**
 * Derives an account's password from the superuser's password, which is stored in the data folder.
 * The superuser's password cannot be computed from the result.
 */
function addressOf(superuser: PostgresAddress, user: string): PostgresAddress {
  const key = hkdfSync('sha256', superuser.password, 'baari', `database account ${user}`, 24);
  return { ...superuser, user, password: Buffer.from(key).toString('base64url') };
}

/**
 * An arbitrary lock number that nothing else uses, so that only one of two starting processes creates the
 * accounts.
 */
const accountsLock = 7_240_002;

/**
 * Creates the two accounts if they are missing. Gives the owner account the database and every
 * object in it, including objects that earlier versions created as the superuser.
 */
export async function prepareAccounts(
  superuser: pg.ClientConfig,
  accounts: DatabaseAccounts<pg.ClientConfig>,
): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [accountsLock]);
    const owner = await makeRole(client, accounts.owner);
    await makeRole(client, accounts.running);
    await client.query('begin');
    await handOver(client, owner);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Creates a database role if it is missing and returns the role's name. An existing role keeps its
 * password.
 */
async function makeRole(client: pg.Client, account: pg.ClientConfig): Promise<string> {
  // The driver parses the account's connection address, given as a URL or in parts.
  const { user = '', password } = new pg.Client(account);
  const found = await client.query('select from pg_roles where rolname = $1', [user]);
  if (found.rowCount === 0) {
    const secret = typeof password === 'string' ? client.escapeLiteral(password) : 'null';
    await client.query(
      `create role ${client.escapeIdentifier(user)} login nosuperuser nocreatedb nocreaterole
         noreplication nobypassrls password ${secret}`,
    );
  }
  await keepLogQuiet(client, user);
  return user;
}

/** Turns off statement logging for the role, whatever the server's own setting. */
async function keepLogQuiet(client: pg.Client, user: string): Promise<void> {
  const { rows } = await client.query<{ setting: string }>(
    'select unnest(rolconfig) as setting from pg_roles where rolname = $1',
    [user],
  );
  const there = new Set(rows.map(({ setting }) => setting));
  for (const [name, value] of Object.entries(quietLog)) {
    if (there.has(`${name}=${value}`)) continue;
    await client.query(`alter role ${client.escapeIdentifier(user)} set ${name} = '${value}'`);
  }
}

/**
 * Gives the owner account every database object that belongs to someone else. Objects it already
 * owns are left alone, so that a usual start takes no lock.
 */
async function handOver(client: pg.Client, owner: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `with owner as (select oid, rolname as name from pg_roles where rolname = $1)
     select format('alter database %I owner to %I', datname, owner.name) as statement
       from pg_database, owner where datname = current_database() and datdba <> owner.oid
     union all select format('alter schema %I owner to %I', nspname, owner.name)
       from pg_namespace, owner
       where ${isOurs('nspname')} and nspname <> 'public' and nspowner <> owner.oid
     union all select format('alter %s %I.%I owner to %I',
         case c.relkind when 'S' then 'sequence' when 'v' then 'view'
           when 'm' then 'materialized view' else 'table' end, n.nspname, c.relname, owner.name)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace, owner
       where ${isOurs('n.nspname')} and c.relkind in ('r', 'p', 'v', 'm', 'S')
         and c.relowner <> owner.oid and not ${isOfExtension('pg_class', 'c.oid')}
         -- A column's own sequence follows its table.
         and not exists (select from pg_depend d
           where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
     union all select format('alter routine %s owner to %I', p.oid::regprocedure, owner.name)
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace, owner
       where ${isOurs('n.nspname')} and p.proowner <> owner.oid
         and not ${isOfExtension('pg_proc', 'p.oid')}`,
    [owner],
  );
  for (const { statement } of rows) await client.query(statement);
}

function isOurs(schema: string): string {
  return `${schema} !~ '^pg_' and ${schema} <> 'information_schema'`;
}

/**
 * The SQL condition that a database object belongs to an extension. The superuser keeps such
 * objects.
 */
function isOfExtension(catalogue: string, oid: string): string {
  return `exists (select from pg_depend e
    where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
}

/**
 * Describes database rights that would let the running account change the audit trail; empty if it
 * has no such rights.
 */
export async function findExcessRights(db: pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ words: string }>(`
    select words from (values
      ('is a superuser', (select rolsuper from pg_roles where rolname = current_user)),
      ('may make roles', (select rolcreaterole from pg_roles where rolname = current_user)),
      ('may switch triggers off',
        has_parameter_privilege(current_user, 'session_replication_role', 'set')),
      ('owns tables', exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'identity') and pg_has_role(current_user, c.relowner, 'member'))),
      ('may create tables', exists (
        select from pg_namespace n
        where n.nspname in ('public', 'identity') and has_schema_privilege(n.oid, 'create'))),
      ('may change or delete rows of the trail', exists (
        select from pg_class c
        where c.oid in (to_regclass('public.audit'), to_regclass('public.audit_seal'),
            to_regclass('public.audit_anchor'))
          and has_table_privilege(c.oid, 'update, delete, truncate, trigger')))
    ) as excess (words, found) where found`);
  return rows.map(({ words }) => words);
}

/** Whether the account can migrate the database: it owns the tables, or no tables exist yet. */
export async function mayMigrate(db: pg.ClientBase): Promise<boolean> {
  const { rows } = await db.query<{ may: boolean }>(`
    select coalesce(
      (select pg_has_role(current_user, relowner, 'usage') from pg_class
       where oid = to_regclass('public.migration')),
      has_schema_privilege('public', 'create')) as may`);
  return rows[0]?.may === true;
}
