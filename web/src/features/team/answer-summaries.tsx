import { setSummaries, type SummaryReply } from '@baari/contract/visit/summary.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { summariesQuery } from '../../api/queries/summary-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/**
 * The setting for automatic summaries of patients' answers, and statistics about them [ASSESS-5].
 */
export function AnswerSummaries(): ReactNode {
  const { team: t } = useMessages('team');
  const problemText = useProblemText();
  const { data, error, isFetching, refetch } = useQuery(summariesQuery());
  if (data === undefined && error === null) return <DetailSkeleton label={t.summariesLoading} />;
  if (data === undefined) {
    return (
      <Notice tone="danger">
        <p>{problemText(error, t.summariesUnknown)}</p>
        <TryAgain query={{ isFetching, refetch }} part />
      </Notice>
    );
  }
  return <Setting {...data} />;
}

function Setting({ summaries, model, counts }: SummaryReply): ReactNode {
  const { team: t, common } = useMessages('team');
  const queries = useQueryClient();
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const change = useWrite(setSummaries, {
    onSuccess: (reply) => {
      queries.setQueryData(summariesQuery().queryKey, reply);
      toast({ type: 'success', title: t.summariesSaved });
    },
    // Another administrator may have changed the setting, so its current value is read again.
    onError: () => void queries.invalidateQueries(summariesQuery()),
  });
  const save = (isOn: boolean): void => change.mutate({ body: { isOn, seen: summaries } });
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-base font-semibold text-ink">
        {t.summariesTitle}
      </h2>
      <p className="text-sm text-ink-soft">{t.summariesLead}</p>
      {model === null ? (
        <p className="text-[0.9375rem] text-ink">{t.summariesNone}</p>
      ) : (
        <p className="text-[0.9375rem] wrap-anywhere text-ink">
          {t.summariesModel(model.name, model.host, model.aDay)}
        </p>
      )}
      {(model !== null || summaries.isOn) && (
        <>
          <p className="text-[0.9375rem] text-ink">
            {summaries.isOn ? t.summariesOn : t.summariesOff}
          </p>
          <div>
            <Button
              busy={change.isPending}
              onClick={() => (summaries.isOn ? save(false) : setAsking(true))}
            >
              {summaries.isOn ? t.summariesTurnOff : t.summariesTurnOn}
            </Button>
          </div>
        </>
      )}
      {counts.asked > 0 && (
        <p className="text-sm text-ink-soft">
          {t.summariesCounts(counts.asked, counts.shown, counts.refused, counts.unanswered)}
        </p>
      )}
      {change.isError && <ProblemNotice problem={change.error} fallback={t.summariesFailed} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.summariesAskTitle}
        description={t.summariesAsk(model?.host ?? '')}
        confirmLabel={t.summariesTurnOn}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          save(true);
        }}
      />
    </Card>
  );
}
