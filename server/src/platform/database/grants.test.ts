import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import {
  grantRights,
  insertColumns,
  listRights,
  tableRights,
  updateColumns,
  usedFunctions,
  usedSequences,
} from './grants.ts';

let database: TestDatabase;
let running: pg.Client;
let owner: pg.Client;

before(async () => {
  database = await makeTestDatabase();
  running = new pg.Client(database.connection);
  owner = new pg.Client(database.owner);
  await Promise.all([running.connect(), owner.connect()]);
});
after(async () => {
  await Promise.all([running.end(), owner.end()]);
  await database.drop();
});

/** Asks PostgreSQL for the account's effective rights on each table, including inherited rights. */
async function rightsOnTables(): Promise<Record<string, string[]>> {
  const { rows } = await running.query<{ name: string; rights: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select r from unnest(array['select', 'insert', 'update', 'delete', 'truncate',
        'references', 'trigger', 'maintain']) with ordinality as every (r, place)
        where has_table_privilege(c.oid, r) order by place) as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and c.relkind in ('r', 'p', 'v', 'm', 'f')`);
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
}

test('the application’s database account has exactly the listed rights on each table, and a test fails for a new table that is not listed [SEC-19]', async () => {
  assert.deepEqual(await rightsOnTables(), tableRights);
});

test("the application's account has exactly the listed rights on columns, sequences, schemas and the database [SEC-19]", async () => {
  const { rows: columns } = await running.query<{ name: string; right: string; of: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name, lower(g.privilege_type) as right,
      array_agg(a.attname::text order by a.attnum) as of
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
    where n.nspname in ('public', 'identity') group by 1, 2 order by 2, 1`);
  const listed = [
    ...Object.entries(insertColumns).map(([name, of]) => ({ name, right: 'insert', of })),
    ...Object.entries(updateColumns).map(([name, of]) => ({ name, right: 'update', of })),
  ];
  assert.deepEqual(columns, listed);
  const { own, everybodys } = await listRights(owner, database.connection.user);
  const beside = own.filter(({ object }) => !object.startsWith('table '));
  assert.deepEqual(beside, [
    ...usedFunctions.map((name) => ({ object: `function ${name}`, right: 'execute' })),
    { object: 'schema identity', right: 'usage' },
    ...usedSequences.map((name) => ({ object: `sequence ${name}`, right: 'usage' })),
  ]);
  assert.deepEqual(everybodys, [], 'rights of the role public on our tables');
});

test('the owner account can create the search extension without being a superuser [SEC-19, KEEP-9]', async () => {
  const { rows } = await owner.query(`
    select extname, pg_get_userbyid(extowner) as owner, rolsuper from pg_extension
      join pg_roles on rolname = current_user where extname = 'pg_trgm'`);
  const { user } = database.owner;
  assert.deepEqual(rows, [{ extname: 'pg_trgm', owner: user, rolsuper: false }]);
});

test('the next server start revokes a database right that was added by hand and restores a right that was revoked [SEC-19]', async () => {
  const { user } = database.connection;
  await owner.query(`grant update, truncate on audit to ${user}; grant delete on audit to public`);
  await owner.query(`revoke insert on queue_entry from ${user}`);
  assert.notDeepEqual(await rightsOnTables(), tableRights);
  await grantRights(owner, user, true);
  assert.deepEqual(await rightsOnTables(), tableRights);
});

test('an older version does not revoke rights in a database that a newer version upgraded and may still use [SEC-19]', async () => {
  const { user } = database.connection;
  await owner.query(`create table of_tomorrow (id int); grant select on of_tomorrow to ${user}`);
  await grantRights(owner, user, false);
  assert.deepEqual((await rightsOnTables())['public.of_tomorrow'], ['select']);
  await owner.query('drop table of_tomorrow');
});
