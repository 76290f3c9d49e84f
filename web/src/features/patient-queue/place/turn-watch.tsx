import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openEntriesQuery } from '../../../api/queries/queries.ts';
import { isOpenEntry } from './my-place.ts';
import { useHiddenAlerts } from './use-hidden-alerts.ts';
import { useKeepLastPlace } from './use-last-place.ts';
import { useMyEntries } from '../use-my-entries.ts';
import { useTurnAlert } from './use-turn-alert.ts';

/** Follows the open entries on every page of the patient's area, and alerts at the call. */
export function TurnWatch(): ReactNode {
  const { data, dataUpdatedAt } = useQuery(openEntriesQuery());
  useHiddenAlerts(data);
  useKeepLastPlace(data, dataUpdatedAt);
  return data?.some(isOpenEntry) ? <Watching /> : null;
}

function Watching(): ReactNode {
  const { entries } = useMyEntries();
  useTurnAlert(entries.filter(({ status }) => status === 'in_progress').map(({ id }) => id));
  return null;
}
