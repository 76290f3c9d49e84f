/** Measures processor time, because other load of the machine hardly changes it. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from './stage.ts';

const nsPerMs = 1e6;

/** The CPU time of this process, in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The CPU time of all threads of another process, in milliseconds, from Linux's nanosecond
 * counters; NaN on other systems.
 */
export function cpuMsOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN;
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + cpuMsOfThread(`/proc/${pid}/task/${thread}`), 0);
}

function cpuMsOfThread(path: string): number {
  // The file's columns: time on a processor, time waiting for a processor, number of time slices.
  const [onProcessor] = readFileSync(`${path}/schedstat`, 'utf8').split(' ');
  return Number(onProcessor) / nsPerMs;
}

/** The CPU time of all open connections to the database, in milliseconds. */
export async function cpuMsOfConnections(superuser: Pool): Promise<number> {
  const { rows } = await superuser.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
}
