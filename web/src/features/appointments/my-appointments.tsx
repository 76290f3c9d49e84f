import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useAppointments } from './use-appointments.ts';

/** Lazily loaded, because most patients who wait in a line have no appointment. */
const BookedVisits = lazy(async () => ({
  default: (await import('./booked-visits.tsx')).BookedVisits,
}));

/** Lazily loaded, because few patients ask for a free time without a booking. */
const MyEarlier = lazy(async () => ({
  default: (await import('../../shared/earlier/my-earlier.tsx')).MyEarlier,
}));

/**
 * The upcoming appointments, with past ones in a collapsed section. Renders nothing for a patient
 * without appointments [APPT-1].
 */
export function MyAppointments({
  hospitalId,
  hasPlace,
}: {
  hospitalId?: string | undefined;
  /**
   * Whether the patient has a place in line. Without a place, offers of an earlier time are shown
   * outside this component.
   */
  hasPlace: boolean;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const problemText = useProblemText();
  const query = useAppointments();
  if (query.isPending) return null;
  if (!query.data) {
    return (
      <Notice tone="warning" title={t.bookedFailed} action={<TryAgain query={query} part />}>
        {problemText(query.error, t.bookedFailed)}
      </Notice>
    );
  }
  const isShown = ({ hospital }: Appointment) =>
    hospitalId === undefined || hospital.id === hospitalId;
  const upcoming = query.data.upcoming.filter(isShown);
  const past = query.data.past.filter(isShown);
  if (upcoming.length + past.length === 0) {
    if (!hasPlace || query.data.requestsWithoutBooking === 0) return null;
    return (
      <Suspense fallback={null}>
        <MyEarlier hospitalId={hospitalId} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={null}>
      <BookedVisits hospitalId={hospitalId} upcoming={upcoming} past={past} />
    </Suspense>
  );
}
