import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { usePageTitle } from '../app/page-title.ts';
import { VisitQuestions } from '../features/visit-questions/visit-questions.tsx';
import { useMessages } from '../i18n/language.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** What a patient is asked before a visit [LAND-3, ASSESS-1]. */
export function Page(): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { visitId = '' } = useParams();
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
