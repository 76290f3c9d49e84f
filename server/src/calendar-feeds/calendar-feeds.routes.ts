/** Maps the endpoints of calendar feeds to their use cases [API-32]. */
import * as feeds from '@baari/contract/visit/calendar-feed.ts';
import type { Route } from '../platform/http/route.ts';
import { endCalendarFeed } from './end-calendar-feed.use-case.ts';
import { listCalendarFeeds } from './list-calendar-feeds.query.ts';
import { type FeedAddress, makeCalendarFeed } from './make-calendar-feed.use-case.ts';
import { setCalendarNames } from './set-calendar-names.use-case.ts';

export function mountCalendarFeeds(route: Route, address: FeedAddress): void {
  route(feeds.listCalendarFeeds, ({ context }) => listCalendarFeeds(context));
  route(feeds.makeCalendarFeed, ({ context, body }) =>
    makeCalendarFeed(context, body.content, address),
  );
  route(feeds.setCalendarNames, ({ context, body }) => setCalendarNames(context, body));
  route(feeds.endCalendarFeed, ({ context, query }) => endCalendarFeed(context, query.content));
}
