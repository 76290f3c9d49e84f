import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { OutsideHours } from '../../features/appointments/outside-hours.tsx';
import { MonthCard } from '../../features/timetable/month-card.tsx';
import { Timetable } from '../../features/timetable/timetable.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

const linesHref = '/hospital/dashboard?view=lines';

/** The administrator's page for the timetable of a shared line [APPT-1, LINE-6]. */
export function LineHours({ lineId }: { lineId: string }): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const problemText = useProblemText();
  const query = useQuery(linesQuery());
  const line = query.data?.find(({ id }) => id === lineId);
  usePageTitle(line ? t.linePageTitle(line.name) : t.title);
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
  const back = { href: linesHref, label: t.backToLines };
  if (!line) {
    return (
      <>
        <PageHeader title={t.title} back={back} />
        <EmptyState title={t.noSuchLine} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t.linePageTitle(line.name)}
        description={line.asksFromHome ? t.linePageLead : t.linePageLeadAtDesk}
        back={back}
      />
      <div className="flex flex-col gap-6">
        <OutsideHours doctorId={lineId} />
        <Timetable doctorId={lineId} isLine />
        <MonthCard
          doctorId={lineId}
          dayHref={(date) => `/hospital/dashboard?view=appointments&date=${date}`}
        />
      </div>
    </>
  );
}
