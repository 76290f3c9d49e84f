import {
  type NotificationSettings,
  saveNotificationSettings,
} from '@baari/contract/patient/notification.ts';
import type { Profile } from '@baari/contract/patient/profile.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notificationSettingsQuery } from '../../api/queries/notification-queries.ts';
import { profileQuery } from '../../api/queries/queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useLanguage } from '../../i18n/language.tsx';

export type Choice = Pick<NotificationSettings, 'email' | 'sms' | 'push' | 'travelMinutes'>;

/** How the patient is told; a change shows at once and goes back when it could not be saved. */
export function useNotificationSettings() {
  const query = useQuery(notificationSettingsQuery());
  const client = useQueryClient();
  const { language } = useLanguage();
  const { queryKey } = notificationSettingsQuery();

  function show(settings: NotificationSettings): void {
    client.setQueryData(queryKey, settings);
    const { email, sms, push } = settings;
    // The profile sends all of it when it is saved: it must not bring the old choice back.
    client.setQueryData(profileQuery().queryKey, (profile: Profile | undefined) =>
      profile === undefined
        ? undefined
        : {
            ...profile,
            preferences: { ...profile.preferences, notifications: { email, sms, push } },
          },
    );
  }

  const write = useWrite(saveNotificationSettings, {
    // One after the other: each says what it saw, which is what the one before it came to.
    scope: { id: 'notification settings' },
    onSuccess: ({ settings }) => show(settings),
    onError: () => void client.invalidateQueries({ queryKey }),
  });

  /** Saves a part; the rest stays as it is. Does nothing before the settings are there. */
  function choose(change: Partial<Choice>): void {
    const settings = client.getQueryData(queryKey);
    if (settings === undefined) return;
    const { email, sms, push, travelMinutes } = settings;
    const seen = { email, sms, push, travelMinutes };
    show({ ...settings, ...change });
    write.mutate({ body: { ...seen, language, ...change, seen } });
  }

  return { query, settings: query.data, choose, failure: write.error };
}
