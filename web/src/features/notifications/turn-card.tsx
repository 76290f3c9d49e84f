import { BellRing } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { useDevice } from './use-device.ts';
import { useNotificationSettings } from './use-settings.ts';

/** Offers to tell on this device, once and calmly: the browser's question only follows a press [PAT-11]. */
export function TurnCard(): ReactNode {
  const { notifications: t } = useMessages('notifications');
  const device = useDevice();
  const { settings, choose } = useNotificationSettings();
  const [isPutOff, putOff] = useState(false);
  if (settings === undefined || isPutOff) return null;
  const isOn = device.state === 'on' && settings.push;
  if (isOn || (device.state !== 'off' && device.state !== 'on')) return null;

  async function accept(): Promise<void> {
    if (!(await device.turnOn())) return;
    choose({ push: true });
    toast({ type: 'success', title: t.cardDone });
  }

  return (
    <Card as="section" aria-labelledby="turn-card-title">
      <div className="flex items-start gap-3">
        <BellRing aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-ink" />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <div>
            <h2 id="turn-card-title" className="text-base font-semibold text-ink">
              {t.cardTitle}
            </h2>
            <p className="text-[0.9375rem] text-ink-soft">
              {device.hasFailed ? t.cardFailed : t.cardText}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button busy={device.isBusy} onClick={() => void accept()}>
              {t.cardYes}
            </Button>
            <Button variant="quiet" onClick={() => putOff(true)}>
              {t.cardNo}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}
