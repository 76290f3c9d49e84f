import { type CheckInWay, defaultUrgency, type Urgency } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';
import type { Queryable } from '../platform/database.ts';
import { isClosedHospital } from '../hospitals/standing.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { promiseOf } from './keep-promise.ts';
import { keyBetween, mayJoinLine } from './queue.rules.ts';
import { queueUpdate } from './doctor-queue.store.ts';
import { recordEntryEvent } from './entry-event.ts';
import { lastKey, settleLine } from './line.store.ts';
import { type DoctorForLine, findEntry, insertWaiting, isInQueue } from './queue.store.ts';
import { issueToken } from './token.store.ts';

export interface Arrival {
  /** How the patient was seen to have arrived. */
  readonly by: CheckInWay;
  readonly symptoms?: string | undefined;
  readonly urgency?: Urgency;
}

/**
 * Puts a patient who has arrived at the end of a doctor's line without an approval. The caller holds
 * the doctor's lock. Refuses while the patient has an open entry anywhere, or the doctor is Offline
 * [INV-2], or the operator has closed the hospital [SEC-20].
 */
export async function joinLine(
  tx: Queryable,
  doctor: Pick<DoctorForLine, 'id' | 'hospital_id' | 'status'>,
  patient: { readonly id: string; readonly accountId: string | null },
  arrival: Arrival,
  now: Date,
): Promise<Result<StaffEntry>> {
  if (await isClosedHospital(tx, doctor.hospital_id)) return refuse('hospital_closed');
  const hasOpenEntry = await isInQueue(tx, patient.id);
  const allowed = mayJoinLine({ hasOpenEntry, doctorStatus: doctor.status });
  if (!allowed.ok) return allowed;
  const id = await insertWaiting(tx, {
    hospitalId: doctor.hospital_id,
    doctorId: doctor.id,
    patientId: patient.id,
    symptoms: arrival.symptoms,
    urgency: arrival.urgency ?? defaultUrgency,
    joinedAt: now,
    checkedInBy: arrival.by,
    token: await issueToken(tx, doctor.id, now),
    orderKey: keyBetween(await lastKey(tx, doctor.id), undefined) ?? 1,
  });
  if (id === undefined) return refuse('already_in_queue');
  // Where everybody else is on hold, the newcomer can be called at once.
  const isReordered = await settleLine(tx, doctor.id);
  const entry = await findEntry(tx, id);
  if (entry === undefined) throw new Error('The entry just written cannot be read.');
  const version = entry.queue_version + 1;
  const joined = { ...entry, queue_version: version };
  const told = await recordEntryEvent(tx, 'queue_joined', joined, now, [
    queueUpdate(doctor.id, { version, isReordered }),
    ...promiseOf(entry, 'joined', now),
  ]);
  return ok(told.entry);
}
