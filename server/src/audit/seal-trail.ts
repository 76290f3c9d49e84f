/** Seals new rows of the audit trail moments after they were written; every process may. */
import type { Database } from '../platform/database.ts';
import { sealNext } from './audit-trail.store.ts';

/** Seals all that can be sealed now. */
export async function sealTrail(db: Database): Promise<void> {
  let sealed = 1;
  while (sealed > 0) sealed = await sealNext(db);
}
