import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, type Ref, useMemo } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useDensity } from '../view/density.store.ts';
import { EntryList } from './entry-list.tsx';
import type { ListHandle } from '../keyboard/list-focus.ts';
import { PendingCard } from '../entry/pending-card.tsx';

/** The list of patients' requests to decide on, oldest first [ADM-4, STAFF-3]. */
export function PendingList({
  entries,
  open,
  selected,
  onSelect,
  listRef,
}: {
  entries: readonly StaffEntry[];
  /** The patients' requests that have no decision yet. */
  open: readonly StaffEntry[];
  selected: string | null;
  onSelect: (id: string | null) => void;
  listRef: Ref<ListHandle>;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ requests: density }] = useDensity();
  const leaving = useMemo(() => {
    const known = new Set(open);
    return new Set(entries.filter((entry) => !known.has(entry)).map(({ id }) => id));
  }, [entries, open]);
  if (entries.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        isDone
        title={queueDesk.noPendingTitle}
        description={queueDesk.noPending}
      />
    );
  }
  const marked = selected ?? open[0]?.id;
  return (
    <EntryList
      ref={listRef}
      label={queueDesk.pendingTab}
      entries={entries}
      selected={selected}
      onSelect={onSelect}
      density={density}
      leaving={leaving}
      kind="request"
      render={(entry) => (
        <PendingCard entry={entry} marked={entry.id === marked} isCompact={density === 'compact'} />
      )}
    />
  );
}
