import type { QueryKey } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { type Extent, extentKey, nothingRead } from '../../../api/queries/pages.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';

/** Fewer than these on screen, and the next ones come by themselves. */
const fewest = 50;

/** How much of a long list is shown, and the way to more of it; nothing where all is [KEEP-9]. */
export const MoreEntries = memo(function MoreEntries({
  listKey,
  shown,
}: {
  listKey: QueryKey;
  shown: number;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { extent, showMore, refresh, isBusy } = useExtent(listKey);
  const runsOut = extent.hasMore && shown < fewest && !isBusy;
  useEffect(() => {
    if (runsOut) refresh();
  }, [runsOut, refresh]);
  if (!extent.hasMore) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {queueDesk.shownOf(format.number(shown), format.number(extent.total))}
      </p>
      <Button size="small" busy={isBusy} busyLabel={queueDesk.loading} onClick={showMore}>
        {queueDesk.showMore}
      </Button>
    </div>
  );
});

/** That a line is too long to be listed whole: the first are shown, and how many there are. */
export function FirstOfLine({ shown, unlisted }: { shown: number; unlisted: number }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  if (unlisted === 0) return null;
  return (
    <p role="status" className="mt-4 text-sm text-ink-soft tabular-nums">
      {queueDesk.firstOf(format.number(shown), format.number(shown + unlisted))}
    </p>
  );
}

/** Whether only the first of a long list are known here. */
export function useHasMore(listKey: QueryKey): boolean {
  return useExtent(listKey).extent.hasMore;
}

function useExtent(listKey: QueryKey) {
  const client = useQueryClient();
  const key = extentKey(listKey);
  const [isBusy, setBusy] = useState(false);
  const { data: extent = nothingRead } = useQuery<Extent>({
    queryKey: key,
    // Written by the query of the list itself.
    queryFn: () => nothingRead,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  function refresh(): void {
    setBusy(true);
    void client.refetchQueries({ queryKey: listKey, exact: true }).finally(() => setBusy(false));
  }
  function showMore(): void {
    client.setQueryData<Extent>(key, { ...extent, pages: extent.pages + 1 });
    refresh();
  }
  return { extent, showMore, refresh, isBusy };
}
