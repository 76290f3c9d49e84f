import { type ReactNode, useState } from 'react';
import { TurnOffer } from './turn-offer.tsx';
import { useDevice } from './use-device.ts';
import { useNotificationSettings } from './use-settings.ts';

/**
 * Offers notifications on this device once. The browser's permission dialog opens only after the
 * user presses the button [PAT-11].
 */
export function TurnCard(): ReactNode {
  const device = useDevice();
  const { settings, choose } = useNotificationSettings();
  const [isPutOff, putOff] = useState(false);
  if (settings === undefined || isPutOff) return null;
  const isOn = device.state === 'on' && settings.push;
  if (isOn || (device.state !== 'off' && device.state !== 'on')) return null;
  return (
    <TurnOffer
      device={device}
      onAccepted={() => choose({ push: true })}
      onPutOff={() => putOff(true)}
    />
  );
}
