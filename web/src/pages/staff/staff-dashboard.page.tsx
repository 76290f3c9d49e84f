import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { CalendarDays, ListOrdered, MonitorUp, Stethoscope, UserRound } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { HospitalDay } from '../../features/appointments/hospital-day.tsx';
import { useDayAddress } from '../../features/appointments/use-day-address.ts';
import { RoomButton } from '../../features/doctors/room-button.tsx';
import { PracticeCard } from '../../features/practice/practice-card.tsx';
import { titleWithCount, usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { StaffGlance } from '../../features/queue-desk/staff-glance.tsx';
import { DoctorMonths } from '../../features/timetable/doctor-months.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useUser } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

/** Lazily loaded, so that code for staff stays out of the files that patients load. */
const DeskEarlier = fetchedPart(
  async () => (await import('../../features/earlier/desk-earlier.tsx')).DeskEarlier,
);

const HospitalReports = lazy(async () => {
  const module = await import('../../features/reports/hospital-reports.tsx');
  return { default: module.HospitalReports };
});

/** The home page of staff with today's overview and the appointments [ROUTE-23, APPT-1]. */
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
  const hospitalId = useUser()?.hospitalId ?? '';
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(appointments.dayTitle, count));
  return (
    <HospitalDay
      {...useDayAddress()}
      earlier={
        <Suspense fallback={<Skeleton className="h-12" />}>
          <DeskEarlier
            lineHref={(doctorId) => `/staff/queue/${hospitalId}?doctor=${doctorId}&tab=queue`}
          />
        </Suspense>
      }
    >
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
    <>
      <StaffGlance
        hospitalId={hospitalId}
        queueHref={(doctorId) => `/staff/queue/${hospitalId}?doctor=${doctorId}&tab=queue`}
        Room={RoomButton}
        links={<Links user={user} />}
      />
      <PracticeCard />
    </>
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
