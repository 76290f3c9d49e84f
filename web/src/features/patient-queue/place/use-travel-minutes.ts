import { defaultTravelMinutes } from '@baari/contract/constants.ts';
import { saveNotificationSettings } from '@baari/contract/patient/notification.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notificationSettingsQuery } from '../../../api/queries/notification-queries.ts';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';

/**
 * The travel time to the hospital in minutes, from the patient's profile, and a function to change
 * it. The advice when to leave depends on the travel time.
 */
export function useTravelMinutes(): [number, (minutes: number) => void] {
  const { patientQueue: t } = useMessages('patientQueue');
  const client = useQueryClient();
  const { language } = useLanguage();
  const { queryKey } = notificationSettingsQuery();
  const { data: settings } = useQuery(notificationSettingsQuery());
  const { mutate } = useSubmit(saveNotificationSettings, {
    failed: t.travelFailed,
    // Saves run one after another, because each save sends the settings that the previous save
    // returned.
    scope: { id: 'notification settings' },
    onSuccess: (answer) => client.setQueryData(queryKey, answer.settings),
    onError: () => void client.invalidateQueries({ queryKey }),
  });
  return [
    settings?.travelMinutes ?? defaultTravelMinutes,
    (travelMinutes) => {
      if (settings === undefined) return;
      const { email, sms, push } = settings;
      client.setQueryData(queryKey, { ...settings, travelMinutes });
      const seen = { email, sms, push, travelMinutes: settings.travelMinutes };
      mutate({ body: { ...seen, travelMinutes, language, seen } });
    },
  ];
}
