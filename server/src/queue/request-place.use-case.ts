import type { Urgency, VisitKind } from '@baari/contract/constants.ts';
import { notifyDoctor } from '../doctors/leaving/notify-doctor.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { choosePerson } from '../people/choose-person.ts';
import type { PatientActor } from '../platform/actor.ts';
import type { PatientContext } from '../platform/context.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { queueUpdate } from './doctor-queue.store.ts';
import { answerOf, type EntryAnswer, recordEntryEvent } from './entry-event.ts';
import { promiseOf } from './promises/keep-promise.ts';
import { mayRequest } from './queue.rules.ts';
import { findDoctorForRequest, insertRequest } from './queue.store.ts';

export interface PlaceRequest {
  readonly doctorId: string;
  readonly symptoms?: string | undefined;
  readonly urgency: Urgency;
  readonly visitKind?: VisitKind | undefined;
  /** The patient; the account's own person by default. */
  readonly patientId?: string | undefined;
}

/**
 * Requests a place in a doctor's line, or in a shared line open to requests from home; of two at
 * once, one succeeds [QST-1, API-1, INV-2, LINE-6].
 */
export async function requestPlace(
  context: PatientContext,
  request: PlaceRequest,
): Promise<Result<EntryAnswer<PatientActor>>> {
  const { actor } = context;
  return context.db.transaction(async (tx) => {
    // Pipelined; the queries run in this order.
    const [, doctor, person] = await Promise.all([
      lockLine(tx, request.doctorId),
      findDoctorForRequest(tx, request.doctorId, request.patientId ?? actor.userId),
      choosePerson(tx, actor, request.patientId),
    ]);
    // A hidden hospital is not found [SEC-20].
    if (doctor === undefined || doctor.hospital_standing === 'hidden') return refuse('not_found');
    if (!person.ok) return person;
    const now = context.clock.now();
    const allowed = mayRequest({
      hasOpenEntry: doctor.has_open_entry,
      doctorStatus: doctor.status,
      opening: openingAt(doctor.hospital_hours, doctor.time_zone, now),
      takesRequestsShut: doctor.takes_requests_shut,
      timeZone: doctor.time_zone,
    });
    if (!allowed.ok) {
      const isClosed = doctor.is_shared && allowed.code === 'doctor_not_available';
      return isClosed ? refuse('line_closed') : allowed;
    }
    const entry = await insertRequest(tx, {
      hospitalId: doctor.hospital_id,
      doctorId: doctor.id,
      patientId: person.value,
      symptoms: request.symptoms,
      urgency: request.urgency,
      visitKind: request.visitKind,
      visitKindBy: 'patient',
      joinedAt: now,
      isShared: doctor.is_shared,
    });
    if (entry === undefined) return refuse('already_in_queue');
    const version = entry.queue_version + 1;
    const requested = { ...entry, queue_version: version };
    const [published] = await Promise.all([
      recordEntryEvent(tx, 'queue_requested', requested, now, {
        along: [queueUpdate(doctor.id, { version }), ...promiseOf(entry, 'asked', now)],
        drawn: entry.drawn_number,
      }),
      doctor.tell_by_mail
        ? notifyDoctor(tx, { doctorId: doctor.id, what: 'request', accountId: actor.userId }, now)
        : undefined,
    ]);
    return ok(answerOf(context, published));
  });
}
