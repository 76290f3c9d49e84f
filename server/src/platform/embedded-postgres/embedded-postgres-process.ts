/**
 * Finds out from the operating system whether a PostgreSQL server runs on a data folder, started by
 * this process or left over.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The contents of `postmaster.pid`. */
export type RunningServer = { pid: number; host: string; port: number };

const ORPHANS_MAY_TAKE_MS = 15_000;

/**
 * The PostgreSQL server that runs on the data folder; undefined if no server runs or its
 * `postmaster.pid` is stale.
 */
export function findRunningServer(dataDir: string): RunningServer | undefined {
  const lines = lockLines(dataDir);
  const pid = Number(lines[0]);
  if (!isPostmasterOf(pid, dataDir)) return undefined;
  const [port, socketFolder, address] = [Number(lines[3]), lines[4], lines[5]];
  if (!port) return undefined;
  const host = socketFolder || address;
  return host ? { pid, host, port } : undefined;
}

/**
 * Removes a `postmaster.pid` whose process id now belongs to another program or a zombie, which would keep
 * PostgreSQL from starting. PostgreSQL itself handles an unused id and checks for surviving children.
 */
export async function removeStaleLock(dataDir: string): Promise<void> {
  const lines = await writtenLock(dataDir);
  if (lines === undefined) return;
  const pid = Number(lines[0]);
  if (isUnreadable(lines)) {
    // After a full disk or a power cut, postmaster.pid can be unreadable, which would keep
    // PostgreSQL from ever starting.
    rmSync(join(dataDir, 'postmaster.pid'), { force: true });
    return;
  }
  if (!hasNumber(pid) || isPostmasterOf(pid, dataDir)) return;
  await childrenToLeave(dataDir);
  const [port, socketFolder] = [lines[3], lines[4]];
  // The socket has a lock file with the same process id.
  if (socketFolder) rmSync(join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true });
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

/** How long a starting server may take to write its process id, in milliseconds. */
const WRITTEN_WITHIN_MS = 2000;

/**
 * Reads the lines of postmaster.pid once the starting server has written them; a file that stays
 * empty is stale. Returns undefined if the file does not exist.
 */
async function writtenLock(dataDir: string): Promise<string[] | undefined> {
  const deadline = performance.now() + WRITTEN_WITHIN_MS;
  for (;;) {
    const lines = lockLines(dataDir);
    if (lines.length === 0) return undefined;
    if (!isUnreadable(lines)) return lines;
    if (performance.now() > deadline && processesIn(dataDir).length === 0) return lines;
    await sleep(50);
  }
}

/**
 * Whether postmaster.pid is unreadable. Its first line must be a process id, negative for a process
 * without a postmaster.
 */
function isUnreadable([first = '']: readonly string[]): boolean {
  return !/^-?\d+$/u.test(first.trim());
}

/**
 * Waits until the child processes of a killed PostgreSQL server have exited. A new server beside
 * them would corrupt data.
 */
async function childrenToLeave(dataDir: string): Promise<void> {
  const deadline = Date.now() + ORPHANS_MAY_TAKE_MS;
  while (processesIn(dataDir).length > 0) {
    if (Date.now() > deadline) {
      throw new Error(
        `Processes of an earlier PostgreSQL still use ${dataDir}: ${processesIn(dataDir).join(', ')}.`,
      );
    }
    await sleep(50);
  }
}

function processesIn(dataDir: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingFolderOf(pid) === dataDir);
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // the process ended, or belongs to another user: not a child of our server
  }
}

/** Whether a process with this id runs under any user account; a zombie process does not count. */
export function isAlive(pid: number): boolean {
  return hasNumber(pid) && startOf(pid) !== 'zombie';
}

function hasNumber(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Returns true once the process has ended, or false if it still runs after `withinMs`. */
export async function waitUntilGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

function isPostmasterOf(pid: number, dataDir: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true; // no cheap way to ask; PostgreSQL makes the same check
  const words = commandOf(pid);
  return basename(words[0] ?? '') === 'postgres' && words.includes(dataDir);
}

function commandOf(pid: number): string[] {
  if (process.platform === 'linux') return readProc(pid, 'cmdline').split('\0');
  const answer = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  const line = answer.stdout.trim();
  const [program = '', rest = ''] = line.split(' -D ');
  const [folder = ''] = rest.split(' -c ');
  return [program, folder];
}

/**
 * Identifies a process by its id and, if the operating system provides it, its start time. The id
 * alone is not enough, because ids are reused.
 */
export function nameOfProcess(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

/** Whether the process identified by this text still runs. */
export function isStillRunning(name: string): boolean {
  const pid = Number.parseInt(name, 10);
  return isAlive(pid) && nameOfProcess(pid) === name;
}

/** The start time of the process in clock ticks since boot (Linux); empty elsewhere. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  const afterName = readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return afterName[0] === 'Z' ? 'zombie' : (afterName[19] ?? '');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // the process ended between the two reads
  }
}

function lockLines(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
