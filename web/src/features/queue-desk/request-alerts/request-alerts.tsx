import { useQuery } from '@tanstack/react-query';
import { Bell, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { doctorSettingsQuery } from '../../../api/queries/doctor-work-queries.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useLiveEvent } from '../../../live/use-live.ts';
import { useUser } from '../../../session/session.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { announce, useAnnouncements } from '../actions/announcements.store.ts';
import { soundRequest, useRequestSound } from '../../../device/request-sound.ts';
import { isNotifiedOfRequest } from './notified-of-request.ts';

/**
 * Alerts staff to new requests with a desktop notification, if permitted, and for screen readers
 * [EV-10].
 */
export function RequestAlerts(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { sentence, step } = useAnnouncements();
  const user = useUser();
  const { data: settings } = useQuery({
    ...doctorSettingsQuery(),
    enabled: user?.role === 'doctor',
  });
  useLiveEvent((event) => {
    if (event.type !== 'queue_requested') return;
    if (!isNotifiedOfRequest(user, event.data.doctor.id, settings?.tellRequests)) return;
    const text = queueDesk.newRequestFor(event.data.doctor.name);
    announce(`${queueDesk.newRequest}. ${text}`);
    notify(queueDesk.newRequest, text, event.data.id);
    soundRequest();
  });
  return (
    <>
      <p role="status" className="sr-only">
        {sentence}
      </p>
      <p role="status" className="sr-only">
        {step}
      </p>
    </>
  );
}

/** The button that mutes or unmutes the sound for new requests on this device. */
export function SoundButton(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [on, setOn] = useRequestSound();
  return (
    <IconButton
      variant="secondary"
      className="md:pointer-fine:size-10"
      label={queueDesk.requestSound}
      aria-pressed={on}
      icon={on ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
      onClick={() => setOn(!on)}
    />
  );
}

/**
 * The button that asks the browser for permission to show notifications. It disappears once the
 * user has decided.
 */
export function NotifyButton(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [permission, setPermission] = useState(currentPermission);
  if (permission !== 'default') return null;

  async function ask(): Promise<void> {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'granted') toast({ type: 'success', title: queueDesk.notifyOn });
    if (answer === 'denied') toast({ type: 'info', title: queueDesk.notifyDenied });
  }
  return (
    <Button className="max-md:hidden" icon={<Bell aria-hidden="true" />} onClick={() => void ask()}>
      {queueDesk.notifyMe}
    </Button>
  );
}

/**
 * Shows a desktop notification. It names only the doctor, because people in the waiting room may
 * see the screen.
 */
function notify(title: string, body: string, tag: string): void {
  if (currentPermission() !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag, icon: '/icon-192.png' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
  } catch (failure) {
    // Creating the notification fails in Chrome on Android, which shows notifications only from a
    // service worker.
    console.warn('The notification could not be shown', failure);
  }
}

function currentPermission(): NotificationPermission | 'missing' {
  return 'Notification' in window ? Notification.permission : 'missing';
}
