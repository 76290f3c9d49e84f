/** The age bands in which API keys see the ages of patients [SEC-18]. */
import type { AgeBand } from '@baari/contract/keys/answers.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ageBandOf } from './api-key.rules.ts';
import { listAges } from './api-keys.store.ts';

/** The age band of each of these patients whose age the hospital may know. */
export async function listAgeBands(
  db: Queryable,
  hospitalId: string,
  patientIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, AgeBand>> {
  const ages = await listAges(db, hospitalId, patientIds, now);
  return new Map([...ages].map(([id, age]) => [id, ageBandOf(age)]));
}
