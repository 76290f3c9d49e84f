import { useQuery } from '@tanstack/react-query';
import { MonitorUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { doctorQuery } from '../api/queries.ts';
import { usePageTitle } from '../app/page-title.ts';
import { OwnStatus } from '../features/doctors/own-status.tsx';
import { DeskProvider } from '../features/queue-desk/desk.tsx';
import { OwnQueue } from '../features/queue-desk/own-queue.tsx';
import { titleWithCount, usePending } from '../features/queue-desk/use-queues.ts';
import { useMessages } from '../i18n/language.tsx';
import { useMedicalName } from '../i18n/use-medical-name.ts';
import { homeOf } from '../session/access.ts';
import { useUser } from '../session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The doctor's own page; another doctor's leads to the own one [ROUTE-24]. */
export function Page(): ReactNode {
  const { doctorId = '' } = useParams();
  const user = useUser();
  if (!user) return null;
  if (user.doctorId !== doctorId) return <Navigate to={homeOf(user)} replace />;
  return <MyQueue doctorId={doctorId} hospitalId={user.hospitalId ?? ''} />;
}

function MyQueue({ doctorId, hospitalId }: { doctorId: string; hospitalId: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const medicalName = useMedicalName();
  const { data: doctor } = useQuery(doctorQuery(doctorId));
  const { count } = usePending(hospitalId);
  usePageTitle(titleWithCount(queueDesk.myQueueTitle, count));
  return (
    <DeskProvider>
      <OwnQueue
        doctorId={doctorId}
        back={{ href: '/staff/dashboard', label: queueDesk.backToDashboard }}
        {...(doctor ? { description: `${doctor.name} · ${medicalName(doctor.specialty)}` } : {})}
      >
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          {doctor ? (
            <OwnStatus doctor={doctor} label={queueDesk.myStatus} />
          ) : (
            <Skeleton className="h-11 w-64 rounded-control md:h-10" />
          )}
          <ButtonLink icon={<MonitorUp aria-hidden="true" />} href={`/doctor/console/${doctorId}`}>
            {queueDesk.nav.console}
          </ButtonLink>
        </div>
      </OwnQueue>
    </DeskProvider>
  );
}
