/** The patient's notification settings [PROF-1]. */
import { getNotificationSettings } from '@baari/contract/patient/notification.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { takeAnswerSent } from '../sent-with-page.ts';

const minute = 60_000;

export function notificationSettingsQuery() {
  return queryOptions({
    queryKey: ['notifications', 'settings'],
    queryFn: async ({ signal }) => {
      const { settings } = await call(getNotificationSettings, { signal });
      return settings;
    },
    initialData: () => takeAnswerSent(getNotificationSettings)?.settings,
    staleTime: minute,
  });
}
