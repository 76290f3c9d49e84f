/**
 * The operating-system account that PostgreSQL runs as. PostgreSQL refuses to run as root, so a root process
 * runs it as another account that must be able to reach its files.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

export type Account = { name: string; uid: number; gid: number };

/**
 * The options with which `spawn` runs a program as the operating-system account; empty if that is
 * the process's own account.
 */
export function runAs(account: Account | undefined): { uid?: number; gid?: number; cwd?: string } {
  return account ? { uid: account.uid, gid: account.gid, cwd: '/' } : {};
}

/**
 * The operating-system account that PostgreSQL runs as; undefined means the process's own account.
 * A root process uses the owner of existing data, else a service account.
 */
export function accountFor(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0)
    return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const account = findAccount('postgres') ?? findAccount('nobody');
  if (!account) {
    throw new Error(
      'PostgreSQL does not run as root and there is neither a user postgres nor a user nobody here: ' +
        'start Baari as another user.',
    );
  }
  return account;
}

function findAccount(name: string): Account | undefined {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid };
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
  if (answer.status !== 0) return undefined;
  const id = Number(answer.stdout.trim());
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

/**
 * Whether the account can enter a folder. The operating system is asked, because access lists
 * (ACLs) and mounts matter too.
 */
export function canEnter(account: Account | undefined, folder: string): boolean {
  if (!account) return true;
  return shellSucceeds(account, 'test -x "$1"', [folder]);
}

/** Whether the account can run a program (libraries included) and read a file. */
export function canRunAndRead(account: Account, program: string, file: string): boolean {
  return shellSucceeds(account, '"$1" --version >/dev/null 2>&1 && test -r "$2"', [program, file]);
}

function shellSucceeds(account: Account, script: string, args: string[]): boolean {
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...args], runAs(account)).status === 0;
}

/**
 * Changes the owner of a file or folder to the given account; does nothing if no account is given.
 */
export function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}
