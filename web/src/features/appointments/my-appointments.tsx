import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useAppointments } from './use-appointments.ts';

/** Lazily loaded, because most waiting patients have no appointment. */
const BookedVisits = lazy(async () => ({
  default: (await import('./booked-visits.tsx')).BookedVisits,
}));

/** Upcoming appointments, with past ones collapsed; nothing without any [APPT-1]. */
export function MyAppointments({ hospitalId }: { hospitalId?: string | undefined }): ReactNode {
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
  if (upcoming.length + past.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <BookedVisits upcoming={upcoming} past={past} />
    </Suspense>
  );
}
