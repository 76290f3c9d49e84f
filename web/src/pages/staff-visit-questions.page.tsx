import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { usePageTitle } from '../app/page-title.ts';
import { VisitQuestions } from '../features/visit-questions/visit-questions.tsx';
import { useMessages } from '../i18n/language.tsx';
import { InsightsCard } from '../insights/insights-card.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** Staff type in what a patient answered on paper, or said [ASSESS-4]. */
export function Page(): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { visitId = '' } = useParams();
  usePageTitle(t.staffTitle);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <PageHeader title={t.staffTitle} description={t.fillIn} />
      <VisitQuestions visitId={visitId} end={null} />
      <InsightsCard visitId={visitId} />
    </div>
  );
}
