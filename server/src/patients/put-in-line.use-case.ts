import type { MoveReason, Urgency, VisitKind } from '@baari/contract/constants.ts';
import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { lockKnownPatient } from '../appointments/appointments.store.ts';
import { withinLimits } from '../limits/within-limits.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { chooseDoctor, type WithWhom } from '../queue/choose-doctor.ts';
import { joinLine } from '../queue/join-line.ts';
import { placeFirst } from '../queue/order/place-first.ts';
import { findLine } from '../queue/queue.store.ts';

export interface LineWish extends WithWhom {
  readonly symptoms?: string | undefined;
  readonly urgency: Urgency;
  readonly visitKind?: VisitKind | undefined;
  /** Why the patient is added although the line is full. */
  readonly beyond?: BeyondReason | undefined;
  /** Why the patient is put first in the line. */
  readonly first?: MoveReason | undefined;
}

/**
 * Adds a known patient to a line, approved and checked in like a walk-in [DESK-8]. Refuses unknown
 * patients as not_found, a patient with an open entry anywhere [INV-2], an Offline doctor, and a
 * full line unless a reason is given.
 */
export function putInLine(
  context: StaffContext,
  patientId: string,
  wish: LineWish,
): Promise<Result<{ queue: StaffEntry }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const doctorId = await chooseDoctor(tx, actor.hospitalId, wish, clock.now());
    if (!doctorId.ok) return doctorId;
    await lockLine(tx, doctorId.value);
    const doctor = await findLine(tx, doctorId.value);
    if (doctor?.hospital_id !== actor.hospitalId) return refuse('not_found');
    const patient = await lockKnownPatient(tx, actor.hospitalId, patientId);
    if (patient === undefined) return refuse('not_found');
    const now = clock.now();
    const within = await withinLimits(tx, doctor, wish.beyond, now);
    if (!within.ok) return within;
    const joined = await joinLine(
      tx,
      doctor,
      { id: patient.id, accountId: patient.account_id },
      { by: 'staff', symptoms: wish.symptoms, urgency: wish.urgency, visitKind: wish.visitKind },
      now,
    );
    if (!joined.ok) return joined;
    await recordAudit(tx, context, {
      action: 'put a known patient in a line',
      patientIds: [patientId],
      entryId: joined.value.id,
      details: within.value,
    });
    const placed = await placeFirst(tx, context, joined.value, wish.first, now);
    return placed.ok ? ok({ queue: placed.value }) : placed;
  });
}
