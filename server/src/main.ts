/** config → open → build → listen → drain → close. */
import { startDatabase } from './start-database.ts';
import { type App, buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { demoAccounts, seedDemo } from './demo/seed.ts';
import { systemClock } from './platform/clock.ts';
import { readOrMakeSecret } from './platform/secret.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const started = await startDatabase(config, say);
  const secret = config.secret ?? (await readOrMakeSecret(config.dataDir));
  const app = await buildApp({
    config,
    connection: started.connection,
    clock: systemClock,
    secret,
  });
  if (started.isEmbedded && config.demo) await seedDemo(app.database, systemClock, say);
  await listen(app, config);
  say(`\nBaari is ready: ${config.publicUrl}`);
  if (started.isEmbedded && config.demo) say(demoAccounts());
  let closing = false;
  async function close(): Promise<void> {
    if (closing) return;
    closing = true;
    await app.close();
    await started.close();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      close().catch(fail);
    });
  }
}

async function listen(app: App, { port, host }: Config): Promise<void> {
  try {
    await app.http.listen({ port, host });
  } catch (error) {
    // What the operator must change is a variable, so it is told like any other of them.
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
  process.exit(1);
}

main().catch(fail);
