import { type ReactNode, Suspense } from 'react';
import { useParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { MyAppointments } from '../../features/appointments/my-appointments.tsx';
import { useAppointments } from '../../features/appointments/use-appointments.ts';
import { TurnCard } from '../../features/notifications/turn-card.tsx';
import { MyQueue } from '../../features/patient-queue/my-queue.tsx';
import { MyQueueHeader } from '../../features/patient-queue/my-queue-header.tsx';
import { useMyEntries } from '../../features/patient-queue/use-my-entries.ts';
import { useQueueTitle } from '../../features/patient-queue/place/use-queue-title.ts';
import { useMessages } from '../../i18n/language.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';

/** Lazily loaded, because only the page of one hospital shows places elsewhere. */
const OpenEntryNotice = fetchedPart(
  async () =>
    (await import('../../features/patient-queue/join/open-entry-notice.tsx')).OpenEntryNotice,
);

/**
 * The patient's places in line and past visits. If the URL path names a hospital, only those at
 * that hospital are shown [ROUTE-14, ROUTE-17].
 */
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
          <Suspense fallback={null}>
            <OpenEntryNotice awayFrom={hospitalId} />
          </Suspense>
        </div>
      )}
      <MyQueue
        mine={mine}
        hospitalId={hospitalId}
        appointments={<MyAppointments hospitalId={hospitalId} hasPlace={mine.entries.length > 0} />}
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
