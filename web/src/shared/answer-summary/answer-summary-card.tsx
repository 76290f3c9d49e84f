import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { AnswerSummary } from './answer-summary.tsx';

/** The six lines in their own card, for the staff who will see the patient [ASSESS-3]. */
export function AnswerSummaryCard({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {t.answers}
      </h2>
      <AnswerSummary visitId={visitId} />
    </Card>
  );
}
