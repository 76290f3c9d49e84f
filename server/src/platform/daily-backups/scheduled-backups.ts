/**
 * Makes a backup each day, deletes old ones, and reads one into an empty database each week
 * [OPS-3, OPS-4]. The work runs in a process of its own with low priority.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@baari/contract/languages.ts';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { takeTurn } from '../database/turn.store.ts';
import type { Log } from '../log.ts';
import { deleteOldBackups, listBackups, readRehearsal } from './backup-folder.ts';
import {
  backupName,
  isBackupDue,
  isBackupLate,
  isRehearsalDue,
  type KeepRules,
  type TimeOfDay,
} from './backup-times.rules.ts';
import { mailOperatorOfBackups } from './backup-mail.ts';

/** What the operator has configured about scheduled backups. */
export interface BackupSchedule {
  readonly folder: string;
  readonly at: TimeOfDay;
  readonly keep: KeepRules;
  /** The file of keys that encrypts; undefined if a passphrase does. */
  readonly keyFile: string | undefined;
  /** Whether this machine can read its backups: with a passphrase, or with secret keys. */
  readonly canRehearse: boolean;
}

type BackupCommand = 'backup' | 'rehearse';

export interface ScheduledBackupsOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Log;
  readonly schedule: BackupSchedule;
  readonly operatorEmail: string;
  readonly operatorLanguage: Language;
  /** Ends a running backup or rehearsal when the server stops. */
  readonly signal: AbortSignal;
  /** Runs a command with a file; resolves with its exit code, or null if it was ended. */
  readonly run?: (command: BackupCommand, file: string) => Promise<number | null>;
}

/** After a failure, and while another process may be at it, this long passes, in milliseconds. */
const triedAgainAfterMs = 3 * 3_600_000;
/** The exit code of a backup that is complete except for files of reports. */
const madeWithFilesMissing = 2;

const program = fileURLToPath(new URL('../../backup/main.ts', import.meta.url));

/** Makes the task that looks every minute whether a backup or a rehearsal is due. */
export function makeBackupTask(options: ScheduledBackupsOptions): () => Promise<void> {
  const { db, clock, log, schedule, signal } = options;
  const { folder, at, keep, canRehearse } = schedule;
  const run =
    options.run ?? ((command, file) => runCommand(command, file, schedule.keyFile, signal));
  const startedAt = clock.now();

  /** False if no backup was made. */
  async function backUp(now: Date): Promise<boolean> {
    const name = backupName(now, true);
    const code = await run('backup', join(folder, name));
    if (signal.aborted) return false;
    if (code !== 0 && code !== madeWithFilesMissing) {
      log.error(
        { code },
        'The scheduled backup failed; the lines before this one say why. It is tried again in three hours.',
      );
      return false;
    }
    const deleted = await deleteOldBackups(folder, keep);
    log.info({ backup: name, deleted: deleted.length }, 'The scheduled backup was made.');
    return true;
  }

  async function rehearse(now: Date): Promise<void> {
    const [newest] = await listBackups(folder);
    const last = await readRehearsal(folder);
    if (newest === undefined || !canRehearse) return;
    if (!isRehearsalDue(last && new Date(last.at), now)) return;
    if (!(await takeTurn(db, 'Rehearsing a restore', triedAgainAfterMs))) return;
    const code = await run('rehearse', join(folder, newest.name));
    if (signal.aborted) return;
    if (code === 0) log.info({ backup: newest.name }, 'The backup was restored on trial.');
    else {
      log.error(
        { backup: newest.name, code },
        'The backup could not be restored on trial; the lines before this one say why.',
      );
    }
  }

  return async () => {
    const now = clock.now();
    const [newest] = await listBackups(folder);
    if (isBackupLate(newest?.madeAt, startedAt, now)) {
      await mailOperatorOfBackups(options, newest?.madeAt, now);
    }
    if (isBackupDue(newest?.madeAt, at, now)) {
      const isMade = (await takeTurn(db, 'Backing up', triedAgainAfterMs)) && (await backUp(now));
      if (!isMade) return;
    }
    await rehearse(now);
  };
}

function runCommand(
  command: BackupCommand,
  file: string,
  keyFile: string | undefined,
  signal: AbortSignal,
): Promise<number | null> {
  const key = keyFile === undefined ? [] : ['--key', keyFile];
  const child = spawn(process.execPath, [program, command, ...key, file], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => {
      signal.removeEventListener('abort', end);
      ended(code);
    });
  });
}
