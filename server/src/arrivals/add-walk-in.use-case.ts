import type { WalkIn } from '@baari/contract/visit/arrival.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { withinLimits } from '../limits/within-limits.ts';
import { newWalkIn } from '../people/people.rules.ts';
import { insertWalkInPatient } from '../people/people.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { chooseDoctor } from '../queue/choose-doctor.ts';
import { joinLine } from '../queue/join-line.ts';
import { placeFirst } from '../queue/order/place-first.ts';
import { findLine } from '../queue/queue.store.ts';

/**
 * Puts a patient without an account in a line, approved and checked in. A reason is needed to
 * exceed a limit of the line, and to put the patient first [ARR-2, INV-12].
 */
export function addWalkIn(
  context: StaffContext,
  given: WalkIn,
): Promise<Result<{ queue: StaffEntry }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const doctorId = await chooseDoctor(tx, actor.hospitalId, given, clock.now());
    if (!doctorId.ok) return doctorId;
    await lockLine(tx, doctorId.value);
    const doctor = await findLine(tx, doctorId.value);
    if (doctor?.hospital_id !== actor.hospitalId) return refuse('not_found');
    const now = clock.now();
    const within = await withinLimits(tx, doctor, given.beyond, now);
    if (!within.ok) return within;
    const patientId = await insertWalkInPatient(tx, newWalkIn(given, now), now);
    const joined = await joinLine(
      tx,
      doctor,
      { id: patientId, accountId: null },
      {
        by: 'staff',
        symptoms: given.symptoms,
        urgency: given.urgency,
        visitKind: given.visitKind,
      },
      now,
    );
    if (!joined.ok) return joined;
    await recordAudit(tx, context, {
      action: 'add walk-in',
      patientIds: [patientId],
      entryId: joined.value.id,
      outcome: 'ok',
      details: within.value,
    });
    const placed = await placeFirst(tx, context, joined.value, given.first, now);
    return placed.ok ? ok({ queue: placed.value }) : placed;
  });
}
