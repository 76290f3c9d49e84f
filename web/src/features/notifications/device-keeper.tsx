import { addPushDevice } from '@baari/contract/patient/notification.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { call } from '../../api/client.ts';
import { notificationSettingsQuery } from '../../api/queries/notification-queries.ts';
import { addressOf, findSubscription, fits, subscribe } from '../../device/push-subscription.ts';

/**
 * Keeps this browser's push subscription registered with the current session. The server forgets a
 * device when its session ends, and a browser may get a new push address at any time. Used only if
 * the browser may show notifications.
 */
export function DeviceKeeper(): ReactNode {
  const { data } = useQuery(notificationSettingsQuery());
  const wantsPush = data?.push === true;
  const pushKey = data?.pushKey;
  useEffect(() => {
    if (!wantsPush || pushKey === undefined) return undefined;
    const renew = () => void tie(pushKey);
    renew();
    const { serviceWorker } = navigator;
    if (!('serviceWorker' in navigator)) return undefined;
    const hear = ({ data: said }: MessageEvent) => {
      if (said === 'subscription-changed') renew();
    };
    serviceWorker.addEventListener('message', hear);
    return () => serviceWorker.removeEventListener('message', hear);
  }, [wantsPush, pushKey]);
  return null;
}

async function tie(pushKey: string): Promise<void> {
  try {
    const known = await findSubscription();
    // If this browser has no push subscription, it is subscribed only when the user asks for it.
    if (known === null) return;
    const body = fits(known, pushKey) ? addressOf(known) : await subscribe(pushKey);
    await call(addPushDevice, { body });
  } catch (failure) {
    console.warn(
      'This browser could not be tied to the session; the next page tries again',
      failure,
    );
  }
}
