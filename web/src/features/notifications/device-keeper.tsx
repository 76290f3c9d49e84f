import { addPushDevice } from '@baari/contract/patient/notification.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { call } from '../../api/client.ts';
import { notificationSettingsQuery } from '../../api/queries/notification-queries.ts';
import { addressOf, findSubscription, fits, subscribe } from '../../device/push-subscription.ts';

/**
 * Ties a browser that takes messages to the session that is open in it: the server forgets a device
 * with its session, and a browser may be given a new address at any time. For browsers that may show notifications.
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
    // A browser that never subscribed is not subscribed without asking.
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
