/** Announcements about the queue for screen readers, one sentence at a time. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepAnswersIn } from '../../../session/kept-answers.ts';

const store = createStore<{ readonly sentence: string }>(() => ({ sentence: '' }));

// The sentence names a patient, so it is cleared for the next user.
keepAnswersIn({ forget: () => store.setState({ sentence: '' }) });

export function announce(sentence: string): void {
  store.setState({ sentence });
}

export function useAnnouncement(): string {
  return useStore(store, (state) => state.sentence);
}
