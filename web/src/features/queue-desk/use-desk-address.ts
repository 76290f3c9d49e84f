import { useCallback, useState } from 'react';
import { useSearchParams } from 'wouter';
import { setSearchPart } from '../../navigation/search.ts';
import type { Pane } from './desk-panes.tsx';

/**
 * Keeps the chosen doctor and pane in the URL, so that the Back button and shared links show the
 * same doctor and pane. A chosen pane counts at once, because the next key may act in it before the
 * page has been rendered for its new URL.
 */
export function useDeskAddress() {
  const [search] = useSearchParams();
  const inAddress: Pane = search.get('tab') === 'queue' ? 'queue' : 'pending';
  const [rendered, setRendered] = useState(inAddress);
  const [pane, setPane] = useState(inAddress);
  if (rendered !== inAddress) {
    setRendered(inAddress);
    setPane(inAddress);
  }
  const onPane = useCallback((next: Pane) => {
    setPane(next);
    setSearchPart('tab', next);
  }, []);
  return { doctorId: search.get('doctor') ?? undefined, onDoctor, pane, onPane };
}

function onDoctor(doctorId: string): void {
  setSearchPart('doctor', doctorId === '' ? undefined : doctorId);
}
