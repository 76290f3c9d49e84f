import type { ApiKey } from '@baari/contract/keys/api-keys.ts';
import { publishLine } from '../lines/line-event.ts';
import { closePointsOf } from '../lines/lines.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { markRevoked } from './api-keys.store.ts';
import { apiKeyView } from './api-keys.view.ts';

/**
 * Revokes an API key; the next request with it is refused by every process. Closes the counters that
 * the key opened, because an open counter counts in the wait predicted for its line [API-28, LINE-2].
 */
export function revokeApiKey(
  context: MemberContext,
  id: string,
  { cell }: { readonly cell: string },
): Promise<Result<{ apiKey: ApiKey }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const { hospitalId, userId: by } = actor;
    const now = clock.now();
    const row = await markRevoked(tx, { id, hospitalId, by }, now);
    if (row === undefined) return refuse('not_found');
    const opened = { hospitalId, userId: id, doctorId: null };
    for (const lineId of await closePointsOf(tx, opened, now)) {
      await publishLine(tx, { hospitalId, lineId }, now);
    }
    await recordAudit(tx, context, { action: 'revoke API key', details: { keyId: id } });
    return ok({ apiKey: apiKeyView(row, cell) });
  });
}
