import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { LoadingRegion } from '../../../ui/feedback/skeleton.tsx';

/**
 * A section of the security page with its heading. It shows a loading state, an error with a retry
 * button, or its content.
 */
export function SecuritySection<Shown>({
  id,
  title,
  lead,
  query,
  skeleton,
  children,
  action,
}: {
  id: string;
  title: string;
  lead?: string;
  query: UseQueryResult<Shown>;
  skeleton: ReactNode;
  children: (shown: Shown) => ReactNode;
  /** A button that is shown while loading, after an error, and with the content. */
  action?: ReactNode;
}): ReactNode {
  const { common } = useMessages();
  const problemText = useProblemText();
  return (
    <Card as="section" padding="large" aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-lg font-semibold text-ink">
        {title}
      </h2>
      {lead !== undefined && <p className="text-[0.9375rem] text-ink-soft">{lead}</p>}
      {query.data !== undefined && children(query.data)}
      {query.isPending && (
        <LoadingRegion label={common.loading} className="flex flex-col gap-3">
          {skeleton}
        </LoadingRegion>
      )}
      {query.isError && query.data === undefined && (
        <Notice tone="danger" action={<TryAgain query={query} part />}>
          {problemText(query.error)}
        </Notice>
      )}
      {action}
    </Card>
  );
}
