import { listCalendarFeeds } from '@baari/contract/visit/calendar-feed.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export const calendarFeedsKey = ['calendar-feeds'] as const;

/** The account's calendar feeds, without their addresses. */
export function calendarFeedsQuery() {
  return queryOptions({
    queryKey: calendarFeedsKey,
    queryFn: ({ signal }) => call(listCalendarFeeds, { signal }),
    staleTime: 30_000,
  });
}
