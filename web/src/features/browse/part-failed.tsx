import type { ReactNode } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

/** The error of a part of a page whose rest has loaded, with a retry. */
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
