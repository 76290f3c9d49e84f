import type { DoctorStatus } from '@baari/contract/constants.ts';
import { CircleDot, CircleMinus, Coffee, Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { defaultZone } from '../i18n/format.ts';
import { useFormat, useMessages } from '../i18n/language.tsx';
import { Badge, type BadgeLook } from './badge.tsx';
import { useNow } from './hooks/use-now.ts';

/**
 * Shows whether patients can join a doctor's line now, or when the doctor returns from a break or
 * days off [DOC-1, DOC-2].
 */
export function DoctorStatusBadge({
  status,
  breakUntil = null,
  timeZone = defaultZone,
}: {
  status: DoctorStatus;
  breakUntil?: string | null;
  timeZone?: string;
}): ReactNode {
  const t = useMessages();
  const format = useFormat();
  const now = useNow();
  const { tone, icon } = doctorLooks[status];
  if (status === 'Offline' && breakUntil !== null) {
    return (
      <Badge tone={tone} icon={icon} className="whitespace-normal! tabular-nums">
        {t.ui.offlineUntil(format.coming(breakUntil, now, timeZone))}
      </Badge>
    );
  }
  if (status !== 'Available' && breakUntil !== null) {
    return (
      <Badge tone={tone} icon={Coffee} className="whitespace-normal! tabular-nums">
        {t.ui.onBreakUntil(format.timeOrDate(breakUntil, now, timeZone))}
      </Badge>
    );
  }
  return (
    <Badge tone={tone} icon={icon}>
      {t.ui.doctorStatuses[status]}
    </Badge>
  );
}

const doctorLooks: Record<DoctorStatus, BadgeLook> = {
  Available: { tone: 'success', icon: CircleDot },
  Busy: { tone: 'warning', icon: CircleMinus },
  Offline: { tone: 'neutral', icon: Moon },
};
