import type { ReactNode } from 'react';
import { TryAgain, wholePage } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';

/**
 * The error shown when the queue cannot be loaded. As the specification demands, its retry button
 * reloads the page [ADM-4].
 */
export function DeskError({
  failure,
  fallback,
}: {
  failure: unknown;
  fallback: string;
}): ReactNode {
  const t = useMessages('queueDesk');
  const problemText = useProblemText();
  return (
    <ErrorState
      title={t.queueDesk.errorTitle}
      description={problemText(failure, fallback)}
      action={<TryAgain query={wholePage} />}
    />
  );
}

/** The skeleton of the desk's lists, as rows or as cards. */
export function DeskSkeleton({ kind }: { kind: 'cards' | 'rows' }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <LoadingRegion label={queueDesk.loading} className="flex flex-col gap-3">
      {[1, 2, 3].map((index) =>
        kind === 'cards' ? <CardSkeleton key={index} /> : <RowSkeleton key={index} />,
      )}
    </LoadingRegion>
  );
}

function CardSkeleton(): ReactNode {
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex justify-between gap-3">
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
      <div className="flex justify-end gap-2">
        <Skeleton className="h-11 w-24 rounded-control md:h-10" />
        <Skeleton className="h-11 w-28 rounded-control md:h-10" />
      </div>
    </Card>
  );
}

function RowSkeleton(): ReactNode {
  return (
    <Card padding="small" className="flex min-h-24 items-start gap-3">
      <Skeleton className="size-9 rounded-full" />
      <div className="flex flex-1 flex-col gap-2 pt-1">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-3.5 w-1/2" />
        <Skeleton className="h-3.5 w-2/3" />
      </div>
    </Card>
  );
}
