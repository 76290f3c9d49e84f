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

export type Choice = Pick<
  NotificationSettings,
  'email' | 'sms' | 'push' | 'whatsapp' | 'travelMinutes'
>;

/**
 * The patient's notification settings. Changes are shown at once and undone if saving fails
 * (optimistic update).
 */
export function useNotificationSettings() {
  const query = useQuery(notificationSettingsQuery());
  const client = useQueryClient();
  const { language } = useLanguage();
  const { queryKey } = notificationSettingsQuery();

  function show(settings: NotificationSettings): void {
    client.setQueryData(queryKey, settings);
    const { email, sms, push } = settings;
    // The profile form saves all settings, so the cached profile must contain the new notification
    // settings.
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
    // Saves run one after another, because each save sends the settings that the previous save
    // returned.
    scope: { id: 'notification settings' },
    onSuccess: ({ settings }) => show(settings),
    onError: () => void client.invalidateQueries({ queryKey }),
  });

  /** Saves a part of the settings. Does nothing before the settings have loaded. */
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
