import { useQuery } from '@tanstack/react-query';
import { MonitorUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Redirect, useParams, useSearchParams } from 'wouter';
import { doctorQuery } from '../../api/queries/queries.ts';
import { DoctorAgenda } from '../../features/appointments/doctor-agenda.tsx';
import { OutsideHours } from '../../features/appointments/outside-hours.tsx';
import { BreakControls } from '../../features/doctor-work/break-controls.tsx';
import { WorkingHours } from '../../features/doctor-work/schedule.tsx';
import { OwnSettings } from '../../features/doctor-work/settings.tsx';
import { OwnStatus } from '../../features/doctors/own-status.tsx';
import { RoomButton } from '../../features/doctors/room-button.tsx';
import { DeskProvider } from '../../features/queue-desk/desk.tsx';
import { titleWithCount, usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { OwnQueue } from '../../features/queue-desk/own-queue.tsx';
import { MonthCard } from '../../features/timetable/month-card.tsx';
import { Timetable } from '../../features/timetable/timetable.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { homeOf } from '../../session/access.ts';
import { useUser } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/**
 * The doctor's own page. If the URL names another doctor, it redirects to the signed-in doctor's
 * own page [ROUTE-24].
 */
export function Page(): ReactNode {
  const { doctorId = '' } = useParams();
  const [search] = useSearchParams();
  const user = useUser();
  if (!user) return null;
  if (user.doctorId !== doctorId) return <Redirect to={homeOf(user)} replace />;
  switch (search.get('view')) {
    case 'schedule':
      return <SchedulePage doctorId={doctorId} />;
    case 'settings':
      return <SettingsPage />;
    default:
      return <MyQueue doctorId={doctorId} hospitalId={user.hospitalId ?? ''} />;
  }
}

/** The page with the doctor's weekly hours, days off and today's appointments [DOC-1]. */
function SchedulePage({ doctorId }: { doctorId: string }): ReactNode {
  const { doctorWork } = useMessages('doctorWork');
  usePageTitle(doctorWork.scheduleTitle);
  return (
    <>
      <PageHeader title={doctorWork.scheduleTitle} description={doctorWork.scheduleLead} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-6">
          <OutsideHours doctorId={doctorId} />
          <WorkingHours doctorId={doctorId} />
        </div>
        <DoctorAgenda doctorId={doctorId} />
      </div>
      <div className="mt-6 flex flex-col gap-6">
        <Timetable doctorId={doctorId} />
        <MonthCard
          doctorId={doctorId}
          dayHref={(date) => `/staff/dashboard?view=appointments&date=${date}`}
        />
      </div>
    </>
  );
}

function SettingsPage(): ReactNode {
  const { doctorWork } = useMessages('doctorWork');
  usePageTitle(doctorWork.settingsTitle);
  return <OwnSettings />;
}

function MyQueue({ doctorId, hospitalId }: { doctorId: string; hospitalId: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const specialtyOf = useSpecialty();
  const { data: doctor, isPending } = useQuery(doctorQuery(doctorId));
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(queueDesk.myQueueTitle, count));
  return (
    <DeskProvider>
      <OwnQueue
        doctorId={doctorId}
        back={{ href: '/staff/dashboard', label: queueDesk.backToDashboard }}
        {...(doctor
          ? { description: `${doctor.name} · ${specialtyOf(doctor)}` }
          : // The line keeps its height until the name is known.
            isPending && { description: '\u00a0' })}
      >
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          {doctor && <OwnStatus doctor={doctor} label={queueDesk.myStatus} />}
          {isPending && <Skeleton className="h-13 w-64 rounded-control md:h-10" />}
          <div className="flex flex-wrap gap-2">
            {doctor && <RoomButton doctor={doctor} />}
            <ButtonLink
              icon={<MonitorUp aria-hidden="true" />}
              href={`/doctor/console/${doctorId}`}
            >
              {queueDesk.nav.console}
            </ButtonLink>
          </div>
        </div>
        <div className="mb-5 flex flex-wrap gap-3">
          {doctor && <BreakControls doctor={doctor} />}
          {isPending && <Skeleton className="h-11 w-40 rounded-control md:h-10" />}
        </div>
      </OwnQueue>
    </DeskProvider>
  );
}
