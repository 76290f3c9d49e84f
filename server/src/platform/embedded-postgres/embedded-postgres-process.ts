/** What the operating system knows about a PostgreSQL server on a data folder, ours or left over. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The contents of `postmaster.pid`. */
export type RunningServer = { pid: number; host: string; port: number };

const ORPHANS_MAY_TAKE_MS = 15_000;

/** The server that runs on the folder; undefined if none runs or its file is stale. */
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
    // A full disk or a power cut leaves an unreadable file, which would keep PostgreSQL from ever starting.
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

/** How long a starting server may take to write its process id. */
const WRITTEN_WITHIN_MS = 2000;

/**
 * The lines of the lock file once its author has written them; a file that stays empty is stale. Undefined if
 * there is none.
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

/** The first line is a process id, negative for a process without a postmaster. */
function isUnreadable([first = '']: readonly string[]): boolean {
  return !/^-?\d+$/u.test(first.trim());
}

/** Children of a killed server exit within moments; starting beside them would corrupt data. */
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

/** Whether the process runs, of any owner; a zombie does not count. */
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

/** Answers true when the process has ended, false when it still runs after `withinMs`. */
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

/** Identifies a process by its id and, where the system tells, its start time, because ids are reused. */
export function nameOfProcess(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

/** Whether the named process still runs. */
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
