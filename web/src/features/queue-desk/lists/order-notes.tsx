import type { QueryKey } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { usualView } from '../view/desk-view.ts';
import { useDeskView } from '../view/desk-view.store.ts';
import { useHasMore } from './more-entries.tsx';

/** Says that the sort order leaves out requests that are not loaded [DESK-3, KEEP-9]. */
export const RequestOrderNote = memo(function RequestOrderNote({
  listKey,
}: {
  listKey: QueryKey;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ requests }] = useDeskView();
  const hasMore = useHasMore(listKey);
  if (!hasMore || requests === usualView.requests) return null;
  return <p className={noteLook}>{queueDesk.requestOrderOfShown}</p>;
});

/** Says that the sort order of the lines considers only loaded entries [DESK-3, KEEP-9]. */
export const LineOrderNote = memo(function LineOrderNote({
  listKey,
}: {
  listKey: QueryKey;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ lines }] = useDeskView();
  const hasMore = useHasMore(listKey);
  if (!hasMore || lines === usualView.lines) return null;
  return <p className={noteLook}>{queueDesk.lineOrderOfShown}</p>;
});

const noteLook = 'mt-3 text-sm text-ink-soft';
