/** What screen readers are told of the queue, one sentence at a time. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepAnswersIn } from '../../../session/kept-answers.ts';

const store = createStore<{ readonly sentence: string }>(() => ({ sentence: '' }));

// It names a patient, and would be there for whoever signs in next.
keepAnswersIn({ forget: () => store.setState({ sentence: '' }) });

export function announce(sentence: string): void {
  store.setState({ sentence });
}

export function useAnnouncement(): string {
  return useStore(store, (state) => state.sentence);
}
