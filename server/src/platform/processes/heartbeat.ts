/** Records every half minute that this process runs, and which version it is [OPS-2]. */
import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { startPoller } from '../jobs/poller.ts';
import { describeError, type Log } from '../log.ts';
import { version } from '../version.ts';
import { noteProcess, removeProcess } from './process.store.ts';

const everyMs = 30_000;

/**
 * Starts the record, which other processes see from now on. `stop` removes it. The record of a
 * killed process ends by its age.
 */
export async function startHeartbeat(db: Queryable, log: Log): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  const note = () => noteProcess(db, { id, version, upMs: Math.round(process.uptime() * 1000) });
  await note();
  const poller = startPoller({ log, everyMs, tasks: { 'Recording that this process runs': note } });
  return {
    async stop() {
      await poller.stop();
      try {
        await removeProcess(db, id);
      } catch (error) {
        log.warn(
          describeError(error),
          'The record of this process could not be removed. It counts as running for two minutes.',
        );
      }
    },
  };
}
