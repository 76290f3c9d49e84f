import { type ReactNode, Suspense, useState } from 'react';
import { useDevice } from './use-device.ts';
import { useNotificationSettings } from './use-settings.ts';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';

/** Lazily loaded, because most patients do not see the offer of notifications. */
const TurnOffer = fetchedPart(async () => (await import('./turn-offer.tsx')).TurnOffer);

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
    <Suspense fallback={null}>
      <TurnOffer
        device={device}
        onAccepted={() => choose({ push: true })}
        onPutOff={() => putOff(true)}
      />
    </Suspense>
  );
}
