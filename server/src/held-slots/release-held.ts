import type { Queryable } from '../platform/database/database.ts';
import { endHeldSlot, endOffer, findOpenOffer } from './held-slots.store.ts';
import { notifyOfferOver } from './notify-asked.ts';

/**
 * Releases a held appointment time, so that everybody can book it, and notifies the patient who had
 * the offer. The caller has the doctor's lock.
 */
export async function releaseHeldSlot(
  tx: Queryable,
  id: string,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const offer = await findOpenOffer(tx, id);
  await endHeldSlot(tx, id, { state: 'released' }, now);
  if (offer === undefined || !(await endOffer(tx, offer.id, { state: 'withdrawn' }))) return;
  if (!offer.is_gone) await notifyOfferOver(tx, offer, publicUrl, now);
}
