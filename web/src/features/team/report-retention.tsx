import { recordsKeptYears as limits, setRetention } from '@baari/contract/patient/erasure.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { retentionQuery } from '../../api/queries/erasure-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.ts';

const offered = [limits.least, 2, limits.usual, 5, 7, 10, 15, 20, limits.most];

/** How long reports are kept, and whether older ones are deleted automatically [SEC-14]. */
export function ReportRetention(): ReactNode {
  const { team: t, common } = useMessages('team');
  const problemText = useProblemText();
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(retentionQuery());
  const [isAsking, setAsking] = useState(false);
  const change = useWrite(setRetention, {
    onSuccess: (reply) => {
      queries.setQueryData(retentionQuery().queryKey, reply);
      toast({ type: 'success', title: t.retentionSaved });
    },
    // Another administrator may have changed the setting, so its current value is read again.
    onError: () => void queries.invalidateQueries(retentionQuery()),
  });
  if (data === undefined && error === null) return <DetailSkeleton label={t.retentionLoading} />;
  if (data === undefined) {
    return (
      <Notice tone="danger">
        <p>{problemText(error, t.retentionUnknown)}</p>
        <TryAgain query={{ isFetching, refetch }} part />
      </Notice>
    );
  }
  const { retention, oldReports } = data;
  const { recordsKeptYears, removesOldReports } = change.isPending
    ? change.variables.body
    : retention;
  const years = [...new Set([...offered, recordsKeptYears])].toSorted((a, b) => a - b);
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <Select
          label={t.retentionTitle}
          hint={t.retentionHint}
          value={String(recordsKeptYears)}
          disabled={change.isPending}
          options={years.map((count) => ({ value: String(count), label: t.retentionYears(count) }))}
          onChange={({ target }) =>
            change.mutate({
              // Keeping reports for fewer years may delete more of them at once. So a change turns
              // automatic deletion off, and the administrator must turn it on again.
              body: {
                recordsKeptYears: Number(target.value),
                removesOldReports: false,
                seen: retention,
              },
            })
          }
        />
        <p className="text-[0.9375rem] text-ink">
          {removesOldReports ? t.retentionRemoves : t.retentionKeeps} {t.retentionOld(oldReports)}
        </p>
        <div>
          <Button
            busy={change.isPending}
            onClick={() =>
              removesOldReports
                ? change.mutate({
                    body: { recordsKeptYears, removesOldReports: false, seen: retention },
                  })
                : setAsking(true)
            }
          >
            {removesOldReports ? t.retentionTurnOff : t.retentionTurnOn}
          </Button>
        </div>
        {change.isError && <ProblemNotice problem={change.error} fallback={t.retentionFailed} />}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.retentionAskTitle}
        description={t.retentionAsk(recordsKeptYears, oldReports)}
        confirmLabel={t.retentionTurnOn}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          change.mutate({ body: { recordsKeptYears, removesOldReports: true, seen: retention } });
        }}
      />
    </Card>
  );
}
