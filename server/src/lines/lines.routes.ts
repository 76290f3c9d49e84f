/** Maps the endpoints on shared lines to use cases [LINE-1…4]. */
import * as counter from '@baari/contract/lines/counter.ts';
import * as journey from '@baari/contract/lines/journey.ts';
import { getLineLimits, setLineLimits } from '@baari/contract/lines/line-limits.ts';
import * as shared from '@baari/contract/lines/shared-line.ts';
import type { Route } from '../platform/http/route.ts';
import { getCounter } from './points/counter.query.ts';
import { listHomeLines } from './home-lines.query.ts';
import { getJourney, getOwnVisit, listNextStops } from './visits/journey.query.ts';
import {
  addLines,
  addPoint,
  editLine,
  removeLine,
  removePoint,
  renamePoint,
  setLineOpen,
  setPointStaff,
} from './layout/lay-out.use-case.ts';
import * as limits from './limits/line-limits.use-case.ts';
import { listLines } from './lines.query.ts';
import { planStops, sendOn, undoSendOn } from './visits/send-on.use-case.ts';
import { callAgain, callNext, finishAtPoint, setPointState } from './serve.use-case.ts';

export function mountLines(route: Route): void {
  route(shared.listLines, ({ context, query }) => listLines(context, query));
  route(shared.listHomeLines, ({ context, params }) => listHomeLines(context, params.id));
  route(shared.addLines, ({ context, body }) => addLines(context, body));
  route(shared.editLine, ({ context, params, body }) => editLine(context, params.id, body));
  route(shared.setLineOpen, ({ context, params, body }) =>
    setLineOpen(context, params.id, body.isOpen),
  );
  route(getLineLimits, ({ context, params }) => limits.getLineLimits(context, params.id));
  route(setLineLimits, ({ context, params, body }) =>
    limits.setLineLimits(context, params.id, body),
  );
  route(shared.removeLine, ({ context, params }) => removeLine(context, params.id));
  route(shared.addPoint, ({ context, params, body }) => addPoint(context, params.id, body));
  route(shared.renamePoint, ({ context, params, body }) => renamePoint(context, params.id, body));
  route(shared.setPointStaff, ({ context, params, body }) =>
    setPointStaff(context, params.id, body),
  );
  route(shared.removePoint, ({ context, params }) => removePoint(context, params.id));

  route(counter.getCounter, ({ context, params }) => getCounter(context, params.id));
  route(counter.setPointState, ({ context, params, body }) =>
    setPointState(context, params.id, body.state),
  );
  route(counter.callNext, ({ context, params }) => callNext(context, params.id));
  route(counter.callAgain, ({ context, params }) => callAgain(context, params.id));
  route(counter.finishAtPoint, ({ context, params, body }) =>
    finishAtPoint(context, params.id, body),
  );

  route(journey.getJourney, ({ context, params }) => getJourney(context, params.id));
  route(journey.getOwnVisit, ({ context, params }) => getOwnVisit(context, params.id));
  route(journey.listNextStops, ({ context, params, query }) =>
    listNextStops(context, params.id, query.after),
  );
  route(journey.sendOn, ({ context, params, query, body }) =>
    sendOn(context, params.id, { ...body, seen: query.seen }),
  );
  route(journey.undoSendOn, ({ context, params, query }) =>
    undoSendOn(context, params.id, query.seen),
  );
  route(journey.planStops, ({ context, params, body }) => planStops(context, params.id, body));
}
