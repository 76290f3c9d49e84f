/** Embedded PostgreSQL servers that tests run in another process, kill, or query. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresAddress } from '../platform/embedded-postgres/embedded-postgres.ts';
import { waitUntilGone } from '../platform/embedded-postgres/embedded-postgres-process.ts';

export interface Elsewhere {
  readonly pid: number;
  readonly how: string;
  /** Ends the process normally, which stops the database if the process owns it. */
  readonly leave: () => void;
  /** Kills the process and leaves the database behind. */
  readonly kill: () => Promise<void>;
}

const module = new URL('../platform/embedded-postgres/embedded-postgres.ts', import.meta.url).href;

/**
 * Starts or joins an embedded PostgreSQL in another process, so that the process can be ended or killed.
 */
export async function startElsewhere(folder: string, name: string): Promise<Elsewhere> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const options = { dataDir: ${JSON.stringify(join(folder, name))}, log() {} };
    const server = await startEmbeddedPostgres(options);
    console.log(server.pid(), server.how);
    process.stdin.once('end', () => process.exit(0)).resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [pid, how] = String(await once(child.stdout, 'data'))
    .trim()
    .split(' ');
  return {
    pid: Number(pid),
    how: String(how),
    leave: () => child.stdin.end(),
    async kill() {
      child.kill('SIGKILL');
      await waitUntilGone(Number(child.pid), 10_000);
    },
  };
}

export async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, 'it did not happen in time');
    await sleep(20);
  }
}

export async function run(address: PostgresAddress, statement: string): Promise<unknown[]> {
  const client = new Client(address);
  await client.connect();
  try {
    const answer = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return answer.rows.flat();
  } finally {
    await client.end();
  }
}

export function valuesOf(address: PostgresAddress, expressions: string[]): Promise<unknown[]> {
  return run(address, `SELECT ${expressions.join(', ')}`);
}
