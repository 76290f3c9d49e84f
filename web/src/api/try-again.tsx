import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Button } from '../ui/button.tsx';

/** What failed and can be done once more: a query, or anything that is busy while it tries. */
export interface Repeatable {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** For a page whose row asks that it loads anew [PAT-2, ADM-4], or whose code could not be fetched. */
export const wholePage: Repeatable = {
  isFetching: false,
  refetch: () => window.location.reload(),
};

/**
 * Does once more what failed; the page, with what is typed on it, stays. The one button for it, in
 * one of two looks: of what failed altogether, and of a part of a page whose rest is there.
 */
export function TryAgain({
  query,
  part = false,
  label,
}: {
  query: Repeatable;
  part?: boolean;
  /** Where the page's row has other words than 'Try again'. */
  label?: string;
}): ReactNode {
  const { common } = useMessages();
  return (
    <Button
      variant={part ? 'secondary' : 'primary'}
      size={part ? 'small' : 'medium'}
      busy={query.isFetching}
      onClick={() => void query.refetch()}
    >
      {label ?? common.tryAgain}
    </Button>
  );
}
