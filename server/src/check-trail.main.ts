/**
 * `npm run check-trail [-- --anchors FILE …] [--hospital ID]` verifies every keyed hash of the
 * audit trail. It compares the trail with copies of the hashes that were stored elsewhere: log
 * lines, posts or mails, in any file. Exits with 0 if everything matches, 1 if something does not,
 * 2 if it cannot be verified.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Anchor, anchorsIn } from './audit/anchor.rules.ts';
import { listHospitalsOfTrail } from './audit/audit-trail.store.ts';
import { checkTrail, type Walk } from './audit/check-trail.ts';
import { trailKeysOf } from './audit/trail-keys.ts';
import { ConfigError, readConfig } from './config.ts';
import { secretsOf } from './migration-steps.ts';
import { openDatabase } from './platform/database/database.ts';
import { expectInstalled, openDatabaseServer } from './start-database.ts';

const words: Readonly<Record<NonNullable<Walk['finding']>['what'], string>> = {
  altered: 'is not what was sealed, or was sealed by somebody without the key',
  gone: 'or a row before it was taken away',
  no_key: 'was sealed without the key',
  anchor: 'has another seal than the one that was kept elsewhere',
  cut: 'is gone with all after it: its seal was kept elsewhere',
  slipped_in: 'was slipped in among sealed ones',
};

const usage = 'npm run check-trail [-- --anchors FILE …] [--hospital ID]';

/**
 * Thrown if the check of the audit trail cannot be made at all, for example because a file cannot
 * be read.
 */
class Unanswerable extends Error {}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = 2;
  if (error instanceof ConfigError) for (const problem of error.problems) complain(problem);
  else complain(error instanceof Unanswerable ? error.message : error);
}

async function main(): Promise<number> {
  const values = readArguments();
  const config = readConfig(process.env);
  await expectInstalled(config);
  const anchors = (await Promise.all(values.anchors.map(readAnchors))).flat();
  if (values.anchors.length > 0 && anchors.length === 0) {
    throw new Unanswerable('None of these files holds an anchor of an audit trail.');
  }
  const keys = trailKeysOf({ trailKeys: config.trailKeys, secrets: await secretsOf(config) });
  const server = await openDatabaseServer(config, say);
  const db = openDatabase({
    connection: server.connection,
    poolSize: 1,
    onIdleError: (error) => complain(error.name),
  });
  try {
    const inTrail = await listHospitalsOfTrail(db);
    const all = [...new Set([...inTrail, ...anchors.map(({ hospitalId }) => hospitalId)])];
    const hospitals = all.filter((id) => values.hospital === undefined || id === values.hospital);
    if (values.hospital !== undefined && hospitals.length === 0) {
      throw new Unanswerable(`Neither trail nor anchors know a hospital ${values.hospital}.`);
    }
    let worst = 0;
    for (const hospitalId of hospitals) {
      const known = anchorsOf(hospitalId, anchors);
      const walk = await checkTrail({ db, keys, hospitalId, known }, showProgress);
      worst = Math.max(worst, report(hospitalId, walk, known.size));
    }
    say(`${hospitals.length} hospitals, ${anchors.length} anchors.`);
    return worst;
  } finally {
    await db.close();
    await server.close();
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        anchors: { type: 'string', multiple: true, default: [] },
        hospital: { type: 'string' },
      },
    });
    return values;
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new Unanswerable(`${what}\n\n${usage}`, { cause });
  }
}

async function readAnchors(file: string): Promise<Anchor[]> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new Unanswerable(`Cannot read ${file}.`, { cause });
  });
  const anchors = anchorsIn(text);
  // Of several log files, some may contain no hash of the audit trail. Such a file is reported, but
  // the check continues.
  if (anchors.length === 0) complain(`${file} holds no anchor of an audit trail.`);
  return anchors;
}

function anchorsOf(hospitalId: string, anchors: readonly Anchor[]): Map<number, string[]> {
  const own = anchors.filter((anchor) => anchor.hospitalId === hospitalId);
  const byNumber = Map.groupBy(own, ({ number }) => number);
  return new Map([...byNumber].map(([number, of]) => [number, of.map(({ seal }) => seal)]));
}

function showProgress({ part, number }: Walk): void {
  if (part !== 'seals' || number % 100_000 !== 0) return;
  process.stderr.write(`  ${number} seals …\n`);
}

/** Prints the result of the audit trail's check for a hospital, and returns the exit code. */
function report(hospitalId: string, walk: Walk, anchors: number): 0 | 1 | 2 {
  const { number, unsealed, unknownKeys, finding } = walk;
  if (finding !== null) {
    const seal = finding.number === null ? '' : ` (seal ${finding.number})`;
    const row = finding.rowId === null ? 'a row' : `row ${finding.rowId}`;
    say(`${hospitalId}: BROKEN: ${row}${seal} ${words[finding.what]}`);
    return 1;
  }
  if (unknownKeys > 0) {
    say(
      `${hospitalId}: cannot be verified: ${unknownKeys} of ${number} rows were sealed with a key that is not in TRAIL_KEY or SECRET`,
    );
    return 2;
  }
  say(
    `${hospitalId}: whole: ${number} rows as they were sealed, ${anchors} anchors agree, ${unsealed} rows too new for a seal`,
  );
  return 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(problem: unknown): void {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
}
