/**
 * What becomes of those who wait for a doctor who goes for good, and of the visits that only plan to see the doctor
 * later: whoever takes the line over takes these as well [ADM-2, DAY-2, LINE-3].
 */
import type { SeeToPatients } from '../doctors/leaving/see-to-patients.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok } from '../platform/result.ts';
import { queueUpdate } from '../queue/doctor-queue.store.ts';
import { recordEntryEvent } from '../queue/entry-event.ts';
import { findEntryInLine } from '../queue/queue.store.ts';
import { lockPatients } from '../queue/transfer/see-to-patients.ts';
import { goOnPast } from './go-on-later.ts';
import {
  hasBeenIn,
  listLinesThatPlan,
  listPlanned,
  listTargetsById,
  listVisitsThatPlan,
  replacePlanned,
} from './journey.store.ts';
import { planAnew } from './plan-anew.rules.ts';

export const seeToPatientsAndPlans: SeeToPatients = {
  async lock(tx, context, doctorId, answer) {
    const besides =
      answer?.what === 'move' ? await listLinesThatPlan(tx, doctorId, context.clock.now()) : [];
    const locked = await lockPatients(tx, context, { doctorId, answer, besides });
    if (!locked.ok) return locked;
    return ok(async (now) => {
      const to = await locked.value(now);
      if (to === undefined) return;
      const handover = { from: doctorId, to };
      // Who waits nowhere until this doctor is back goes on to the other one.
      await goOnPast(tx, doctorId, now, () => handPlansOver(tx, context, handover, now));
    });
  },
};

/** Whether a visit that is not over has a stop planned with this doctor. */
export async function isPlannedLater(tx: Queryable, doctorId: string, now: Date): Promise<boolean> {
  return (await listVisitsThatPlan(tx, doctorId, now)).length > 0;
}

interface Handover {
  readonly from: string;
  readonly to: string;
}

/** The caller holds the locks of the lines that the plans are changed under. */
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
      const stops = planAnew(await listPlanned(tx, visitId), { from, to, at, hasBeen });
      await replacePlanned(tx, visitId, stops);
      await recordAudit(tx, context, {
        action: 'plan stops',
        patientIds: [patientId],
        entryId,
        details: { from: nameOf(from), to: nameOf(to) },
      });
      if (visit.isThere) await tellPlan(tx, entryId, now);
    }
  }
}

/** Nothing of the stop itself is another; its screens read the visit anew. */
async function tellPlan(tx: Queryable, entryId: string, now: Date): Promise<void> {
  const entry = await findEntryInLine(tx, entryId);
  if (entry === undefined) throw new Error('A stop that was just listed is not there.');
  const version = entry.queue_version + 1;
  const told = { ...entry, queue_version: version };
  await recordEntryEvent(tx, 'queue_updated', told, now, [
    queueUpdate(entry.doctor_id, { version }),
  ]);
}
