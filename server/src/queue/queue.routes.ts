/** Endpoint ↔ use case, one line each [API-1…15, API-22]. */
import * as queue from '@baari/contract/queue.ts';
import type { Route } from '../platform/route.ts';
import { approveRequest } from './approve-request.use-case.ts';
import { checkInEntry, undoCheckIn } from './check-in-entry.use-case.ts';
import { comeBack } from './come-back.use-case.ts';
import { completeConsultation } from './complete-consultation.use-case.ts';
import {
  getDayCounts,
  getDoctorQueue,
  listPatientVisits,
  listPending,
  listWaiting,
} from './desk.query.ts';
import { getEntry, getPatientQueue } from './get-entry.query.ts';
import { holdEntry } from './hold-entry.use-case.ts';
import { judgeUrgency } from './judge-urgency.use-case.ts';
import { leaveQueue } from './leave-queue.use-case.ts';
import { markNoShow } from './mark-no-show.use-case.ts';
import { getMoveEffect, moveEntry, moveEntryDown, moveEntryUp } from './move-entry.use-case.ts';
import { noteEntry } from './note-entry.use-case.ts';
import { getCurrentEntry, listHistory, listOpenEntries } from './own-entries.query.ts';
import { rejectRequest } from './reject-request.use-case.ts';
import { removeEntry } from './remove-entry.use-case.ts';
import { requestPlace } from './request-place.use-case.ts';
import { startConsultation } from './start-consultation.use-case.ts';

const byStatus = {
  in_progress: startConsultation,
  completed: completeConsultation,
  no_show: markNoShow,
};

export function mountQueue(route: Route): void {
  route(queue.getCurrentEntry, ({ context }) => getCurrentEntry(context));
  route(queue.listOpenEntries, ({ context }) => listOpenEntries(context));
  route(queue.listHistory, ({ context, query }) => listHistory(context, query.patientId));
  route(queue.getPatientQueue, ({ context, params }) => getPatientQueue(context, params.id));
  route(queue.getEntry, ({ context, params }) => getEntry(context, params.id));
  route(queue.requestPlace, ({ context, body }) => requestPlace(context, body));
  route(queue.leaveQueue, ({ context, params }) => leaveQueue(context, params.id));

  route(queue.listPending, ({ context, params, query }) =>
    listPending(context, params.id, query.after),
  );
  route(queue.listWaiting, ({ context, params, query }) =>
    listWaiting(context, params.id, query.after),
  );
  route(queue.listPatientVisits, ({ context, params }) => listPatientVisits(context, params.id));
  route(queue.getDayCounts, ({ context, params }) => getDayCounts(context, params.id));
  route(queue.getDoctorQueue, ({ context, params, query }) =>
    getDoctorQueue(context, params.id, query.includeCompleted ?? false),
  );
  route(queue.approveRequest, ({ context, params, query, body }) =>
    approveRequest(context, params.id, body.notes, query.seen),
  );
  route(queue.rejectRequest, ({ context, params, query, body }) =>
    rejectRequest(context, params.id, body.reason, query.seen),
  );
  route(queue.startConsultation, ({ context, params, query }) =>
    startConsultation(context, params.id, undefined, query.seen),
  );
  route(queue.completeConsultation, ({ context, params, query, body }) =>
    completeConsultation(context, params.id, body.notes, query.seen),
  );
  route(queue.updateEntry, ({ context, params, query, body }) =>
    byStatus[body.status](context, params.id, body.notes, query.seen),
  );
  route(queue.removeEntry, ({ context, params, query }) =>
    removeEntry(context, params.id, query.seen),
  );
  route(queue.moveEntryUp, ({ context, params }) => moveEntryUp(context, params.id));
  route(queue.moveEntryDown, ({ context, params }) => moveEntryDown(context, params.id));
  route(queue.getMoveEffect, ({ context, params, query }) =>
    getMoveEffect(context, params.id, query.position),
  );
  route(queue.moveEntry, ({ context, params, query, body }) =>
    moveEntry(context, params.id, body, query.seen),
  );
  route(queue.holdEntry, ({ context, params, query }) => holdEntry(context, params.id, query.seen));
  route(queue.comeBack, ({ context, params, query }) => comeBack(context, params.id, query.seen));
  route(queue.checkInEntry, ({ context, params }) => checkInEntry(context, params.id));
  route(queue.undoCheckIn, ({ context, params }) => undoCheckIn(context, params.id));
  route(queue.judgeUrgency, ({ context, params, query, body }) =>
    judgeUrgency(context, params.id, body, query.seen),
  );
  route(queue.noteEntry, ({ context, params, query, body }) =>
    noteEntry(context, params.id, body.notes, query.seen),
  );
}
