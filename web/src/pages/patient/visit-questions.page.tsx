import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { insightsQuery } from '../../api/queries/assessment-queries.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { VisitQuestions } from '../../features/visit-questions/visit-questions.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { AnswerSummaryCard } from '../../shared/answer-summary/answer-summary-card.tsx';
import { useUser } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { WithTokens } from '../../ui/text/with-tokens.tsx';

/**
 * The page with the questions before a visit. A patient answers them, or staff enter answers from
 * paper [LAND-3, ASSESS-1, ASSESS-4].
 */
export function Page(): ReactNode {
  const { visitId = '' } = useParams();
  return useUser()?.role === 'patient' ? (
    <OwnQuestions visitId={visitId} />
  ) : (
    <FromPaper visitId={visitId} />
  );
}

function OwnQuestions({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  usePageTitle(t.title);
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader title={t.title} back={{ href: '/patient/queue', label: t.back }} />
      <VisitQuestions
        visitId={visitId}
        end={
          <ButtonLink variant="primary" href="/patient/queue">
            {t.back}
          </ButtonLink>
        }
      />
    </div>
  );
}

function FromPaper({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  // Uses the same query as the card that this page shows.
  const { language } = useLanguage();
  const { data } = useQuery(insightsQuery(visitId, language));
  usePageTitle(t.staffTitle);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <PageHeader
        title={t.staffTitle}
        description={
          <WithTokens>
            {[data?.patientName, data?.token, t.fillIn].filter(Boolean).join(' · ')}
          </WithTokens>
        }
        actions={
          <ButtonLink href={`/staff/visits/${visitId}/paper`} icon={<Printer aria-hidden="true" />}>
            {t.print}
          </ButtonLink>
        }
      />
      <VisitQuestions visitId={visitId} end={null} />
      <AnswerSummaryCard visitId={visitId} />
    </div>
  );
}
