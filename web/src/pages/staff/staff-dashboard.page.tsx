import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { CalendarDays, ListOrdered, MonitorUp, Stethoscope, UserRound } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { HospitalDay } from '../../features/appointments/hospital-day.tsx';
import { useDayAddress } from '../../features/appointments/use-day-address.ts';
import { RoomButton } from '../../features/doctors/room-button.tsx';
import { StaffGlance } from '../../features/queue-desk/staff-glance.tsx';
import { titleWithCount, usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { DoctorMonths } from '../../features/timetable/doctor-months.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';

const HospitalReports = lazy(async () => {
  const module = await import('../../features/reports/hospital-reports.tsx');
  return { default: module.HospitalReports };
});

/** Today's overview and the appointments, for all staff [ROUTE-23, APPT-1]. */
export function Page(): ReactNode {
  const [search] = useSearchParams();
  switch (search.get('view')) {
    case 'appointments':
      return <AppointmentsView />;
    case 'reports':
      return <ReportsPage />;
    default:
      return <GlanceView />;
  }
}

function AppointmentsView(): ReactNode {
  const { appointments } = useMessages('appointments');
  const count = usePendingCount(useUser()?.hospitalId ?? '');
  usePageTitle(titleWithCount(appointments.dayTitle, count));
  return (
    <HospitalDay {...useDayAddress()}>
      <DoctorMonths dayHref={(date) => `/staff/dashboard?view=appointments&date=${date}`} />
    </HospitalDay>
  );
}

function ReportsPage(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const count = usePendingCount(useUser()?.hospitalId ?? '');
  usePageTitle(titleWithCount(queueDesk.nav.reports, count));
  return <HospitalReports />;
}

function GlanceView(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const user = useUser();
  const hospitalId = user?.hospitalId ?? '';
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(queueDesk.dashboardTitle, count));
  if (!user) return null;
  return (
    <StaffGlance
      hospitalId={hospitalId}
      queueHref={(doctorId) => `/staff/queue/${hospitalId}?doctor=${doctorId}&tab=queue`}
      Room={RoomButton}
      links={<Links user={user} />}
    />
  );
}

function Links({ user }: { user: SignedInUser }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <>
      <ButtonLink
        variant="primary"
        icon={<ListOrdered aria-hidden="true" />}
        href={`/staff/queue/${user.hospitalId}`}
      >
        {queueDesk.nav.queue}
      </ButtonLink>
      <ButtonLink
        icon={<CalendarDays aria-hidden="true" />}
        href="/staff/dashboard?view=appointments"
      >
        {queueDesk.nav.appointments}
      </ButtonLink>
      {user.role === 'hospital_admin' && (
        <ButtonLink icon={<Stethoscope aria-hidden="true" />} href="/hospital/dashboard">
          {queueDesk.nav.doctors}
        </ButtonLink>
      )}
      {user.doctorId !== null && (
        <>
          <ButtonLink
            icon={<UserRound aria-hidden="true" />}
            href={`/doctor/view/${user.doctorId}`}
          >
            {queueDesk.nav.myQueue}
          </ButtonLink>
          <ButtonLink
            icon={<MonitorUp aria-hidden="true" />}
            href={`/doctor/console/${user.doctorId}`}
          >
            {queueDesk.nav.console}
          </ButtonLink>
        </>
      )}
    </>
  );
}
