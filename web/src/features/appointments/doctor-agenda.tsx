import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { hospitalAppointmentsQuery } from '../../api/queries/appointment-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { BookForPatient } from './desk/book-for-patient.tsx';
import { AppointmentLine, DayPicker } from './hospital-day.tsx';

/** One doctor's appointments on one day [DOC-1]. */
export function DoctorAgenda({ doctorId }: { doctorId: string }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const problemText = useProblemText();
  const titleId = useId();
  const [date, setDate] = useState('');
  const query = useQuery(hospitalAppointmentsQuery(date, doctorId));
  const shown = date === '' ? (query.data?.date ?? '') : date;
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {t.dayTitle}
      </h2>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <DayPicker day={shown} onDay={setDate} />
        <BookForPatient doctorId={doctorId} />
      </div>
      {content()}
    </Card>
  );

  function content(): ReactNode {
    if (query.isPending) return <ListSkeleton label={t.dayLoading} />;
    if (!query.data) {
      return (
        <ErrorState
          headingLevel={3}
          title={t.dayFailed}
          description={problemText(query.error, t.dayFailed)}
          action={<TryAgain query={query} />}
        />
      );
    }
    const { appointments } = query.data;
    if (appointments.length === 0) return <p className="text-ink-soft">{t.noneTitle}</p>;
    return (
      <ul className="-mx-4 divide-y divide-line">
        {appointments.map((appointment) => (
          <AppointmentLine key={appointment.id} appointment={appointment} />
        ))}
      </ul>
    );
  }
}
