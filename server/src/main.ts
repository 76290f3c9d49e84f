/**
 * Starts the server in this order: configuration, database, application, listening. On a stop
 * signal it finishes running requests and closes.
 */
import { type StartedDatabase, startDatabase } from './start-database.ts';
import { flushCompileCache } from 'node:module';
import type pg from 'pg';
import { type App, buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { secretsOf } from './migration-steps.ts';
import { demoAccounts, seedDemo } from './demo/seed.ts';
import { openDatabase } from './platform/database/database.ts';
import { makeSteadyClock, type SteadyClock } from './platform/steady-clock.ts';
import { expectBugs } from './platform/expect-bugs.ts';
import { findUnreadable, renewEncryption } from './identity/provider/encryption.ts';
import { version } from './platform/version.ts';
import type { Secrets } from './platform/secrets/secret.ts';

/**
 * The exit codes. scripts/keep-running.mjs restarts the server after a failure, but not after an
 * invalid configuration.
 */
const exitCodes = { configuration: 78, failure: 1 };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const started = await startDatabase(config, say);
  const secrets = await secretsOf(config);
  const clock = makeSteadyClock({ isDatabaseHere: started.isEmbedded });
  await proveSecrets(started.connection, secrets);
  const app = await buildApp({
    config,
    connection: started.connection,
    databaseFolder: started.folder,
    clock,
    secrets,
  });
  expectBugs(process, app.http.log, () => process.exit(exitCodes.failure));
  sayWhenClockJumps(clock, app);
  sayWhatIsNotProtected(app, started);
  await renewEncryption(app.database, secrets);
  if (started.isEmbedded && config.demo) await seedDemo(app.database, clock, say);
  await listen(app, config);
  // Node writes the compile cache only on a normal exit; a killed server would compile everything again.
  flushCompileCache();
  say(`\nBaari is ready: ${config.publicUrl} (version ${version})`);
  if (started.isEmbedded && config.demo) say(demoAccounts());
  let closing = false;
  async function close(): Promise<void> {
    if (closing) return;
    closing = true;
    await app.close();
    await started.close();
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      close().catch(fail);
    });
  }
}

/**
 * Warns the operator that this machine's clock is wrong. While it is wrong, the server ends, closes
 * and deletes nothing.
 */
function sayWhenClockJumps(clock: SteadyClock, app: App): void {
  clock.hear((trouble) =>
    app.http.log.error(
      trouble,
      "This machine's clock is off by more than an hour, so nothing is ended, closed or deleted. Correct it; if it is right by now, restart Baari.",
    ),
  );
}

/**
 * Warns at each start about database rights that leave the audit trail unprotected, and about
 * settings that log patients' data.
 */
function sayWhatIsNotProtected(app: App, started: StartedDatabase): void {
  const { excessRights, talkativeSettings } = started;
  if (excessRights.length > 0) {
    app.http.log.warn(
      { account: excessRights },
      'The audit trail is not protected from this process: its database account could rewrite it. Set DATABASE_OWNER_URL and give DATABASE_URL an account with few rights; docs/operations.md explains how.',
    );
  }
  if (talkativeSettings.length > 0) {
    app.http.log.warn(
      { settings: talkativeSettings },
      'PostgreSQL is configured to write patients’ data into its own log. Change these settings as docs/operations.md says under “PostgreSQL’s own log”.',
    );
  }
}

/**
 * Refuses a secret that decrypts none of the database's keys, because the first sign-in would fail.
 * Checked before anything is written, so that a wrong secret replaces no data and makes no keyed
 * hashes.
 */
async function proveSecrets(connection: pg.ClientConfig, secrets: Secrets): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1, onIdleError: () => undefined });
  try {
    const { keys, factors } = await findUnreadable(database, secrets);
    if (keys.length + factors.length === 0) return;
    throw new ConfigError([
      `SECRET: does not open ${keys.length} signing keys and ${factors.length} second factors in the database, which another one encrypted. Put the former secret after the new one, with a comma; if it is lost, run: npm run forget-secret`,
    ]);
  } finally {
    await database.close();
  }
}

async function listen(app: App, { port, host }: Config): Promise<void> {
  try {
    await app.http.listen({ port, host });
  } catch (error) {
    // The error names the variable that the operator must change.
    const problem = listenProblem(error, port, host);
    throw problem === undefined ? error : new ConfigError([problem]);
  }
}

function listenProblem(error: unknown, port: number, host: string): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT: another program already listens on ${host}:${port}`;
    case 'EACCES':
      return `PORT: this user may not listen on port ${port}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: this machine has no address ${host}`;
    default:
      return undefined;
  }
}

function fail(error: unknown): void {
  if (error instanceof ConfigError) {
    process.stderr.write('Baari cannot start with this configuration:\n');
    for (const problem of error.problems) process.stderr.write(`  ${problem}\n`);
  } else {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  process.exit(error instanceof ConfigError ? exitCodes.configuration : exitCodes.failure);
}

main().catch(fail);
