/**
 * Hands over a deactivated doctor's patients: another doctor takes over the waiting patients and
 * the visits with a step planned with the doctor [ADM-2, DAY-2, LINE-3].
 */
import type { ReassignPatients } from '../../doctors/leaving/reassign-patients.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok } from '../../platform/result.ts';
import { queueUpdate } from '../../queue/doctor-queue.store.ts';
import { recordEntryEvent } from '../../queue/entry-event.ts';
import { findEntryInLine } from '../../queue/queue.store.ts';
import { lockPatients } from '../../queue/transfer/reassign-patients.ts';
import { goOnPast } from './go-on-later.ts';
import {
  hasBeenIn,
  listLinesThatPlan,
  listPlanned,
  listTargetsById,
  listVisitsThatPlan,
  replacePlanned,
} from './journey.store.ts';
import { planAfterHandover } from './handed-over-plan.rules.ts';

export const reassignPatientsAndPlans: ReassignPatients = {
  async lock(tx, context, doctorId, answer) {
    const besides =
      answer?.what === 'move' ? await listLinesThatPlan(tx, doctorId, context.clock.now()) : [];
    const locked = await lockPatients(tx, context, { doctorId, answer, besides });
    if (!locked.ok) return locked;
    return ok(async (now) => {
      const to = await locked.value(now);
      if (to === undefined) return;
      const handover = { from: doctorId, to };
      // Visits that waited until this doctor was back continue with the doctor who takes over.
      await goOnPast(tx, doctorId, now, () => handPlansOver(tx, context, handover, now));
    });
  },
};

/** Whether an open visit has a step planned with this doctor. */
export async function isPlannedLater(tx: Queryable, doctorId: string, now: Date): Promise<boolean> {
  return (await listVisitsThatPlan(tx, doctorId, now)).length > 0;
}

interface Handover {
  readonly from: string;
  readonly to: string;
}

/**
 * Replaces the deactivated doctor in planned steps by the doctor who takes over. The caller holds
 * the locks of all lines that protect these plans.
 */
async function handPlansOver(
  tx: Queryable,
  context: StaffContext,
  { from, to }: Handover,
  now: Date,
): Promise<void> {
  const lines = await listTargetsById(tx, [from, to]);
  const nameOf = (id: string) => lines.find((line) => line.id === id)?.name ?? '';
  let after: string | undefined;
  for (;;) {
    const visits = await listVisitsThatPlan(tx, from, now, after);
    if (visits.length === 0) return;
    after = visits.at(-1)?.entryId;
    for (const visit of visits) {
      const { visitId, entryId, patientId, lineId: at } = visit;
      const hasBeen = await hasBeenIn(tx, visitId, to);
      const stops = planAfterHandover(await listPlanned(tx, visitId), { from, to, at, hasBeen });
      await replacePlanned(tx, visitId, stops);
      await recordAudit(tx, context, {
        action: 'plan stops',
        patientIds: [patientId],
        entryId,
        details: { from: nameOf(from), to: nameOf(to) },
      });
      if (visit.isThere) await publishPlan(tx, entryId, now);
    }
  }
}

/**
 * Publishes an event after a change of the plan. The entry itself is unchanged; the event makes
 * screens fetch the visit again.
 */
async function publishPlan(tx: Queryable, entryId: string, now: Date): Promise<void> {
  const entry = await findEntryInLine(tx, entryId);
  if (entry === undefined) throw new Error('A stop that was just listed is not there.');
  const version = entry.queue_version + 1;
  const published = { ...entry, queue_version: version };
  await recordEntryEvent(tx, 'queue_updated', published, now, {
    action: null,
    along: [queueUpdate(entry.line_id, { version })],
  });
}
