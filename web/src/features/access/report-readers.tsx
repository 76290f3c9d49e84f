import {
  type ReportReaders as Readers,
  setReportReaders,
} from '@baari/contract/visit/report-access.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { reportReadersQuery } from '../../api/queries/access-queries.ts';
import { reportRoot } from '../../api/queries/report-queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.ts';

const roles = ['doctors', 'receptionists', 'administrators'] as const satisfies (keyof Readers)[];

/** The setting of which staff roles may read every medical report of the hospital [SEC-25]. */
export function ReportReaders(): ReactNode {
  const { access: t, common } = useMessages('access');
  const titleId = useId();
  const problemText = useProblemText();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(reportReadersQuery());
  const change = useWrite(setReportReaders, {
    onSuccess: async (reply) => {
      client.setQueryData(reportReadersQuery().queryKey, reply);
      toast({ type: 'success', title: t.readersSaved });
      await client.invalidateQueries({ queryKey: reportRoot });
    },
    // Another administrator may have changed the roles, so the stored roles are fetched again.
    onError: () => void client.invalidateQueries(reportReadersQuery()),
  });
  if (data === undefined && error === null) return <DetailSkeleton label={t.readersLoading} />;
  if (data === undefined) {
    return (
      <Notice tone="danger">
        <p>{problemText(error, t.readersUnknown)}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {common.tryAgain}
        </Button>
      </Notice>
    );
  }
  const shown = change.isPending ? change.variables.body : data.readers;
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="font-semibold text-ink">
        {t.readersTitle}
      </h2>
      <p className="text-sm text-ink-soft">{t.readersLead}</p>
      {roles.map((role) => (
        <Switch
          key={role}
          label={t.readers[role]}
          checked={shown[role]}
          disabled={change.isPending}
          onChange={({ target }) =>
            change.mutate({
              body: { ...shown, [role]: target.checked, seen: data.readers },
            })
          }
        />
      ))}
      {change.isError && <ProblemNotice problem={change.error} fallback={t.readersFailed} />}
    </Card>
  );
}
