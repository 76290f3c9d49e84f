/** What screen readers are told of the queue, one sentence at a time. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const store = createStore<{ readonly sentence: string }>(() => ({ sentence: '' }));

export function announce(sentence: string): void {
  store.setState({ sentence });
}

export function useAnnouncement(): string {
  return useStore(store, (state) => state.sentence);
}
