/**
 * `npm run migrate`: migrates the database and exits, so that the servers need not know the owner's
 * account. With DATABASE_ADMIN_URL it first creates the accounts of DATABASE_OWNER_URL and
 * DATABASE_URL, and makes the first account the tables' owner.
 */
import { readConfig } from './config.ts';
import { prepareAccounts } from './platform/database/database-accounts.ts';
import { runCommand } from './run-command.ts';
import { startDatabase } from './start-database.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runCommand('migrate', async () => {
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
  const started = await startDatabase(config, say);
  await started.close();
  say('The database is up to date.');
});
