/** What the operating system knows of a PostgreSQL server that runs on a data folder, ours or left over. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What `postmaster.pid` says of the server that wrote it. */
export type RunningServer = { pid: number; host: string; port: number };

const ORPHANS_MAY_TAKE_MS = 15_000;

/** The server that runs on the folder now; undefined when none does or its file is a leftover. */
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
 * Removes a `postmaster.pid` whose number now belongs to some other program (or to a zombie), which
 * PostgreSQL itself would take for a running server. A number nobody has is left to PostgreSQL,
 * whose own check also sees surviving children.
 */
export async function removeStaleLock(dataDir: string): Promise<void> {
  const lines = await writtenLock(dataDir);
  if (lines === undefined) return;
  const pid = Number(lines[0]);
  if (isUnreadable(lines)) {
    // As a full disk or a power cut leaves it: PostgreSQL itself would refuse to start ever after.
    rmSync(join(dataDir, 'postmaster.pid'), { force: true });
    return;
  }
  if (!hasNumber(pid) || isPostmasterOf(pid, dataDir)) return;
  await childrenToLeave(dataDir);
  const [port, socketFolder] = [lines[3], lines[4]];
  // The socket has a lock file with the same number in it.
  if (socketFolder) rmSync(join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true });
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

/** How long a server that starts may take to write its number. */
const WRITTEN_WITHIN_MS = 2000;

/**
 * The lines of the lock file once whoever makes it has written them: one that stays empty is a leftover.
 * Undefined where there is none.
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

/** Its first line is the number of a process, negative for one without a postmaster. */
function isUnreadable([first = '']: readonly string[]): boolean {
  return !/^-?\d+$/u.test(first.trim());
}

/** Children of a killed server notice it within moments; starting beside them would damage data. */
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
    return undefined; // gone meanwhile, or another user's: neither is a child of our server
  }
}

/** Whether the process still runs, whoever owns it; a zombie that nobody has collected does not. */
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

/** Resolves true when the process is gone, false when it is still there after `withinMs`. */
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
  if (process.platform === 'win32') return true; // no cheap way to ask; PostgreSQL decides the same
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
 * Names a process so that a later one with the same number is told apart: its number and, where
 * the system says, when it began.
 */
export function nameOfProcess(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

/** Whether the process so named still runs. */
export function isStillRunning(name: string): boolean {
  const pid = Number.parseInt(name, 10);
  return isAlive(pid) && nameOfProcess(pid) === name;
}

/** Clock ticks since boot at which the process began (Linux); empty elsewhere. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  const afterName = readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return afterName[0] === 'Z' ? 'zombie' : (afterName[19] ?? '');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // the process ended between two looks
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
