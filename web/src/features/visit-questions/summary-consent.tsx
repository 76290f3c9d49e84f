import type { AssessmentForm } from '@baari/contract/visit/assessment.ts';
import { saveConsent } from '@baari/contract/patient/consent.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { assessmentQuery } from '../../api/queries/visit-answers-query.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';

/**
 * Asks for consent to an automatic summary of the answers. Both options look equal, and the choice
 * can be changed later [ASSESS-5, SEC-26].
 */
export function SummaryConsent({
  visitId,
  offer,
}: {
  visitId: string;
  offer: NonNullable<AssessmentForm['summary']>;
}): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const { language } = useLanguage();
  const client = useQueryClient();
  const id = useId();
  const { hospital, isGiven, isSaid } = offer;
  const save = useWrite(saveConsent, {
    onSuccess: (_, { body }) =>
      client.setQueryData(assessmentQuery(visitId, language).queryKey, (known) =>
        known === undefined
          ? undefined
          : {
              assessment: {
                ...known.assessment,
                summary: { hospital, isGiven: body.isGiven, isSaid: true },
              },
            },
      ),
  });
  const say = (wanted: boolean): void =>
    save.mutate({
      params: { id: hospital.id },
      body: { purpose: 'summaries', isGiven: wanted },
    });
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col items-start gap-3">
      <h2 id={id} className="text-lg font-semibold text-ink">
        {t.askSummary}
      </h2>
      <p className="wrap-anywhere text-ink">{t.askSummaryText(hospital.name)}</p>
      <p className="text-ink-soft">{t.askSummaryTell}</p>
      <p role="status" className="wrap-anywhere text-ink">
        {isSaid && (isGiven ? t.summaryGiven(hospital.name) : t.summaryWithdrawn)}
      </p>
      <div className="flex flex-wrap gap-2">
        {!(isSaid && isGiven) && (
          <Button size="large" busy={save.isPending} onClick={() => say(true)}>
            {isSaid ? t.summaryGive : t.summaryYes}
          </Button>
        )}
        {!(isSaid && !isGiven) && (
          <Button size="large" busy={save.isPending} onClick={() => say(false)}>
            {isSaid ? t.summaryTakeBack : t.summaryNo}
          </Button>
        )}
      </div>
      {save.isError && (
        <ProblemNotice title={t.summaryFailed} problem={save.error} fallback={t.summaryFailed} />
      )}
    </Card>
  );
}
