/** Queries about reminders: their times, and the appointment that a reminder's link opens [REM-1, REM-2]. */
import { getOwnReminders, getReminders, readBookingLink } from '@baari/contract/visit/reminders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const minute = 60_000;

/** When the hospital reminds its patients. */
export function remindersQuery() {
  return queryOptions({
    queryKey: ['reminders', 'hospital'],
    queryFn: ({ signal }) => call(getReminders, { signal }),
    staleTime: minute,
  });
}

/** The patient's own choice of reminders. */
export function ownRemindersQuery() {
  return queryOptions({
    queryKey: ['reminders', 'own'],
    queryFn: ({ signal }) => call(getOwnReminders, { signal }),
    staleTime: minute,
  });
}

/**
 * The appointment that a link opens. The link's secret is sent in the request body, so that no log
 * contains it.
 */
export function bookingLinkQuery(secret: string) {
  return queryOptions({
    queryKey: ['reminders', 'link', secret],
    queryFn: ({ signal }) => call(readBookingLink, { body: { secret }, signal }),
    enabled: secret !== '',
    staleTime: minute,
    refetchOnWindowFocus: true,
  });
}
