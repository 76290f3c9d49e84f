import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { MyAppointments } from '../../features/appointments/my-appointments.tsx';
import { useAppointments } from '../../features/appointments/use-appointments.ts';
import { TurnCard } from '../../features/notifications/turn-card.tsx';
import { MyQueue } from '../../features/patient-queue/my-queue.tsx';
import { MyQueueHeader } from '../../features/patient-queue/my-queue-header.tsx';
import { OpenEntryNotice } from '../../features/patient-queue/join/open-entry-notice.tsx';
import { useMyEntries } from '../../features/patient-queue/use-my-entries.ts';
import { useQueueTitle } from '../../features/patient-queue/place/use-queue-title.ts';
import { useMessages } from '../../i18n/language.tsx';

/** The entries and the history; of one hospital if the path names it [ROUTE-14, ROUTE-17]. */
export function Page(): ReactNode {
  const { hospitalId } = useParams();
  return <QueueView hospitalId={hospitalId} />;
}

export function QueueView({ hospitalId }: { hospitalId?: string | undefined }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const mine = useMyEntries(hospitalId);
  const booked = useAppointments();
  usePageTitle(useQueueTitle(mine.entries));
  return (
    <>
      <MyQueueHeader
        mine={mine}
        {...(hospitalId === undefined
          ? {}
          : { back: { href: `/patient/hospital/${hospitalId}`, label: t.backToHospital } })}
      />
      {hospitalId !== undefined && (
        <div className="mb-4 empty:hidden">
          <OpenEntryNotice awayFrom={hospitalId} />
        </div>
      )}
      <MyQueue
        mine={mine}
        hospitalId={hospitalId}
        appointments={<MyAppointments hospitalId={hospitalId} />}
        alerts={<TurnCard />}
        arrives={
          booked.data?.upcoming.some(
            ({ canCheckIn, hospital }) =>
              canCheckIn && (hospitalId === undefined || hospital.id === hospitalId),
          ) === true
        }
      />
    </>
  );
}
