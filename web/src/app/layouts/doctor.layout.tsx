import { CalendarClock, IdCard, Settings, Store, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { DoctorAlerts } from '../../features/doctor-work/doctor-alerts.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { StaffShell } from './staff-shell.tsx';

/** The layout of a doctor's pages, with the doctor's sidebar [DOC-1]. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const { queueDesk, doctorWork } = useMessages('queueDesk', 'doctorWork');
  const doctorId = useUser()?.doctorId ?? '';
  const own = `/doctor/view/${doctorId}`;
  return (
    <>
      <DoctorAlerts />
      <StaffShell
        heading={queueDesk.doctorArea}
        items={[
          { href: own, label: queueDesk.nav.myQueue, icon: UserRound },
          {
            href: '/staff/counter',
            label: queueDesk.nav.counters,
            icon: Store,
          },
          { href: '/doctor/profile', label: doctorWork.nav.profile, icon: IdCard },
          { href: `${own}?view=schedule`, label: doctorWork.nav.schedule, icon: CalendarClock },
          { href: `${own}?view=settings`, label: doctorWork.nav.settings, icon: Settings },
        ]}
      >
        {children}
      </StaffShell>
    </>
  );
}
