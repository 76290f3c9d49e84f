import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { settleAll } from '../platform/jobs/settle-all.ts';
import { ok } from '../platform/result.ts';
import { deletePractice, listOverPractices } from './practice.store.ts';

/** Deletes the practice hospitals whose day is over; safe in several processes at once [ADM-1]. */
export async function endPractices(db: Database, clock: Clock): Promise<void> {
  await settleAll(
    await listOverPractices(db, clock.now()),
    'deletions of practice hospitals',
    async (id) => {
      await db.transaction(async (tx) => {
        await deletePractice(tx, id);
        return ok(undefined);
      });
    },
  );
}
