import type { ApiKey } from '@baari/contract/keys/api-keys.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { listKeys } from './api-keys.store.ts';
import { apiKeyView } from './api-keys.view.ts';

/** Lists the hospital's API keys: those that work, then the latest ended ones [API-28]. */
export async function listApiKeys(
  { db, actor, clock }: MemberContext,
  { cell }: { readonly cell: string },
): Promise<Result<{ keys: ApiKey[] }>> {
  const rows = await listKeys(db, actor.hospitalId, clock.now());
  return ok({ keys: rows.map((row) => apiKeyView(row, cell)) });
}
