import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { openEntriesQuery } from '../../../api/queries/queries.ts';
import { canNotify } from '../../../device/push-subscription.ts';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { isOpenEntry } from './my-place.ts';
import { useKeepLastPlace } from './use-last-place.ts';
import { useMyEntries } from '../use-my-entries.ts';
import { useTurnAlert } from './use-turn-alert.ts';

/** Lazily loaded, because few browsers allow the page to notify. */
const HiddenAlerts = fetchedPart(async () => (await import('./hidden-alerts.tsx')).HiddenAlerts);

/**
 * Follows the account's open queue entries on every patient page, and alerts the user when a
 * patient is called in.
 */
export function TurnWatch(): ReactNode {
  const { data, dataUpdatedAt } = useQuery(openEntriesQuery());
  // Renders again with the clock, because no event tells that the user allowed notifications.
  useNow();
  useKeepLastPlace(data, dataUpdatedAt);
  const isAllowed = canNotify() && Notification.permission === 'granted';
  return (
    <>
      {data?.some(isOpenEntry) && <Watching />}
      {data && isAllowed && (
        <Suspense fallback={null}>
          <HiddenAlerts entries={data} />
        </Suspense>
      )}
    </>
  );
}

function Watching(): ReactNode {
  const { entries } = useMyEntries();
  useTurnAlert(entries.filter(({ status }) => status === 'in_progress').map(({ id }) => id));
  return null;
}
