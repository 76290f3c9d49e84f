/**
 * `npm run operator -- …`: commands that only the installation's operator may run, beside a running server.
 * Exits with 0 if all was done, 1 if something was refused, 2 for an invalid command line.
 */
import { userInfo } from 'node:os';
import { refusals } from '@baari/contract/refusals.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { secretsOf } from '../migration-steps.ts';
import { systemClock } from '../platform/clock.ts';
import { isDenied, openDatabase } from '../platform/database/database.ts';
import { providerNames } from '../platform/messages/sms/routes.rules.ts';
import { inboundUrl } from '../platform/messages/sms/sending.ts';
import { listBackups, readRehearsal } from '../platform/daily-backups/backup-folder.ts';
import { listProcesses } from '../platform/processes/process.store.ts';
import type { Result } from '../platform/result.ts';
import { version } from '../platform/version.ts';
import { expectInstalled, startDatabase } from '../start-database.ts';
import {
  allowHospital,
  closeHospital,
  confirmHospital,
  type Decision,
  type OperatorContext,
  reopenHospital,
} from './decide-hospital.use-case.ts';
import { hospitalTable, plain } from './hospital-table.rules.ts';
import { backupLines } from './backup-lines.rules.ts';
import { type Command, readCommand, UsageProblem, usage } from './operator-command.ts';
import { hospitalsListed, listHospitals } from './list-hospitals.query.ts';
import { jobLine } from './job-line.rules.ts';
import { messageLines } from './message-lines.rules.ts';
import { processLines } from './process-lines.rules.ts';
import { countHospitals, countMessages, listFailingJobs } from './operator.store.ts';

