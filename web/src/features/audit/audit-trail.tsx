import { exportAudit } from '@baari/contract/account/audit.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AuditFilter, auditQuery } from '../../api/queries/administration-queries.ts';
import { downloadFile } from '../../api/files.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useFailureToast } from '../../api/problems/use-failure-toast.ts';
import { useOneAtATime } from '../../api/use-one-at-a-time.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { CheckTrail } from './check-trail.tsx';
import { groupReads } from './group-reads.ts';
import { TrailFilters } from './trail-filters.tsx';
import { TrailLine } from './trail-line.tsx';
import { useAuditAddress } from './use-audit-address.ts';

/** The audit trail: the record of changes, reads of patient data and sign-ins [API-26, SEC-13]. */
export function AuditTrail({
  emergencies,
}: {
  /** The list of emergency accesses to reports, shown above the audit trail. */
  emergencies: ReactNode;
}): ReactNode {
  const { audit: t } = useMessages('audit', 'administration');
  const problemText = useProblemText();
  const { filter, change } = useAuditAddress();
  const query = useInfiniteQuery(auditQuery(filter));
  const pages = query.data?.pages ?? [];
  const lines = groupReads(pages.flatMap((page) => page.entries));
  const [newest] = pages;
  return (
    <>
      <PageHeader title={t.title} description={t.lead} actions={<ExportButton filter={filter} />} />
      <div className="flex flex-col gap-5">
        {emergencies}
        <CheckTrail zone={newest?.timeZone ?? 'UTC'} />
        <TrailFilters
          filter={filter}
          change={change}
          people={newest?.people ?? []}
          actions={newest?.actions ?? []}
        />
        {content()}
      </div>
    </>
  );

  function content(): ReactNode {
    if (query.isPending) return <ListSkeleton label={t.loading} rows={8} />;
    if (query.isError && lines.length === 0) {
      return (
        <ErrorState
          title={t.failed}
          description={problemText(query.error, t.failed)}
          action={<TryAgain query={query} />}
        />
      );
    }
    if (lines.length === 0) {
      return (
        <EmptyState
          title={t.noneTitle}
          description={t.noneLead}
          action={<Button onClick={() => change(everything)}>{t.showAll}</Button>}
        />
      );
    }
    return (
      <>
        <Card padding="none" aria-busy={query.isPlaceholderData}>
          <ol className="divide-y divide-line">
            {lines.map((line) => (
              <TrailLine key={line.newest.id} line={line} zone={newest?.timeZone ?? 'UTC'} />
            ))}
          </ol>
        </Card>
        {query.hasNextPage && (
          <Button
            className="self-center"
            busy={query.isFetchingNextPage}
            busyLabel={t.loadingMore}
            onClick={() => void query.fetchNextPage()}
          >
            {t.more}
          </Button>
        )}
      </>
    );
  }
}

const everything = { show: 'everything', personId: '', action: '', from: '', to: '' };

function ExportButton({ filter }: { filter: AuditFilter }): ReactNode {
  const { administration: t } = useMessages('administration');
  const showFailure = useFailureToast();
  const save = useOneAtATime({
    mutationFn: () => {
      const given = Object.entries(filter).filter(([, value]) => value !== undefined);
      return downloadFile(exportAudit, '', Object.fromEntries(given));
    },
    onError: (failure) => showFailure(failure, t.exportFailed, t.exportFailed),
  });
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      busy={save.isPending}
      busyLabel={t.exporting}
      onClick={() => save.mutate()}
    >
      {t.exportCsv}
    </Button>
  );
}
