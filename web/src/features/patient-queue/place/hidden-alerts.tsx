import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useEffect, useRef } from 'react';
import { readDeviceState } from '../../../device/push-subscription.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { hiddenNews, type Seen } from './hidden-news.ts';
import { adviceFor } from './my-place.ts';
import { useTravelMinutes } from './use-travel-minutes.ts';

/**
 * Notifies the user while the page is open but hidden, where the browser allows notifications. With
 * web push the server notifies instead, so that nobody is notified twice.
 */
export function HiddenAlerts({ entries }: { entries: readonly PatientEntry[] }): null {
  const { patientQueue: t } = useMessages('patientQueue');
  const format = useFormat();
  const [travelMinutes] = useTravelMinutes();
  const now = useNow();
  const before = useRef(new Map<string, Seen>());
  useEffect(() => {
    for (const entry of entries ?? []) {
      const advice = adviceFor(entry, { now, travelMinutes }).kind;
      const after = { entry, advice };
      const news = hiddenNews(before.current.get(entry.id), after);
      before.current.set(entry.id, after);
      if (news !== undefined && document.hidden) {
        const title = news === 'missed' ? t.announceMissed : t.alert[news];
        void notify(title, format.beside([entry.doctor.name, entry.hospital.name]), entry.id);
      }
    }
  }, [entries, now, travelMinutes, t, format]);
  return null;
}

async function notify(title: string, body: string, tag: string): Promise<void> {
  if ((await readDeviceState()) === 'on') return;
  const look = { body, tag, icon: '/icon-192.png', data: { opens: '/patient/queue' } };
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) await registration.showNotification(title, look);
  else new Notification(title, look).addEventListener('click', () => window.focus());
}
