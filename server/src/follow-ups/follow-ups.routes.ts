/** Maps endpoints to use cases [CONS-2, PAT-11]. */
import * as followUps from '@baari/contract/visit/follow-up.ts';
import type { Route } from '../platform/http/route.ts';
import { setFollowUp, takeBackFollowUp } from './change-follow-up.use-case.ts';
import { getFollowUp, getFollowUpCalendar, listOwnFollowUps } from './follow-ups.query.ts';

export function mountFollowUps(route: Route, publicUrl: string): void {
  route(followUps.getFollowUp, ({ context, params }) => getFollowUp(context, params.id));
  route(followUps.setFollowUp, ({ context, params, query, body }) =>
    setFollowUp(context, params.id, body, query.seen),
  );
  route(followUps.takeBackFollowUp, ({ context, params, query }) =>
    takeBackFollowUp(context, params.id, query.seen),
  );
  route(followUps.listOwnFollowUps, ({ context }) => listOwnFollowUps(context));
  route(followUps.getFollowUpCalendar, ({ context, params }) =>
    getFollowUpCalendar(context, params.id, publicUrl),
  );
}
