/**
 * `npm run migrate`: migrates the database and exits, so that the servers need not know the owner's
 * account. With DATABASE_ADMIN_URL it first creates the accounts of DATABASE_OWNER_URL and
 * DATABASE_URL, and makes the first account the tables' owner. `npm run migrate -- after` also runs
 * the migrations that remove what only older releases use, unless processes of these still run.
 */
import { ConfigError, readConfig } from './config.ts';
import { prepareAccounts } from './platform/database/database-accounts.ts';
import { runCommand } from './run-command.ts';
import { startDatabase } from './start-database.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(isAfterWanted: boolean): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl, databaseOwnerUrl, databaseAdminUrl } = config;
  if (databaseAdminUrl !== undefined) {
    await prepareAccounts(
      { connectionString: databaseAdminUrl },
      {
        owner: { connectionString: databaseOwnerUrl },
        running: { connectionString: databaseUrl },
      },
    );
  }
  const started = await startDatabase(config, say, { isAfterWanted });
  await started.close();
  const [waiting] = started.laterMigrations;
  if (isAfterWanted && waiting !== undefined) {
    throw new ConfigError([
      `${waiting} waits: processes of an older release run. Stop them; "npm run operator -- processes" lists them.`,
    ]);
  }
  say('The database is up to date.');
}

await runCommand('migrate', main, 'after');
