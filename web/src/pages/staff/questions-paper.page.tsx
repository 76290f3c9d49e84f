import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { QuestionsOnPaper } from '../../features/visit-questions/questions-paper.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/**
 * The page that prints the questions before a visit, for a patient who answers on paper [ASSESS-4].
 */
export function Page(): ReactNode {
  const { visitId = '' } = useParams();
  const { questionsPaper: t } = useMessages('questionsPaper');
  usePageTitle(t.title);
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        title={t.title}
        description={t.lead}
        back={{ href: `/staff/visits/${visitId}/questions`, label: t.back }}
      />
      <QuestionsOnPaper visitId={visitId} />
    </div>
  );
}
