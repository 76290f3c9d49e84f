import type { Urgency, VisitKind } from '@baari/contract/constants.ts';
import { notifyDoctor } from '../doctors/leaving/notify-doctor.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { mayAsk } from '../limits/limits.rules.ts';
import { findLimits } from '../limits/limits.store.ts';
import { choosePerson } from '../people/choose-person.ts';
import type { PatientActor } from '../platform/actor.ts';
import type { PatientContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { takesRequestsAt } from '../timetables/timetable.rules.ts';
import { queueUpdate } from './doctor-queue.store.ts';
import { answerOf, type EntryAnswer, recordEntryEvent } from './entry-event.ts';
import { promiseOf } from './promises/keep-promise.ts';
import { mayRequest } from './queue.rules.ts';
import { findLineForRequest, insertRequest, type LineForRequest } from './queue.store.ts';

export interface PlaceRequest {
  readonly doctorId: string;
  readonly symptoms?: string | undefined;
  readonly urgency: Urgency;
  readonly visitKind?: VisitKind | undefined;
  /** The id of the patient; the account holder's id if it is missing. */
  readonly patientId?: string | undefined;
}

/**
 * Requests a place in a doctor's line, or in a shared line that accepts requests from home. Of two
 * concurrent requests, one succeeds [QST-1, API-1, INV-2, LINE-6]. Refuses once a limit of the line
 * is reached. A shared line also refuses outside the hours in which it sees people without a booked
 * time.
 */
export async function requestPlace(
  context: PatientContext,
  request: PlaceRequest,
): Promise<Result<EntryAnswer<PatientActor>>> {
  const { actor } = context;
  return context.db.transaction(async (tx) => {
    // The queries are pipelined on one connection and run in this order.
    const [, doctor, person] = await Promise.all([
      lockLine(tx, request.doctorId),
      findLineForRequest(tx, request.doctorId, request.patientId ?? actor.userId),
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
    if (!takesRequestsAt(doctor.sessions ?? [], doctor.time_zone, now))
      return refuse('line_closed');
    const hasRoom = await hasRoomFor(tx, doctor, now);
    if (!hasRoom.ok) return hasRoom;
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
        action: 'request',
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

/**
 * Refuses if a limit of the line is reached. Most lines have no limits, and their entries are not
 * counted.
 */
async function hasRoomFor(tx: Queryable, line: LineForRequest, now: Date): Promise<Result<void>> {
  const limits = [line.requests_a_day, line.last_request_at, line.waiting_at_once];
  if (!line.limits_sessions && limits.every((limit) => limit === null)) return ok(undefined);
  const facts = await findLimits(tx, line.id, now);
  return facts === undefined ? ok(undefined) : mayAsk(facts, now);
}
