/** Measures how long locks block a table. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Pool } from '../setting/stage.ts';

export interface LockWatch {
  /**
   * Stops watching. `heldMs` is the longest time for which one process held a lock that blocks
   * writes. `waitedMs` is the longest time for which a statement waited for a lock. Both are
   * sampled every `pollMs`.
   */
  readonly stop: () => Promise<{ heldMs: number; waitedMs: number }>;
}

const pollMs = 20;
const seen = z.object({ held: z.array(z.number()), waited: z.coerce.number() });

/**
 * Watches for locks that block the application's writes to the table, and for statements that wait
 * for them.
 */
export function watchLocks(superuser: Pool, table: string): LockWatch {
  let isOn = true;
  let waitedMs = 0;
  let heldMs = 0;
  const since = new Map<number, number>();
  const watching = (async () => {
    while (isOn) {
      const { rows } = await superuser.query(
        `select coalesce(array_agg(distinct pid) filter (where granted and mode in ('ShareLock',
              'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')), '{}') as held,
           coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000)
             filter (where not granted and mode in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')), 0) as waited
         from pg_locks where locktype = 'relation' and relation = to_regclass($1)`,
        [table],
      );
      const { held, waited } = seen.parse(rows[0]);
      const now = performance.now();
      waitedMs = Math.max(waitedMs, waited);
      for (const pid of since.keys()) if (!held.includes(pid)) since.delete(pid);
      for (const pid of held) {
        const first = since.get(pid) ?? now;
        since.set(pid, first);
        heldMs = Math.max(heldMs, now - first + pollMs);
      }
      await sleep(pollMs);
    }
  })();
  watching.catch(() => undefined);
  return {
    stop: async () => {
      isOn = false;
      await watching;
      return { heldMs, waitedMs };
    },
  };
}
