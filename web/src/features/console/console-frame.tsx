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

/**
 * The header of the doctor's console, with the button 'Refresh' and the figures of the day [CONS-1].
 * It is low, because the patient comes first.
 */
export function ConsoleHeader({
  whose,
  figures,
  live,
  refreshing,
  onRefresh,
  onHelp,
  children,
}: {
  /** Content that names the doctor. */
  whose: ReactNode;
  figures: ReactNode;
  live: LiveStatus;
  refreshing: boolean;
  onRefresh: () => void;
  onHelp: () => void;
  /** The controls for the doctor's status, break and room. */
  children: ReactNode;
}): ReactNode {
  const { doctorConsole, queueDesk } = useMessages('doctorConsole', 'queueDesk');
  return (
    <PageHeader
      title={doctorConsole.title}
      badge={<LiveBadge state={live.state} asOf={live.lastByteAt} />}
      line={
        <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
          {whose}
          {figures}
        </div>
      }
      actions={
        <>
          {children}
          <KeysButton label={queueDesk.shortcuts} onHelp={onHelp} />
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        </>
      }
    />
  );
}

/** The button that opens the list of keyboard shortcuts. It is hidden on touch devices. */
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

/**
 * The numbers at the top of the doctor's console: 'Total in Queue', 'Waiting', 'Completed Today', as
 * small cards in one line [CONS-1].
 */
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
    // Small on a phone, where the three cards have one line.
    <dl className="flex flex-wrap gap-1 text-xs sm:gap-1.5 sm:text-sm">
      {figures.map(({ label, value }) => (
        <div
          key={label}
          className="flex items-baseline gap-1.5 rounded-control border border-line bg-surface px-1.5 py-0.5 sm:px-2"
        >
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-semibold text-ink tabular-nums">{format.number(value)}</dd>
        </div>
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

/** The skeleton of the doctor's console: the current patient and the line of patients. */
export function ConsoleSkeleton(): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  return (
    <LoadingRegion label={doctorConsole.loading} className="flex flex-col gap-5">
      <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <Card className="flex flex-col gap-5">
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
