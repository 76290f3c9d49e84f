/**
 * Maps endpoints to use cases [API-1…15, API-22]. The routes of the actions on an entry are made
 * from the contract's list of actions.
 */

import { actionOfStatus } from '@baari/contract/queue/queue-actions.ts';
import * as queue from '@baari/contract/queue/queue.ts';
import type { Route } from '../platform/http/route.ts';
import { changeEntry } from './change-entry.ts';
import { completeByKey } from './visits/complete-by-key.use-case.ts';
import { answerFrom } from './entry-event.ts';
import { getDelays } from './order/delays.query.ts';
import {
  getDayCounts,
  getDoctorQueue,
  listInside,
  listPatientVisits,
  listPending,
  listVisitsOfDay,
  listWaiting,
} from './reads/desk.query.ts';
import { getEntry, getPatientQueue } from './reads/get-entry.query.ts';
import { holdEntry } from './hold.use-case.ts';
import { getMoveEffect } from './order/move-effect.query.ts';
import { getCurrentEntry, listHistory, listOpenEntries } from './reads/own-entries.query.ts';
import { requestPlace } from './request-place.use-case.ts';
import { transferEntry, transferLine } from './transfer/transfer.use-case.ts';

/**
 * Each change of an entry is one transaction. A repeated request gets the entry from the event that
 * was recorded for the first request.
 */
const within = { answerFrom };

export function mountQueue(route: Route): void {
  route(queue.getCurrentEntry, ({ context }) => getCurrentEntry(context));
  route(queue.listOpenEntries, ({ context }) => listOpenEntries(context));
  route(queue.listHistory, ({ context, query }) => listHistory(context, query.patientId));
  route(queue.getPatientQueue, ({ context, params }) => getPatientQueue(context, params.id));
  route(queue.getEntry, ({ context, params }) => getEntry(context, params.id));
  route(queue.requestPlace, ({ context, body }) => requestPlace(context, body), within);

  route(queue.listPending, ({ context, params, query }) =>
    listPending(context, params.id, query.after),
  );
  route(queue.listWaiting, ({ context, params, query }) =>
    listWaiting(context, params.id, query.after),
  );
  route(queue.listInside, ({ context, params, query }) =>
    listInside(context, params.id, query.after),
  );
  route(queue.listVisitsOfDay, ({ context, params, body }) =>
    listVisitsOfDay(context, params.id, body),
  );
  route(queue.listPatientVisits, ({ context, params }) => listPatientVisits(context, params.id));
  route(queue.getDayCounts, ({ context, params }) => getDayCounts(context, params.id));
  route(queue.getDoctorQueue, ({ context, params, query }) =>
    getDoctorQueue(context, params.id, query.includeCompleted ?? false),
  );
  route(queue.getMoveEffect, ({ context, params, query }) =>
    getMoveEffect(context, params.id, query.position),
  );
  route(queue.getDelays, ({ context, params }) => getDelays(context, params.id));
  for (const name of queue.calledNames) {
    if (name !== 'transfer' && name !== 'hold' && name !== 'complete') mountAction(route, name);
  }
  route(
    queue.completeConsultation,
    ({ context, params, query, body: payload }) => {
      const { actor } = context;
      const wish = { payload, seen: query.seen };
      return actor.role === 'key'
        ? completeByKey({ ...context, actor }, params.id, wish)
        : changeEntry({ ...context, actor }, 'complete', params.id, wish);
    },
    within,
  );
  // The entry may have to return to the line that called the patient, so two lines are locked.
  route(
    queue.holdEntry,
    ({ context, params, query }) => holdEntry(context, params.id, query.seen),
    within,
  );
  // A transfer involves two lines, each with its own lock.
  route(queue.transferEntry, ({ context, params, query, body }) =>
    transferEntry(context, params.id, { ...body, seen: query.seen }),
  );
  route(queue.transferLine, ({ context, params, body }) => transferLine(context, params.id, body));
  route(
    queue.updateEntry,
    ({ context, params, query, body: { status, ...payload } }) => {
      const { actor } = context;
      const wish = { payload, seen: query.seen };
      return actor.role === 'key' && status === 'completed'
        ? completeByKey({ ...context, actor }, params.id, wish)
        : changeEntry(context, actionOfStatus[status], params.id, wish);
    },
    within,
  );
}

function mountAction(
  route: Route,
  name: Exclude<queue.CalledName, 'transfer' | 'hold' | 'complete'>,
): void {
  const endpoint: queue.ActionCall = queue.callsOfActions[name];
  route(
    endpoint,
    ({ context, params, query, body }) =>
      // The body was parsed by this action's schema.
      changeEntry(context, name, params.id, { payload: body ?? {}, seen: query.seen }),
    within,
  );
}