async function main(): Promise<number> {
  try {
    const command = readCommand(process.argv.slice(2));
    return await withInstallation((context, installation) =>
      carryOut(context, installation, command),
    );
  } catch (error) {
    if (error instanceof UsageProblem) {
      complain(error.message === '' ? usage : `${error.message}\n\n${usage}`);
      return 2;
    }
    if (isDenied(error)) {
      complain(
        "This account may not act as the operator: set DATABASE_OWNER_URL, the account that owns the database's tables.",
      );
      return 2;
    }
    if (error instanceof ConfigError) {
      for (const problem of error.problems) complain(problem);
      return 2;
    }
    complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}

async function carryOut(
  context: OperatorContext,
  { config, laterMigrations }: Installation,
  command: Command,
): Promise<number> {
  switch (command.kind) {
    case 'hospitals':
      return list(context, command);
    case 'jobs':
      return listJobs(context);
    case 'messages':
      return listMessages(context, config);
    case 'processes':
      return printProcesses(context, laterMigrations);
    case 'backups':
      return printBackups(context, config);
    default:
      return decideAll(context, command);
  }
}

type DecisionCommand = Extract<Command, { readonly ids: readonly string[] }>;

async function decideAll(context: OperatorContext, command: DecisionCommand): Promise<number> {
  let failed = 0;
  for (const id of command.ids) {
    const decided = await decide(context, command, id);
    if (decided.ok) printDecision(command.kind, id, decided.value);
    else {
      failed += 1;
      complain(`${id}: ${problemOf(decided.code)}`);
    }
  }
  return failed === 0 ? 0 : 1;
}

function decide(
  context: OperatorContext,
  command: DecisionCommand,
  id: string,
): Promise<Result<Decision>> {
  switch (command.kind) {
    case 'confirm':
      return confirmHospital(context, id);
    case 'allow':
      return allowHospital(context, id);
    case 'reopen':
      return reopenHospital(context, id);
    case 'close':
      return closeHospital(context, id, command.reason);
  }
}

function problemOf(code: keyof typeof refusals): string {
  if (code === 'not_found') return 'there is no such hospital';
  if (code === 'hospital_closed') return 'it is closed; reopen it first';
  if (code === 'hospital_open') return 'it is not closed';
  return refusals[code].error;
}

const done = {
  confirm: 'confirmed',
  allow: 'shown',
  reopen: 'open again',
  close: 'closed',
} as const;

function printDecision(kind: keyof typeof done, id: string, decision: Decision): void {
  const { name, alsoHeld, alsoShown, notified } = decision;
  const news =
    notified === 0 ? 'It has no administrator to notify.' : 'Its administrators are notified.';
  say(`${plain(name)} (${id}) is ${done[kind]}. ${news}`);
  for (const other of alsoHeld) say(`${other} resembles it and is held until you have looked.`);
  for (const other of alsoShown) say(`${other} resembles no confirmed hospital now and is shown.`);
}

async function list(
  { db }: OperatorContext,
  { id, isOpenOnly }: Extract<Command, { kind: 'hospitals' }>,
): Promise<number> {
  const hospitals = await listHospitals(db, { isOpenOnly, ...(id === undefined ? {} : { id }) });
  if (id !== undefined && hospitals.length === 0) {
    complain(`${id}: ${problemOf('not_found')}`);
    return 1;
  }
  for (const line of hospitalTable(hospitals)) say(line);
  const { all, confirmed, held, closed } = await countHospitals(db);
  const cut =
    hospitals.length === hospitalsListed ? ` The first ${hospitalsListed} are listed.` : '';
  say(`${all} hospitals: ${confirmed} confirmed, ${held} held, ${closed} closed.${cut}`);
  return 0;
}

async function listJobs({ db }: OperatorContext): Promise<number> {
  const jobs = await listFailingJobs(db, jobsListed);
  for (const job of jobs) say(jobLine(job));
  const cut = jobs.length === jobsListed ? ` The latest ${jobsListed} are listed.` : '';
  say(jobs.length === 0 ? 'No job fails.' : `${jobs.length} jobs fail or were given up.${cut}`);
  return 0;
}

/** How far back messages are counted, in ms. */
const messagesCountedMs = 7 * 86_400_000;

async function listMessages({ db, clock }: OperatorContext, config: Config): Promise<number> {
  const since = new Date(clock.now().getTime() - messagesCountedMs);
  const counts = await countMessages(db, since);
  for (const line of messageLines(counts)) say(line);
  if (counts.length === 0) say('No message was sent in the last seven days.');
  await sayInboundAddresses(config);
  return 0;
}

/** Prints where each SMS provider must pass on the messages that patients send [MSG-8]. */
async function sayInboundAddresses(config: Config): Promise<void> {
  const configured = providerNames.filter((name) => config.sms[name] !== undefined);
  if (configured.length === 0) return;
  const [secret] = await secretsOf(config);
  say('Enter at each provider where it passes on messages of patients; each address is a secret:');
  for (const name of configured) say(`${name}: ${inboundUrl(config.publicUrl, secret, name)}`);
}

async function printProcesses(
  { db }: OperatorContext,
  laterMigrations: readonly string[],
): Promise<number> {
  const processes = await listProcesses(db, processesListed);
  for (const line of processLines({ processes, release: version, laterMigrations })) say(line);
  return 0;
}

const jobsListed = 100;
const processesListed = 200;

async function printBackups({ clock }: OperatorContext, { backups }: Config): Promise<number> {
  if (backups === undefined) {
    complain('No daily backups are made: set BACKUP_DIR.');
    return 1;
  }
  const { folder } = backups;
  const lines = backupLines(await listBackups(folder), await readRehearsal(folder), clock.now());
  for (const line of lines) say(line);
  return 0;
}

/** The settings of the installation, and the migrations that wait for processes of older releases. */
interface Installation {
  readonly config: Config;
  readonly laterMigrations: readonly string[];
}

/**
 * Connects to the database beside a running server; an embedded database that already runs is used.
 * Connects as the tables' owner, because no server's account may write the operator's decisions.
 */
async function withInstallation(
  work: (context: OperatorContext, installation: Installation) => Promise<number>,
): Promise<number> {
  const config = readConfig(process.env);
  await expectInstalled(config);
  const started = await startDatabase(config, complain);
  const db = openDatabase({
    connection: started.owner ?? started.connection,
    poolSize: 2,
    onIdleError: (error) => complain(error.name),
  });
  try {
    const context = {
      db,
      clock: systemClock,
      publicUrl: config.publicUrl,
      listing: config.hospitals,
      operator: process.env['SUDO_USER'] ?? userInfo().username,
    };
    return await work(context, { config, laterMigrations: started.laterMigrations });
  } finally {
    await db.close();
    await started.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

process.exitCode = await main();
