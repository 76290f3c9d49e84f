/**
 * Debian's vdirsyncer and khal, two calendar programs that know nothing of Baari: vdirsyncer reads a
 * feed into a folder as a calendar application does, and khal lists the events of the folder.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The Debian packages to install. */
export const calendarsPackage = 'vdirsyncer khal';

/** Why the programs cannot be used; false if they can. */
export function calendarsAreMissing(): string | false {
  const missing = ['vdirsyncer', 'khal'].filter(
    (program) => spawnSync(program, ['--version']).error !== undefined,
  );
  return missing.length > 0 && `${missing.join(' and ')} cannot be run`;
}

export interface Calendar {
  /** Reads the feed again, and adds, changes and removes events as the feed says. */
  readonly sync: () => Promise<void>;
  /** The events of the next days, each as its beginning in UTC, its status and its title. */
  readonly list: (days: number) => Promise<string[]>;
  readonly remove: () => void;
}

const run = promisify(execFile);

/** A calendar in a folder of its own that subscribes to a feed. */
export function subscribe(url: string): Calendar {
  const folder = mkdtempSync(join(tmpdir(), 'baari-calendar-'));
  const events = join(folder, 'events');
  const syncs = join(folder, 'vdirsyncer.conf');
  const shows = join(folder, 'khal.conf');
  writeFileSync(
    syncs,
    `[general]
status_path = "${folder}/status"
[pair feed]
a = "here"
b = "there"
collections = null
conflict_resolution = "b wins"
[storage here]
type = "filesystem"
path = "${events}"
fileext = ".ics"
[storage there]
type = "http"
url = "${url}"
`,
  );
  writeFileSync(
    shows,
    `[calendars]
[[feed]]
path = ${events}
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${folder}/khal.db
`,
  );
  // The programs are written in Python, whose output depends on the locale.
  const env = { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder };
  return {
    async sync() {
      await run('mkdir', ['-p', events]);
      await run('vdirsyncer', ['-c', syncs, 'discover'], { env });
      await run('vdirsyncer', ['-c', syncs, 'sync', '--force-delete'], { env });
    },
    async list(days) {
      const format = '{start-date} {start-time} {status}{title}';
      const asked = ['-c', shows, 'list', '--day-format', '', '--format', format];
      const { stdout } = await run('khal', [...asked, 'today', `${days}d`], { env });
      return stdout.split('\n').filter((line) => line.trim() !== '');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
