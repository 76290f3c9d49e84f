/**
 * `npm run forget-secret`: for an installation that has lost its former SECRET. Deletes the signing
 * keys and second factors that no configured secret decrypts, and signs everybody out.
 */
import { readConfig } from './config.ts';
import { forgetUnreadable, renewEncryption } from './identity/provider/encryption.ts';
import { openDatabase } from './platform/database/database.ts';
import { secretsOf } from './migration-steps.ts';
import { runCommand } from './run-command.ts';
import { expectInstalled, startDatabase } from './start-database.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runCommand('forget-secret', async () => {
  const config = readConfig(process.env);
  await expectInstalled(config);
  const started = await startDatabase(config, say);
  const database = openDatabase({
    connection: started.connection,
    poolSize: 2,
    onIdleError: (error) => say(error.name),
  });
  const secrets = await secretsOf(config);
  const unreadable = await renewEncryption(database, secrets);
  if (unreadable.keys.length + unreadable.factors.length === 0) {
    say('The present SECRET opens everything; nothing was dropped.');
  } else {
    await forgetUnreadable(database, unreadable);
    say(`${unreadable.keys.length} signing keys dropped: everybody signs in again.`);
    say(
      `${unreadable.factors.length} accounts have no second factor now. Their owners can set one up again.`,
    );
  }
  await database.close();
  await started.close();
});
