import type { SharedLink } from '@baari/contract/visit/shared-place.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findEntry } from '../queue/queue.store.ts';
import { mayShare } from './sharing.access.ts';
import { publishSharing } from './sharing-event.ts';
import { findEntryOfLink, listActive, writeStopped } from './sharing.store.ts';
import { linkView } from './sharing.view.ts';

/**
 * Ends a shared link. The next request of its page, at any process, finds it ended. A link that has
 * ended before stays so.
 */
export function stopSharing(
  context: Context<Actor>,
  linkId: string,
): Promise<Result<{ links: SharedLink[] }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const entryId = await findEntryOfLink(tx, linkId);
    const entry = entryId === undefined ? undefined : await findEntry(tx, entryId);
    if (entry === undefined) return refuse('not_found');
    const allowed = mayShare(actor, entry);
    if (!allowed.ok) return allowed;
    const now = clock.now();
    if (await writeStopped(tx, linkId, now)) await publishSharing(tx, entry, now);
    if (isStaff(actor)) {
      const patientIds = [entry.patient_id];
      const audited = { action: 'stop sharing place', patientIds, entryId } as const;
      await recordAudit(tx, { ...context, actor }, audited);
    }
    const links = await listActive(tx, entry.visit_id ?? entry.id, now);
    return ok({ links: links.map(linkView) });
  });
}
