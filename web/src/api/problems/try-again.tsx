import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';

/** Something that failed and can be retried: a query, or anything else with a busy state. */
export interface Repeatable {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * Reloads the page, for a page whose row requires it [PAT-2, ADM-4] or whose code failed to load.
 */
export const wholePage: Repeatable = {
  isFetching: false,
  refetch: () => window.location.reload(),
};

/**
 * Retries what failed; the page and its typed text stay. The one retry button, with a look for a
 * whole failure and one for a failed part of a page.
 */
export function TryAgain({
  query,
  part = false,
  label,
}: {
  query: Repeatable;
  part?: boolean;
  /** Used where the page's row requires another label than 'Try again'. */
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
