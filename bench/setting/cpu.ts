/** Processor time, which says what something costs however busy the machine is. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from './stage.ts';

const nsPerMs = 1e6;

/** Of this process, milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Of another process, all of its threads, as Linux counts it by the nanosecond, milliseconds; NaN elsewhere. */
export function cpuMsOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN;
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + cpuMsOfThread(`/proc/${pid}/task/${thread}`), 0);
}

function cpuMsOfThread(path: string): number {
  // Time on a processor, time in line for one, and how often.
  const [onProcessor] = readFileSync(`${path}/schedstat`, 'utf8').split(' ');
  return Number(onProcessor) / nsPerMs;
}

/** Of all connections to the database that are open now, milliseconds. */
export async function cpuMsOfConnections(superuser: Pool): Promise<number> {
  const { rows } = await superuser.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
}
