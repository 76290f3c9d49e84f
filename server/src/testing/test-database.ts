/**
 * A migrated database for a test file: `before` makes it, `after` drops it.
 *
 * `npm test` and `npm run test:unit` start one server for all files. A file run alone with `node --test`
 * starts its own server and stops it with its last database.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { isDatabaseBusy } from '../platform/database/database.ts';
import { embeddedAccounts } from '../platform/database/database-accounts.ts';
import type { PostgresAddress } from '../platform/embedded-postgres/embedded-postgres.ts';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';

export interface TestDatabase {
  /** The options of `openDatabase({ connection })` and `new pg.Client()`: the application's account. */
  readonly connection: PostgresAddress;
  /**
   * The connection of the tables' owner, for statements that the application's account may not run.
   */
  readonly owner: PostgresAddress;
  /** The application's account as a DATABASE_URL, for a server in its own process. */
  readonly url: string;
  /** The owner's account as a DATABASE_OWNER_URL. */
  readonly ownerUrl: string;
  /** Ends every connection to the database and removes it. */
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
    // Copying the template's files takes half the time of logging each page. Logging is not needed,
    // because this server never recovers from a crash.
    `create database ${database} template "${template.database}" owner ${owner.user} strategy file_copy`,
    // The copy includes rights on objects inside the database, but not rights on the database
    // itself.
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

/**
 * Runs statements that create, change or drop databases. It connects to the database `postgres`,
 * which these statements do not touch.
 */
async function onServer(template: PostgresAddress, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...template, database: 'postgres' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address as a DATABASE_URL. */
export function urlOf({ host, port, user, database, password }: PostgresAddress): string {
  const account = `${user}:${encodeURIComponent(password)}`;
  if (!host.startsWith('/')) return `postgres://${account}@${host}:${port}/${database}`;
  return `postgres://${account}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Removes all hospitals with their data, and all events. Retries after a deadlock with a job of the application. */
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
