import { Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Repeatable, TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import type { LiveStatus } from '../../live/live-connection.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RefreshButton } from '../../ui/feedback/refresh-button.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';

/** The console's header with 'Refresh' [CONS-1]. */
export function ConsoleHeader({
  description,
  live,
  refreshing,
  onRefresh,
  onHelp,
}: {
  description: ReactNode;
  live: LiveStatus;
  refreshing: boolean;
  onRefresh: () => void;
  onHelp: () => void;
}): ReactNode {
  const { doctorConsole, queueDesk } = useMessages('doctorConsole', 'queueDesk');
  return (
    <PageHeader
      title={doctorConsole.title}
      description={description}
      badge={<LiveBadge state={live.state} asOf={live.lastByteAt} />}
      actions={
        <>
          <KeysButton label={queueDesk.shortcuts} onHelp={onHelp} />
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        </>
      }
    />
  );
}

/** Opens the list of keyboard shortcuts; hidden on touch devices. */
function KeysButton({ label, onHelp }: { label: string; onHelp: () => void }): ReactNode {
  return (
    <span className="hidden md:pointer-fine:inline">
      <IconButton
        variant="secondary"
        label={label}
        aria-keyshortcuts="?"
        className="md:pointer-fine:size-10"
        icon={<Keyboard aria-hidden="true" />}
        onClick={onHelp}
      />
    </span>
  );
}

/** 'Total in Queue', 'Waiting', 'Completed Today' [CONS-1]. */
export function ConsoleFigures({
  waiting,
  inside,
  completedToday,
}: {
  waiting: number;
  inside: number;
  completedToday: number;
}): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const format = useFormat();
  const figures = [
    { label: doctorConsole.total, value: waiting + inside },
    { label: doctorConsole.waiting, value: waiting },
    { label: doctorConsole.completedToday, value: completedToday },
  ];
  return (
    // Side by side where the longest word of the language fits.
    <dl className="flex flex-wrap gap-2 *:min-w-min *:flex-1 *:basis-24 sm:gap-3">
      {figures.map(({ label, value }) => (
        <Card key={label} padding="small" className="flex flex-col-reverse justify-end">
          <dt className="text-sm leading-snug text-ink-soft">{label}</dt>
          <dd className="text-2xl font-semibold text-ink tabular-nums">{format.number(value)}</dd>
        </Card>
      ))}
    </dl>
  );
}

export function ConsoleEmpty({
  refreshing,
  onRefresh,
}: {
  refreshing: boolean;
  onRefresh: () => void;
}): ReactNode {
  const t = useMessages('doctorConsole');
  return (
    <EmptyState
      title={t.doctorConsole.emptyTitle}
      description={t.doctorConsole.empty}
      action={
        <Button
          variant="primary"
          busy={refreshing}
          busyLabel={t.common.refreshing}
          onClick={onRefresh}
        >
          {t.doctorConsole.refreshQueue}
        </Button>
      }
    />
  );
}

export function ConsoleError({ query }: { query: Repeatable & { error: unknown } }): ReactNode {
  const t = useMessages('doctorConsole');
  const problemText = useProblemText();
  return (
    <ErrorState
      title={t.doctorConsole.errorTitle}
      description={problemText(query.error, t.doctorConsole.error)}
      action={<TryAgain query={query} label={t.doctorConsole.tryAgain} />}
    />
  );
}

/** The skeleton of the current patient and the line. */
export function ConsoleSkeleton(): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  return (
    <LoadingRegion label={doctorConsole.loading} className="flex flex-col gap-5">
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        {['total', 'waiting', 'completed'].map((figure) => (
          <Skeleton key={figure} className="h-24 rounded-card sm:h-20" />
        ))}
      </div>
      <Skeleton className="h-11 rounded-control md:pointer-fine:h-10" />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <Card padding="large" className="flex flex-col gap-5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-28 w-full rounded-card" />
          <Skeleton className="h-12 w-full rounded-control" />
        </Card>
        <div className="flex flex-col gap-3">
          <Skeleton className="h-7 w-40" />
          {[1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-18 w-full rounded-card" />
          ))}
        </div>
      </div>
    </LoadingRegion>
  );
}
