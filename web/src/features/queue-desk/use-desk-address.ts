import { useSearchParams } from 'wouter';
import { setSearchPart } from '../../navigation/search.ts';
import type { Pane } from './desk-panes.tsx';

/**
 * Keeps the chosen doctor and pane in the URL, so that the Back button and shared links show the
 * same doctor and pane.
 */
export function useDeskAddress() {
  const [search] = useSearchParams();
  const pane: Pane = search.get('tab') === 'queue' ? 'queue' : 'pending';
  return { doctorId: search.get('doctor') ?? undefined, onDoctor, pane, onPane };
}

function onDoctor(doctorId: string): void {
  setSearchPart('doctor', doctorId === '' ? undefined : doctorId);
}

function onPane(next: Pane): void {
  setSearchPart('tab', next);
}
