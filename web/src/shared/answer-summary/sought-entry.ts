/** An entry that an alert links to, for the queue page. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepAnswersIn } from '../../session/kept-answers.ts';

const store = createStore<{ readonly entry: StaffEntry | null }>(() => ({ entry: null }));

// It names a patient, so it is cleared for the next user.
keepAnswersIn({ forget: () => store.setState({ entry: null }) });

/** Makes the current or the next queue page go to an entry. */
export function seekEntry(entry: StaffEntry): void {
  store.setState({ entry });
}

/** Shows each requested entry once. */
export function useSoughtEntry(show: (entry: StaffEntry) => void): void {
  const entry = useStore(store, (state) => state.entry);
  const showIt = useEffectEvent(show);
  useEffect(() => {
    if (entry === null) return;
    store.setState({ entry: null });
    showIt(entry);
  }, [entry]);
}
