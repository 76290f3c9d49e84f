import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentEntryQuery } from '../../api/queries.ts';
import { isOpenEntry } from './my-place.ts';
import { useMyEntry } from './use-my-entry.ts';
import { useTurnAlert } from './use-turn-alert.ts';

/** Follows the own entry wherever in the patient's area one is, and calls when it is the turn. */
export function TurnWatch(): ReactNode {
  const { data } = useQuery(currentEntryQuery());
  return data && isOpenEntry(data) ? <Watching /> : null;
}

function Watching(): ReactNode {
  const { entry } = useMyEntry();
  useTurnAlert(entry?.status === 'in_progress');
  return null;
}
