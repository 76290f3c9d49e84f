import type { ReactNode } from 'react';
import { TryAgain } from '../../api/try-again.tsx';
import { useProblemText } from '../../api/use-problem-text.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

/** A part of a page could not be had, and the rest could: says so in its place, with a way on. */
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
