import { mayRunBookings } from '../appointments/appointments.access.ts';
import { findHeldSlot, findOpenOffer, lockHeldSlot } from '../held-slots/held-slots.store.ts';
import { releaseHeldSlot } from '../held-slots/release-held.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

/**
 * Lets the desk release a held appointment time, and notifies the patient who had the offer.
 * Refuses: not_found, offer_over.
 */
export async function releaseHeld(
  context: StaffContext,
  id: string,
  publicUrl: string,
): Promise<Result<{ released: boolean }>> {
  const { db, clock, actor } = context;
  const found = await findHeldSlot(db, id);
  if (found === undefined || !mayRunBookings(actor, found)) return refuse('not_found');
  return db.transaction(async (tx) => {
    await lockLine(tx, found.doctor_id);
    const held = await lockHeldSlot(tx, id);
    if (held?.state !== 'open') return refuse('offer_over');
    const offer = await findOpenOffer(tx, id);
    await releaseHeldSlot(tx, id, publicUrl, clock.now());
    await recordAudit(tx, context, {
      action: 'release held place',
      patientIds: offer === undefined ? [] : [offer.patient_id],
      outcome: 'ok',
      details: { doctorId: held.doctor_id },
    });
    return ok({ released: true });
  });
}
