import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';

/** Something that failed and can be retried: a query, or any other work with a busy state. */
export interface Repeatable {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * A `Repeatable` that reloads the whole page. It is for pages that must reload as a whole [PAT-2,
 * ADM-4], or whose code failed to load.
 */
export const wholePage: Repeatable = {
  isFetching: false,
  refetch: () => window.location.reload(),
};

/**
 * The button for retries, used everywhere. It repeats what failed, and the page and its typed text
 * stay. The button looks different for a whole page and for a part of a page.
 */
export function TryAgain({
  query,
  part = false,
  label,
}: {
  query: Repeatable;
  part?: boolean;
  /** The button's label, if the page's requirement names a label other than 'Try again'. */
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
