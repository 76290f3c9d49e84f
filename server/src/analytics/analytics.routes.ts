/** Maps endpoints to queries. */
import * as analytics from '@baari/contract/hospital/analytics.ts';
import { beforeFigures, beforeTables } from '../platform/threads/long-tables.ts';
import { forLongReads } from '../platform/context.ts';
import type { Route } from '../platform/http/route.ts';
import { exportAnalytics, getAnalytics } from './get-analytics.query.ts';
import { setKeptTimesPage } from './kept-times/set-kept-times-page.use-case.ts';

export function mountAnalytics(route: Route): void {
  const lookedAt = beforeFigures();
  const written = beforeTables();
  route(analytics.getAnalytics, ({ context, query }) =>
    lookedAt(() => getAnalytics(forLongReads(context), query), context.actor.userId),
  );
  route(analytics.exportAnalytics, ({ context, query }) =>
    written(() => exportAnalytics(forLongReads(context), query), context.actor.userId),
  );
  route(analytics.setKeptTimesPage, ({ context, body }) => setKeptTimesPage(context, body.isShown));
}
