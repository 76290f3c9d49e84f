import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { AnswerSummary } from './answer-summary.tsx';

/**
 * The part of a patient's card that summarises the answers to the questions before the visit in six
 * lines of text, for the staff who will see the patient [ASSESS-3].
 */
export function AnswerSummaryCard({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h3 id={titleId} className="font-semibold text-ink">
        {t.answers}
      </h3>
      <AnswerSummary visitId={visitId} />
    </section>
  );
}
