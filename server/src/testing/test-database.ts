/**
 * A migrated database of its own for a test file: `before` makes it, `after` drops it.
 *
 * `npm test` and `npm run test:unit` start one server for all files; a file run by itself with
 * `node --test` starts a server of its own and stops it with its last database.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { isDatabaseBusy } from '../platform/database/database.ts';
import { embeddedAccounts } from '../platform/database/database-accounts.ts';
import type { PostgresAddress } from '../platform/embedded-postgres/embedded-postgres.ts';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';

export interface TestDatabase {
  /** What `openDatabase({ connection })` and `new pg.Client()` take: the account that runs the application. */
  readonly connection: PostgresAddress;
  /** The account that owns the tables, for what the application may not do. */
  readonly owner: PostgresAddress;
  /** The running account as a DATABASE_URL, for a server started as a process. */
  readonly url: string;
  /** The owner's as a DATABASE_OWNER_URL. */
  readonly ownerUrl: string;
  /** Ends every connection to it and removes it. */
  readonly drop: () => Promise<void>;
}

const templateAddress = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  database: z.string(),
  password: z.string(),
});

let own: { server: Promise<TestPostgres>; users: number } | undefined;

export async function makeTestDatabase(): Promise<TestDatabase> {
  const given = process.env['BAARI_TEST_POSTGRES'];
  if (given !== undefined) return copyTemplate(templateAddress.parse(JSON.parse(given)));
  own ??= { server: startTestPostgres(), users: 0 };
  own.users += 1;
  const database = await copyTemplate((await own.server).template);
  return {
    ...database,
    async drop() {
      await database.drop();
      await leaveOwnServer();
    },
  };
}

async function leaveOwnServer(): Promise<void> {
  if (own === undefined) return;
  own.users -= 1;
  if (own.users > 0) return;
  const { server } = own;
  own = undefined;
  await (await server).stop();
}

async function copyTemplate(template: PostgresAddress): Promise<TestDatabase> {
  const database = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  const { owner, running } = embeddedAccounts({ ...template, database });
  await onServer(
    template,
    // By copying files: half the work of writing each page to the log, for a server that never crashes on.
    `create database ${database} template "${template.database}" owner ${owner.user} strategy file_copy`,
    // The rights in a database are copied with it, those on the database itself are not.
    `revoke temporary on database ${database} from public`,
  );
  return {
    connection: running,
    owner,
    url: urlOf(running),
    ownerUrl: urlOf(owner),
    drop: () => onServer(template, `drop database if exists ${database} with (force)`),
  };
}

/** Statements about databases are given while connected to none of those concerned. */
async function onServer(template: PostgresAddress, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...template, database: 'postgres' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same as a DATABASE_URL. */
export function urlOf({ host, port, user, database, password }: PostgresAddress): string {
  const account = `${user}:${encodeURIComponent(password)}`;
  if (!host.startsWith('/')) return `postgres://${account}@${host}:${port}/${database}`;
  return `postgres://${account}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/**
 * Removes all hospitals, with what belongs to them, and all events. A job of the application may read one table while it waits
 * for another that is being emptied: whichever is ended for that, emptying is tried again.
 */
export async function removeAllHospitals(owner: pg.Pool): Promise<void> {
  for (;;) {
    try {
      await owner.query('truncate event, hospital cascade');
      return;
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error;
    }
  }
}
