import { addPushDevice } from '@baari/contract/patient/notification.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { notificationSettingsQuery } from '../../api/queries/notification-queries.ts';
import {
  type DeviceState,
  giveUpSubscription,
  readDeviceState,
  subscribe,
} from '../../device/push-subscription.ts';

export interface Device {
  /** Whether this browser gets push notifications. Undefined until loaded. */
  readonly state: DeviceState | undefined;
  readonly isBusy: boolean;
  /** Whether subscribing to push notifications failed although notifications are allowed. */
  readonly hasFailed: boolean;
  /**
   * Asks for permission to notify; must be called in a click handler. Resolves with whether this
   * browser is now subscribed.
   */
  readonly turnOn: () => Promise<boolean>;
  readonly turnOff: () => Promise<void>;
}

/** The push notifications of this browser. */
export function useDevice(): Device {
  const client = useQueryClient();
  const [state, setState] = useState<DeviceState>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let isGone = false;
    readDeviceState().then(
      (known) => !isGone && setState(known),
      () => !isGone && setState('unsupported'),
    );
    return () => {
      isGone = true;
    };
  }, []);

  async function look(): Promise<void> {
    setState(await readDeviceState());
  }

  async function turnOn(): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFailed(false);
    try {
      // Called first, because a browser shows the permission dialog only directly after a click or
      // key press.
      if ((await Notification.requestPermission()) !== 'granted') return false;
      const settings = await client.fetchQuery(notificationSettingsQuery());
      await call(addPushDevice, { body: await subscribe(settings.pushKey) });
      await client.invalidateQueries({ queryKey: notificationSettingsQuery().queryKey });
      return true;
    } catch (failure) {
      console.warn('This browser could not be subscribed', failure);
      setFailed(true);
      return false;
    } finally {
      await look();
      setBusy(false);
    }
  }

  async function turnOff(): Promise<void> {
    setBusy(true);
    await giveUpSubscription();
    await look();
    setBusy(false);
  }

  return { state, isBusy, hasFailed, turnOn, turnOff };
}
