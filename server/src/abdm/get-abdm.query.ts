import { type AbdmSettings, maxCounters } from '@baari/contract/hospital/abdm.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import type { AbdmOffer } from './abdm-offer.ts';
import { findFacility, listCounters } from './abdm.store.ts';
import { counterView } from './abdm.view.ts';

/** The ABDM settings of the caller's hospital [API-37]. */
export async function getAbdm(
  { db, actor }: MemberContext,
  offer: AbdmOffer,
): Promise<Result<AbdmSettings>> {
  return ok(await settingsOf(db, actor.hospitalId, offer));
}

/** Whether the hospital takes part, by which the desk offers the list of shares [API-39]. */
export async function getAbdmPart(
  { db, actor }: MemberContext,
  { isOffered }: AbdmOffer,
): Promise<Result<{ takesPart: boolean }>> {
  const facility = isOffered ? await findFacility(db, actor.hospitalId) : undefined;
  return ok({ takesPart: facility !== undefined });
}

/** The settings as they are now, which every change answers with. */
export async function settingsOf(
  db: Queryable,
  hospitalId: string,
  { isOffered, cmId }: AbdmOffer,
): Promise<AbdmSettings> {
  const facility = await findFacility(db, hospitalId);
  const hipId = facility?.hip_id ?? null;
  const counters = await listCounters(db, hospitalId, maxCounters);
  return {
    isOffered,
    hipId,
    lastCallbackAt: facility?.last_callback_at?.toISOString() ?? null,
    counters: counters.map((row) => counterView(row, cmId, hipId ?? '')),
  };
}
