import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { ApiProblem } from '../../api/problems/problem.ts';
import { type Repeatable, TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { historyQuery } from '../../api/queries/queries.ts';
import { ownVisitQuery } from '../../api/queries/visit-query.ts';
import { FinishedVisit } from '../../features/patient-queue/finished/finished-visit.tsx';
import { dayOfNext, dayOfVisit } from '../../features/patient-queue/visits/visit-days.ts';
import { visitsOf } from '../../features/patient-queue/visits/visit-stops.ts';
import { VisitReports } from '../../features/reports/visit-reports.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';

/** One visit of a person of the account, by the id of any of its stops [PAT-11]. */
export function Page(): ReactNode {
  const { visitId = '' } = useParams();
  const { finishedVisit: t, journey } = useMessages('finishedVisit', 'journey');
  const query = useQuery(ownVisitQuery(visitId));
  const { data: past = [] } = useQuery(historyQuery());
  usePageTitle(journey.title);
  if (query.isPending) return <DetailSkeleton label={t.loading} />;
  const [stops] = visitsOf(query.data?.stops ?? []);
  if (query.data === undefined || stops === undefined) return <NoVisit query={query} />;
  const nextDay = dayOfNext(visitsOf(past), stops);
  return (
    <div className="mx-auto w-full max-w-2xl">
      <FinishedVisit
        stops={stops}
        isOver={query.data.endedAt !== null}
        reports={<VisitReports visit={{ ...dayOfVisit(stops), nextDay }} />}
      />
    </div>
  );
}

function NoVisit({ query }: { query: Repeatable & { error: unknown } }): ReactNode {
  const { finishedVisit: t } = useMessages('finishedVisit');
  const problemText = useProblemText();
  const { error: failure } = query;
  const back = <ButtonLink href="/patient/queue">{t.back}</ButtonLink>;
  const isGone =
    failure instanceof ApiProblem && (failure.status === 404 || failure.status === 400);
  if (isGone) {
    return (
      <EmptyState headingLevel={1} title={t.notFound} description={t.notFoundLead} action={back} />
    );
  }
  return (
    <ErrorState
      headingLevel={1}
      title={t.failed}
      description={problemText(failure, t.failed)}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <TryAgain query={query} />
          {back}
        </div>
      }
    />
  );
}
