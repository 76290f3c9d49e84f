import type { AppointmentStatus } from '@baari/contract/constants.ts';
import type { Appointment } from '@baari/contract/visit/appointment.ts';
import {
  Ban,
  CalendarClock,
  Check,
  type LucideIcon,
  PhoneMissed,
  UserCheck,
  UserX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';

/** The status of an appointment as icon and word, so that users need not see colours. */
export function AppointmentBadge({ status }: { status: AppointmentStatus }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const { tone, icon } = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t.status[status]}
    </Badge>
  );
}

/** Whether a patient who was asked by a reminder has confirmed an open appointment [REM-2]. */
export function ConfirmationBadge({ appointment }: { appointment: Appointment }): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const { status, confirmation } = appointment;
  if (status !== 'booked' || confirmation === 'not_asked') return null;
  return confirmation === 'confirmed' ? (
    <Badge tone="success" icon={Check}>
      {t.confirmed}
    </Badge>
  ) : (
    <Badge tone="warning" icon={PhoneMissed}>
      {t.notConfirmed}
    </Badge>
  );
}

const looks: Record<AppointmentStatus, { readonly tone: Tone; readonly icon: LucideIcon }> = {
  booked: { tone: 'info', icon: CalendarClock },
  checked_in: { tone: 'success', icon: UserCheck },
  cancelled: { tone: 'neutral', icon: Ban },
  missed: { tone: 'neutral', icon: UserX },
};
