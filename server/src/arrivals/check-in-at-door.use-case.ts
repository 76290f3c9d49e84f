import type { checkInAtDoor as call } from '@baari/contract/visit/arrival.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { nameIn } from '@baari/contract/lines/line-names.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { checkIn as checkInBooked } from '../appointments/check-in.use-case.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntry } from '../queue/change-entry.ts';
import { rowIn } from '../queue/reads/line-names.view.ts';
import { findEntry } from '../queue/queue.store.ts';
import { patientEntryView } from '../queue/queue.view.ts';
import { findDoor } from '../screens/screens.store.ts';
import {
  type ExpectedEntry,
  findHospitalName,
  listBookedOfAccount,
  listOpenOfAccount,
} from './arrivals.store.ts';

/**
 * After a scan of the door code, checks in all of today's open entries and bookings of the
 * account's patients at this hospital. Returns each entry [ARR-5].
 */
export async function checkInAtDoor(
  context: PatientContext,
  hospitalId: string,
  code: string,
): Promise<Result<ReplyOf<typeof call>>> {
  const { db, actor, clock } = context;
  const hospital = await findHospitalName(db, hospitalId);
  if (hospital === undefined) return refuse('not_found');
  const door = await findDoor(db, hospitalId);
  if (door?.code !== code) return refuse('door_code_wrong');
  const queues: PatientEntry[] = [];
  for (const entry of await listOpenOfAccount(db, hospitalId, actor.userId)) {
    const here = await checkInOpen(context, entry);
    if (here !== undefined) queues.push(here);
  }
  const refused: { doctorName: string; code: string }[] = [];
  for (const visit of await listBookedOfAccount(db, hospitalId, actor.userId, clock.now())) {
    const here = await checkInBooked(context, visit.id, 'door');
    if (here.ok) queues.push(here.value.queue);
    else {
      const doctorName = nameIn(visit.doctor_name, visit.line_names ?? {}, context.language);
      refused.push({ doctorName, code: here.code });
    }
  }
  return ok({ hospital: { id: hospitalId, name: hospital.name }, queues, refused });
}

/**
 * Checks in one open entry of the patient. An entry already checked in, or with the doctor, is
 * returned unchanged. Undefined if the entry has just ended.
 */
async function checkInOpen(
  context: PatientContext,
  { id }: ExpectedEntry,
): Promise<PatientEntry | undefined> {
  const changed = await changeEntry(context, 'check_in', id, { payload: {}, by: 'door' });
  if (changed.ok) return changed.value.queue;
  const row = await findEntry(context.db, id);
  if (row === undefined || row.ended_at !== null) return undefined;
  return patientEntryView(rowIn(row, context.language), context.clock.now());
}
