import type { ReactNode } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

/**
 * The error message for one part of a page, with a button to retry. The other parts of the page
 * have loaded.
 */
export function PartFailed({
  text,
  query,
}: {
  text: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}): ReactNode {
  const problemText = useProblemText();
  return (
    <Notice tone="danger" title={text} className="mt-2" action={<TryAgain query={query} part />}>
      {problemText(query.error)}
    </Notice>
  );
}
