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
  /** undefined until it is known. */
  readonly state: DeviceState | undefined;
  readonly isBusy: boolean;
  /** Whether the browser could not be subscribed although it may show notifications. */
  readonly hasFailed: boolean;
  /** Asks the browser, in answer to a press; whether it takes messages now. */
  readonly turnOn: () => Promise<boolean>;
  readonly turnOff: () => Promise<void>;
}

/** This browser as a place to be told at. */
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
      // Asked first and at once: a browser only shows the question in answer to a press.
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
