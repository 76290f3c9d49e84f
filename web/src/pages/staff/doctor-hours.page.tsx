import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { OutsideHours } from '../../features/appointments/outside-hours.tsx';
import { WorkingHours } from '../../features/doctor-work/schedule.tsx';
import { MonthCard } from '../../features/timetable/month-card.tsx';
import { Timetable } from '../../features/timetable/timetable.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

const doctorsHref = '/hospital/dashboard';

/**
 * The administrator's page for one doctor's timetable, hours and days off [APPT-1, DOC-1, ADM-2].
 */
export function DoctorHours({ doctorId }: { doctorId: string }): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const problemText = useProblemText();
  const query = useQuery(colleaguesQuery());
  const doctor = query.data?.find(({ id }) => id === doctorId);
  usePageTitle(doctor ? t.pageTitle(doctor.name) : t.nav);
  if (query.isPending) return <ListSkeleton label={t.loading} />;
  if (!query.data) {
    return (
      <ErrorState
        headingLevel={1}
        title={t.failed}
        description={problemText(query.error, t.failed)}
        action={<TryAgain query={query} />}
      />
    );
  }
  const back = { href: doctorsHref, label: t.backToDoctors };
  if (!doctor) {
    return (
      <>
        <PageHeader title={t.nav} back={back} />
        <EmptyState title={t.noSuchDoctor} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t.pageTitle(doctor.name)} description={t.pageLead} back={back} />
      <div className="flex flex-col gap-6">
        <OutsideHours doctorId={doctorId} />
        <Timetable doctorId={doctorId} />
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <WorkingHours doctorId={doctorId} />
          <MonthCard
            doctorId={doctorId}
            dayHref={(date) => `/hospital/dashboard?view=appointments&date=${date}`}
          />
        </div>
      </div>
    </>
  );
}
