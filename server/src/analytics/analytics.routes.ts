/** Endpoint ↔ query, one line each. */
import * as analytics from '@baari/contract/analytics.ts';
import type { Route } from '../platform/route.ts';
import { exportAnalytics, getAnalytics } from './get-analytics.query.ts';
import { setKeptTimesPage } from './set-kept-times-page.use-case.ts';

export function mountAnalytics(route: Route): void {
  route(analytics.getAnalytics, ({ context, query }) => getAnalytics(context, query));
  route(analytics.exportAnalytics, ({ context, query }) => exportAnalytics(context, query));
  route(analytics.setKeptTimesPage, ({ context, body }) => setKeptTimesPage(context, body.isShown));
}
