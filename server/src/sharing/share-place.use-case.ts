import { randomUUID } from 'node:crypto';
import type { SharedLink } from '@baari/contract/visit/shared-place.ts';
import { findAwaitedLine } from '../lines/visits/journey.store.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { findEntry } from '../queue/queue.store.ts';
import { mayMakeLink } from './shared-place.rules.ts';
import { mayShare } from './sharing.access.ts';
import { publishSharing } from './sharing-event.ts';
import { findLatestStop, insertLink, listActive, lockVisit } from './sharing.store.ts';
import { linkView } from './sharing.view.ts';

/** A link as stored for retries: the hash tells which of the installation's secrets made it. */
export interface MadeLink {
  readonly link: SharedLink;
  readonly secretHash: string;
}

/**
 * Makes a link that shows the visit of an entry until the hospital's day ends. Refuses while the
 * request is not approved, after the visit, and if the visit has the most active links already.
 */
export function sharePlace(
  context: Context<Actor>,
  entryId: string,
  secretOf: (linkId: string) => string,
): Promise<Result<MadeLink>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const entry = await findEntry(tx, entryId);
    if (entry === undefined) return refuse('not_found');
    const allowed = mayShare(actor, entry);
    if (!allowed.ok) return allowed;
    const visitId = entry.visit_id ?? entry.id;
    await lockVisit(tx, visitId);
    const now = clock.now();
    const activeLinks = (await listActive(tx, visitId, now)).length;
    const may = mayMakeLink({ ...(await latestStopOf(tx, entryId, now)), activeLinks });
    if (!may.ok) return may;
    const id = randomUUID();
    const secretHash = hashLinkSecret(secretOf(id));
    const byStaff = isStaff(actor);
    const row = await insertLink(tx, { id, entryId, secretHash, byStaff, at: now });
    await publishSharing(tx, entry, now);
    if (isStaff(actor)) {
      const audited = { action: 'share place', patientIds: [entry.patient_id], entryId } as const;
      await recordAudit(tx, { ...context, actor }, audited);
    }
    return ok({ link: linkView(row), secretHash });
  });
}

/** The status of the visit's latest stop, and whether a closed line keeps the visit waiting. */
async function latestStopOf(tx: Queryable, entryId: string, now: Date) {
  const id = (await findLatestStop(tx, entryId)) ?? entryId;
  const latest = await findEntry(tx, id);
  const goesOn = (await findAwaitedLine(tx, id, now)) !== undefined;
  return { status: latest?.status ?? 'cancelled', goesOn };
}
