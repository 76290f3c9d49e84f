import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';

/** Something that failed and can be retried: a query, or anything else with a busy state. */
export interface Repeatable {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * A `Repeatable` that reloads the whole page, if its row requires that [PAT-2, ADM-4] or its code failed to load.
 */
export const wholePage: Repeatable = {
  isFetching: false,
  refetch: () => window.location.reload(),
};

/**
 * The one button for retries: repeats what failed, and keeps the page and its typed text. It looks different for a
 * whole page and for a part of one.
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
