import type { AbdmSettings } from '@baari/contract/hospital/abdm.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { violates } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import type { AbdmOffer } from './abdm-offer.ts';
import { deleteFacility, findFacility, isConfirmed, writeFacility } from './abdm.store.ts';
import { settingsOf } from './get-abdm.query.ts';

/**
 * Sets the facility id of the caller's hospital, or ends its part in ABDM [API-37]. Only a confirmed
 * hospital may set one, because patients' profiles go to whoever has it.
 */
export async function saveAbdm(
  context: MemberContext,
  { hipId }: { readonly hipId: string | null },
  offer: AbdmOffer,
): Promise<Result<AbdmSettings>> {
  const { db, actor } = context;
  const { hospitalId } = actor;
  try {
    return await db.transaction(async (tx) => {
      if (hipId !== null && !(await isConfirmed(tx, hospitalId))) {
        return refuse('hospital_not_confirmed');
      }
      const before = await findFacility(tx, hospitalId);
      if (hipId === null) await deleteFacility(tx, hospitalId);
      else await writeFacility(tx, hospitalId, hipId);
      const details = {
        ...(before === undefined ? {} : { from: before.hip_id }),
        ...(hipId === null ? {} : { to: hipId }),
      };
      await recordAudit(tx, context, { action: 'save ABDM settings', details });
      return ok(await settingsOf(tx, hospitalId, offer));
    });
  } catch (error) {
    if (violates(error, 'abdm_facility_hip_id_key')) return refuse('hip_id_taken');
    throw error;
  }
}
