/** Maps each endpoint to its use case [PROF-1, SEC-14]. */
import * as erasure from '@baari/contract/patient/erasure.ts';
import type { Route } from '../platform/http/route.ts';
import { getErasure } from './erasure.query.ts';
import { getRetention, setRetention } from './hospital-retention.use-case.ts';
import { type Operator, requestErasure, withdrawErasure } from './request-erasure.use-case.ts';

export function mountErasure(route: Route, operator: Operator): void {
  route(erasure.getErasure, ({ context }) => getErasure(context));
  route(erasure.requestErasure, ({ context, body }) => requestErasure(context, operator, body));
  route(erasure.withdrawErasure, ({ context }) => withdrawErasure(context));
  route(erasure.getRetention, ({ context }) => getRetention(context));
  route(erasure.setRetention, ({ context, body }) => setRetention(context, body));
}
