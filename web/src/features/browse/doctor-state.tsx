import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { Ban, DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOutsideHours } from '../../shared/hospital/use-opening.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DoctorStatusBadge } from '../../ui/doctor-status-badge.tsx';

/**
 * A doctor's status for patients. If the hospital is closed, an Available doctor is shown as closed
 * [PAT-6].
 */
export function DoctorState({ doctor }: { doctor: Doctor }): ReactNode {
  const { browse: t } = useMessages('browse');
  const { status, breakUntil, timeZone } = doctor;
  const outsideHours = useOutsideHours(doctor.opening, timeZone);
  if (status === 'Available' && outsideHours !== undefined) {
    return <Badge icon={DoorClosed}>{t.closedNow}</Badge>;
  }
  if (status === 'Available' && doctor.requests.state !== 'open') {
    return (
      <Badge tone="warning" icon={Ban}>
        {t.requestsFull[doctor.requests.state]}
      </Badge>
    );
  }
  return <DoctorStatusBadge status={status} breakUntil={breakUntil} timeZone={timeZone} />;
}
