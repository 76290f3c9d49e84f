import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Button } from '../ui/button.tsx';

/** What a failed read can do once more: a query, or anything that is busy while it tries. */
export interface Repeatable {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Reads once more what could not be read; the page, with what is typed on it, stays. */
export function TryAgain({ query }: { query: Repeatable }): ReactNode {
  const { common } = useMessages();
  return (
    <Button variant="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
      {common.tryAgain}
    </Button>
  );
}
