/** An entry that an alert leads to, for the queue page that shows it. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepAnswersIn } from '../../session/kept-answers.ts';

const store = createStore<{ readonly entry: StaffEntry | null }>(() => ({ entry: null }));

// It names a patient, and would be there for the next person who signs in.
keepAnswersIn({ forget: () => store.setState({ entry: null }) });

/** Asks the queue page for an entry: the page that is open now, or the one that opens next. */
export function seekEntry(entry: StaffEntry): void {
  store.setState({ entry });
}

/** Shows each entry that is sought, once. */
export function useSoughtEntry(show: (entry: StaffEntry) => void): void {
  const entry = useStore(store, (state) => state.entry);
  const showIt = useEffectEvent(show);
  useEffect(() => {
    if (entry === null) return;
    store.setState({ entry: null });
    showIt(entry);
  }, [entry]);
}
