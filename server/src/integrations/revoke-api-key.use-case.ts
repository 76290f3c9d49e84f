import type { ApiKey } from '@baari/contract/keys/api-keys.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { markRevoked } from './api-keys.store.ts';
import { apiKeyView } from './api-keys.view.ts';

/** Revokes an API key; the next request with it is refused by every process [API-28]. */
export function revokeApiKey(
  context: MemberContext,
  id: string,
  { cell }: { readonly cell: string },
): Promise<Result<{ apiKey: ApiKey }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const { hospitalId, userId: by } = actor;
    const row = await markRevoked(tx, { id, hospitalId, by }, clock.now());
    if (row === undefined) return refuse('not_found');
    await recordAudit(tx, context, { action: 'revoke API key', details: { keyId: id } });
    return ok({ apiKey: apiKeyView(row, cell) });
  });
}
