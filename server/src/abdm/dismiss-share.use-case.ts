import type { AbdmInbox } from '@baari/contract/hospital/abdm.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dismissShare } from './abdm.store.ts';
import { inboxOf, patientsOf } from './list-shares.query.ts';

/** Takes a share off the desk's list; the place in line stays [API-39]. */
export function dismissAbdmShare(context: MemberContext, id: string): Promise<Result<AbdmInbox>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const gone = await dismissShare(tx, actor.hospitalId, id, clock.now());
    if (gone === undefined) return refuse('not_found');
    const inbox = await inboxOf(tx, context);
    const shown = patientsOf(inbox);
    const dismissed = gone.patient_id === null ? [] : [gone.patient_id];
    await recordAudit(tx, context, {
      action: 'dismiss ABDM share',
      patientIds: [...new Set([...dismissed, ...shown])],
      entryId: gone.entry_id ?? undefined,
    });
    return ok(inbox);
  });
}
