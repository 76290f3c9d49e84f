/** Maps endpoints to use cases [ENT-3, ENT-4]. */
import * as rating from '@baari/contract/doctor/rating.ts';
import type { Route } from '../platform/http/route.ts';
import { rateVisit } from './rate-visit.use-case.ts';
import { listOwnRatings, listReceivedRatings } from './ratings.query.ts';

export function mountRatings(route: Route): void {
  route(rating.rateVisit, ({ context, params, body }) => rateVisit(context, params.id, body));
  route(rating.listOwnRatings, ({ context }) => listOwnRatings(context));
  route(rating.listReceivedRatings, ({ context, query }) => listReceivedRatings(context, query));
}
