/** Maps endpoints to use cases [APPT-1, DOC-1]. */
import * as rebooking from '@baari/contract/visit/rebooking.ts';
import type { Route } from '../platform/http/route.ts';
import { rebook } from './rebook.use-case.ts';
import { countRebooking, planRebooking } from './rebooking.query.ts';

export function mountRebooking(route: Route, publicUrl: string): void {
  route(rebooking.countRebooking, ({ context }) => countRebooking(context));
  route(rebooking.planRebooking, ({ context, body }) => planRebooking(context, body));
  route(rebooking.rebook, ({ context, body }) => rebook(context, body, publicUrl));
}
