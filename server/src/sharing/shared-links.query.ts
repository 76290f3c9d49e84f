import type { SharedLink } from '@baari/contract/visit/shared-place.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import { findEntry } from '../queue/queue.store.ts';
import { listActive } from './sharing.store.ts';
import { linkView } from './sharing.view.ts';

/** The active shared links of an entry's visit, without their secrets. */
export async function listSharedLinks(
  context: Context<Actor>,
  entryId: string,
): Promise<Result<{ links: SharedLink[] }>> {
  const { db, actor, clock } = context;
  const entry = await findEntry(db, entryId);
  if (entry === undefined || !maySee(actor, entry)) return refuse('not_found');
  if (isStaff(actor)) {
    const patientIds = [entry.patient_id];
    await recordAudit(
      db,
      { ...context, actor },
      { action: 'read shared links', patientIds, entryId },
    );
  }
  const links = await listActive(db, entry.visit_id ?? entry.id, clock.now());
  return ok({ links: links.map(linkView) });
}
