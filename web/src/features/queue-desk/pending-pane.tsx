import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { QueryKey } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { CountBadge } from '../../ui/badge.tsx';
import type { PaneContent } from './desk-panes.tsx';
import { DeskError, DeskSkeleton } from './desk-states.tsx';
import type { BoardList } from './keyboard/use-desk-board.ts';
import { type ListState, stateOf } from './lists/list-state.ts';
import { MoreEntries } from './lists/more-entries.tsx';
import { RequestOrderNote } from './lists/order-notes.tsx';
import { PendingList } from './lists/pending-list.tsx';
import type { useOrderedPending } from './lists/use-queues.ts';

/** The part of the page (pane) with the patients' requests. Its tab shows their number. */
export function usePendingPane(
  { query, queryKey, entries, open, count }: ReturnType<typeof useOrderedPending>,
  list: BoardList,
): PaneContent {
  const { queueDesk } = useMessages('queueDesk');
  return {
    label: queueDesk.pendingTab,
    badge: <CountBadge count={count} label={queueDesk.requests(count)} />,
    content: (
      <PendingPane {...stateOf(query)} listKey={queryKey} entries={entries} open={open} {...list} />
    ),
  };
}

/** The list of patients' requests. While it is loading or after an error, shows that state. */
const PendingPane = memo(function PendingPane({
  isRead,
  failure,
  listKey,
  entries,
  open,
  ...list
}: ListState &
  BoardList & {
    listKey: QueryKey;
    entries: readonly StaffEntry[];
    open: readonly StaffEntry[];
  }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (isRead) {
    return (
      <>
        <PendingList entries={entries} open={open} {...list} />
        <RequestOrderNote listKey={listKey} />
        <MoreEntries listKey={listKey} shown={entries.length} />
      </>
    );
  }
  if (failure !== null) {
    return <DeskError failure={failure} fallback={queueDesk.failed.pending} />;
  }
  return <DeskSkeleton kind="cards" />;
});
