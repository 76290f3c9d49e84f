/** Endpoint ↔ use case, one line each [SEC-14]. */
import * as erasure from '@baari/contract/erasure.ts';
import type { Route } from '../platform/route.ts';
import { getRetention, setRetention } from './hospital-retention.use-case.ts';

export function mountRetention(route: Route): void {
  route(erasure.getRetention, ({ context }) => getRetention(context));
  route(erasure.setRetention, ({ context, body }) => setRetention(context, body));
}
