/** `npm run seed`: writes the demonstration into the configured database, which must be empty. */
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { runCommand } from '../run-command.ts';
import { startDatabase } from '../start-database.ts';
import { demoAccounts, seedDemo } from './seed.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runCommand('seed', async () => {
  const started = await startDatabase(readConfig(process.env), say);
  const database = openDatabase({
    connection: started.connection,
    poolSize: 2,
    onIdleError: (error) => say(error.name),
  });
  const written = await seedDemo(database, systemClock, say);
  say(written ? demoAccounts() : 'The database has hospitals already; nothing was written.');
  await database.close();
  await started.close();
});
