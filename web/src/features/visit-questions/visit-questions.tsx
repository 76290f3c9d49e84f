import { type AssessmentForm, answerAssessment } from '@baari/contract/visit/assessment.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openVisitsRoot } from '../../api/queries/open-visits-query.ts';
import { assessmentQuery } from '../../api/queries/visit-answers-query.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { QuestionSteps } from '../../shared/questionnaire/question-steps.tsx';
import { ListSkeleton, TallSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { SummaryConsent } from './summary-consent.tsx';

/**
 * The questions of one visit, one question on each screen. Each answer is saved at once [ASSESS-1,
 * ASSESS-2].
 */
export function VisitQuestions({ visitId, end }: { visitId: string; end: ReactNode }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const problemText = useProblemText();
  const { language } = useLanguage();
  const query = useQuery(assessmentQuery(visitId, language));
  if (query.isPending) {
    return (
      <TallSkeleton>
        <ListSkeleton label={t.loading} />
      </TallSkeleton>
    );
  }
  if (!query.data) {
    return (
      <ErrorState
        title={t.loadFailed}
        description={problemText(query.error, t.loadFailed)}
        action={<TryAgain query={query} />}
      />
    );
  }
  return <Answering form={query.data.assessment} visitId={visitId} end={end} />;
}

function Answering({
  form,
  visitId,
  end,
}: {
  form: AssessmentForm;
  visitId: string;
  end: ReactNode;
}): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const problemText = useProblemText();
  const client = useQueryClient();
  const { language } = useLanguage();
  const save = useWrite(answerAssessment, {
    onSuccess: (reply) => {
      client.setQueryData(assessmentQuery(visitId, language).queryKey, reply);
      void client.invalidateQueries({ queryKey: openVisitsRoot });
    },
  });
  return (
    <QuestionSteps
      form={form}
      onSave={(answers, onSaved) =>
        save.mutate(
          { params: { id: visitId }, query: { language }, body: { answers: [...answers] } },
          { onSuccess: ({ assessment }) => onSaved(assessment) },
        )
      }
      isSaving={save.isPending}
      problem={save.isError ? problemText(save.error, t.saveFailed) : undefined}
      done={t.done}
      end={end}
      after={form.summary && <SummaryConsent visitId={visitId} offer={form.summary} />}
    />
  );
}
