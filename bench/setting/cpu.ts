/** Processor time, which says what something costs however busy the machine is. */
import { readFileSync } from 'node:fs';
import type { Pool } from './stage.ts';

const msPerTick = 10;

/** Of this process, milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Of another process as Linux counts it, milliseconds; NaN elsewhere. */
export function cpuMsOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may hold anything; the numbers behind it begin with the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Of all connections to the database that are open now, milliseconds. */
export async function cpuMsOfConnections(superuser: Pool): Promise<number> {
  const { rows } = await superuser.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
}
