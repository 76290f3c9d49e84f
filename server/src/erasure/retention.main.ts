/**
 * `npm run retention [-- --dry-run]` carries out due erasures and deletes what hospitals need not keep any
 * longer, as the server does every hour; --dry-run only prints it.
 */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { carryOutErasures } from './carry-out-erasures.ts';
import { listDue } from './erasure.store.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { makeSteadyClock, type SteadyClock } from '../platform/steady-clock.ts';
import { expectInstalled, startDatabase } from '../start-database.ts';
import { applyRetention, planRetention } from './apply-retention.ts';

const usage = 'npm run retention [-- --dry-run]';

async function main(): Promise<number> {
  let isDryRun: boolean;
  try {
    const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
    isDryRun = values['dry-run'];
  } catch {
    complain(usage);
    return 2;
  }
  try {
    const config = readConfig(process.env);
    await expectInstalled(config);
    const started = await startDatabase(config, complain);
    const db = openDatabase({
      connection: started.connection,
      poolSize: 2,
      onIdleError: (error) => complain(error.name),
    });
    try {
      const clock = makeSteadyClock({ isDatabaseHere: started.isEmbedded });
      if (isDryRun) await printPlan(db, clock);
      else if (await clock.isSure(db)) await work(db, clock);
      else throw new ConfigError([clockIsOff]);
    } finally {
      await db.close();
      await started.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const problem of error.problems) complain(problem);
      return 2;
    }
    complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}

const mostListed = 10_000;
const clockIsOff =
  "This machine's clock is more than an hour off the database's: nothing was deleted. Set it right first.";

async function printPlan(db: OpenDatabase, clock: SteadyClock): Promise<void> {
  const due = await listDue(db, clock.now(), mostListed);
  const { hospitals, names } = await planRetention(db, clock);
  for (const { hospitalId, years, reports } of hospitals) {
    say(`${hospitalId}: ${reports} reports older than ${years} years would be deleted.`);
  }
  say(
    `${due.length} erasures are due; one that waits for a visit or an appointment goes on waiting.`,
  );
  say(`${names} names of erased people would be removed. Nothing was changed.`);
}

async function work(db: OpenDatabase, clock: SteadyClock): Promise<void> {
  const erased = await carryOutErasures({ db, clock });
  const { reports, names } = await applyRetention(db, clock);
  say(`${erased} accounts erased, ${reports} old reports deleted, ${names} names removed.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

process.exitCode = await main();
