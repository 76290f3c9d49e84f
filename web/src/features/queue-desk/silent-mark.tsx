import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { silentMinutes } from '@baari/contract/queue/announced-wait.ts';
import { BellOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';

/**
 * A badge that says that a doctor has called nobody in for unusually long while patients wait
 * [DESK-4, INV-16].
 */
export function SilentMark({ line }: Pick<Colleague, 'line'>): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const now = useNow();
  if (line?.state !== 'silent' || line.at === null) return null;
  return (
    <Badge tone="warning" icon={BellOff} className="whitespace-normal! tabular-nums">
      {queueDesk.silentFor(format.duration(silentMinutes(line.at, now)))}
    </Badge>
  );
}
