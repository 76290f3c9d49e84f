/** Tells the queue page which queue entry to show after a user follows an alert's link. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepAnswersIn } from '../../session/kept-answers.ts';

const store = createStore<{ readonly entry: StaffEntry | null }>(() => ({ entry: null }));

// The queue entry names a patient, so it is deleted before another user signs in.
keepAnswersIn({ forget: () => store.setState({ entry: null }) });

/**
 * Makes the queue page show a queue entry. If no queue page is open, the next one to open shows the
 * entry.
 */
export function seekEntry(entry: StaffEntry): void {
  store.setState({ entry });
}

/** Calls `show` once for each queue entry that was requested with `seekEntry`. */
export function useSoughtEntry(show: (entry: StaffEntry) => void): void {
  const entry = useStore(store, (state) => state.entry);
  const showIt = useEffectEvent(show);
  useEffect(() => {
    if (entry === null) return;
    store.setState({ entry: null });
    showIt(entry);
  }, [entry]);
}
