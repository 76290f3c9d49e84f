import type { QueryKey } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { type Extent, extentKey, nothingRead } from '../../../api/queries/pages.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';

/** If fewer entries than this are on screen, the next page of entries loads automatically. */
const fewest = 50;

/**
 * Says how much of a long list is shown, with a button to load more. Renders nothing if the list is
 * complete [KEEP-9].
 */
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

/**
 * Says that only the first patients of a long line are shown, and how many patients wait in total.
 */
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

/** Whether a long list has entries that are not loaded yet. */
export function useHasMore(listKey: QueryKey): boolean {
  return useExtent(listKey).extent.hasMore;
}

function useExtent(listKey: QueryKey) {
  const client = useQueryClient();
  const key = extentKey(listKey);
  const [isBusy, setBusy] = useState(false);
  const { data: extent = nothingRead } = useQuery<Extent>({
    queryKey: key,
    // This query never fetches. The list's own query writes this data into the cache.
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
