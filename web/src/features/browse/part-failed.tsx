import type { ReactNode } from 'react';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** A part of a page could not be had, and the rest could: says so in its place, with a way on. */
export function PartFailed({
  text,
  query,
}: {
  text: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}): ReactNode {
  const { common } = useMessages();
  const problemText = useProblemText();
  return (
    <Notice
      tone="danger"
      title={text}
      className="mt-2"
      action={
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          {common.tryAgain}
        </Button>
      }
    >
      {problemText(query.error)}
    </Notice>
  );
}
