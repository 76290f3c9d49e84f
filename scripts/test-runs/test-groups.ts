/**
 * Decides which test files share a process. Loading and compiling the server takes as long as the
 * tests of an ordinary file, so most files share a few processes. Each file still has its own
 * database and its own hooks (docs/decisions/044).
 */
import { rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { groupFolder, writeGroup } from './test-group-files.mjs';

/**
 * The test files that each run in their own process, by the beginning of their path, with the
 * reason.
 */
const alone: Readonly<Record<string, string>> = {
  'scripts/install.test.ts': 'runs npm, for long',
  'scripts/checks/one-language-more.test.ts': 'builds the pages, for long',
  'server/src/abdm/answers/kills.test.ts': 'kills servers',
  'server/src/backup/backup.test.ts': 'starts and stops databases, for long',
  'server/src/deploy.test.ts': 'builds an image, for long',
  'server/src/live/live.test.ts': 'fills memory with what nobody reads, and measures it',
  'server/src/loaded-at-start.test.ts': 'starts servers as processes',
  'server/src/main.test.ts': 'kills servers',
  'server/src/notifications/notifications.test.ts': 'waits for messages, for long',
  'server/src/platform/database/database-away.test.ts': 'stops a database',
  'server/src/platform/waiting-audits/disk-full.test.ts':
    'fills a disk and starts a database on it',
  'server/src/platform/embedded-postgres/embedded-postgres.test.ts': 'kills databases, for long',
  'server/src/platform/files/file-store.test.ts': 'starts an S3 service, for long',
  'server/src/kills.test.ts': 'kills servers, for long',
  'server/src/lines/kills.test.ts': 'kills servers',
  'server/src/power-cut.test.ts': 'cuts the power of databases, for long',
  'server/src/queue/clock-jumps.test.ts': 'sets the clock',
  'server/src/queue/model.test.ts': 'plays 100 long sequences',
  'web/src/api/client.test.ts': 'puts a network in the place of the real one',
  'web/src/api/sent-with-page.test.ts': 'pretends to be a page',
  'web/src/clock/clock.test.ts': 'sets the clock of the pages',
  'web/src/session/other-tabs.test.ts': 'puts a network in the place of the real one',
  'web/src/session/session.test.ts': 'puts a network in the place of the real one',
};

/**
 * The number of groups for each processor. There are enough groups for the last ones to end at
 * about the same time, and few enough to save time.
 */
const groupsEach = 3;

/**
 * The files to pass to `node --test`: those that run alone, and the groups of all other test files.
 * Files that a developer names run alone, so that other files cannot cause a failure. With
 * `together` all run in one process, to find which file disturbs another.
 */
export function groupsOf(
  files: readonly string[],
  how: 'grouped' | 'alone' | 'together',
): string[] {
  const shared = how === 'alone' ? [] : files.filter((file) => !(slashed(file) in alone));
  const single = files.filter((file) => !shared.includes(file));
  if (shared.length === 0) return single;
  const count = how === 'together' ? 1 : groupsEach * Math.max(2, availableParallelism());
  const groups = split(shared, count);
  const paths = groups.map((group, index) =>
    writeGroup(
      `${process.pid}-${index + 1}`,
      group.map((file) => resolve(file)),
    ),
  );
  return [...single, ...paths];
}

/** Deletes the group files after they have run. */
export function removeGroups(paths: readonly string[]): void {
  for (const path of paths) if (path.startsWith(groupFolder)) rmSync(path, { force: true });
}

/** The path with forward slashes, as in `alone`, on any system. */
function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}

/** Splits the files into this many groups of about the same total file size. */
function split(files: readonly string[], count: number): string[][] {
  const groups = Array.from({ length: Math.min(count, files.length) }, () => ({
    files: [] as string[],
    weight: 0,
  }));
  const weighed = files.map((file) => ({ file, weight: statSync(file).size }));
  for (const { file, weight } of weighed.toSorted((one, other) => other.weight - one.weight)) {
    const [lightest] = groups.toSorted((one, other) => one.weight - other.weight);
    if (lightest === undefined) break;
    lightest.files.push(file);
    lightest.weight += weight;
  }
  return groups.map((group) => group.files.toSorted());
}
