import { BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import type { Device } from './use-device.ts';

/** The card that offers notifications, with its two buttons. */
export function TurnOffer({
  device,
  onAccepted,
  onPutOff,
}: {
  device: Device;
  onAccepted: () => void;
  onPutOff: () => void;
}): ReactNode {
  const { patientQueue } = useMessages('patientQueue');
  const t = patientQueue.turnOffer;

  async function accept(): Promise<void> {
    if (!(await device.turnOn())) return;
    onAccepted();
    toast({ type: 'success', title: t.done });
  }

  return (
    <Card as="section" aria-labelledby="turn-card-title" className="print:hidden">
      <div className="flex items-start gap-3">
        <BellRing aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-ink" />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <div>
            <h2 id="turn-card-title" className="text-base font-semibold text-ink">
              {t.title}
            </h2>
            <p className="text-[0.9375rem] text-ink-soft">{device.hasFailed ? t.failed : t.text}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button busy={device.isBusy} onClick={() => void accept()}>
              {t.yes}
            </Button>
            <Button variant="quiet" onClick={onPutOff}>
              {t.no}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}
