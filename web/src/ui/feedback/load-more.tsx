import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../button.tsx';

/** The text "24 of 80 shown" and a button to load more items. */
export function LoadMore({
  shown,
  total,
  onMore,
  busy = false,
}: {
  shown: number;
  total: number;
  onMore: () => void;
  busy?: boolean;
}): ReactNode {
  const t = useMessages();
  const format = useFormat();
  if (shown >= total) return null;
  return (
    <div className="flex flex-col items-center gap-2 py-2 print:hidden">
      <p className="text-sm text-ink-soft tabular-nums" aria-live="polite">
        {t.ui.shownOf(format.number(shown), format.number(total))}
      </p>
      <Button onClick={onMore} busy={busy} busyLabel={t.ui.loading}>
        {t.ui.showMore}
      </Button>
    </div>
  );
}
