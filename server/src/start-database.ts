/** The database this process works on: the server DATABASE_URL names, or an embedded one. */
import pg from 'pg';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrate } from './platform/migrate.ts';

export interface StartedDatabase {
  readonly connection: pg.ClientConfig;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/** Starts or reaches it and brings its tables up to date; `say` hears what takes time. */
export async function startDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<StartedDatabase> {
  const started = await openDatabaseServer(config, say);
  const client = new pg.Client(started.connection);
  await client.connect();
  try {
    const applied = await migrate(client);
    if (applied.length > 0) say(`Migrated the database: ${applied.join(', ')}`);
  } finally {
    await client.end();
  }
  return started;
}

/** The same as it is: its tables may be missing or old. */
export async function openDatabaseServer(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<StartedDatabase> {
  if (config.databaseUrl !== undefined) {
    return {
      connection: { connectionString: config.databaseUrl },
      isEmbedded: false,
      close: () => Promise.resolve(),
    };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: `${config.dataDir}/postgres`,
    log: say,
  });
  return { connection: embedded.address, isEmbedded: true, close: embedded.close };
}
