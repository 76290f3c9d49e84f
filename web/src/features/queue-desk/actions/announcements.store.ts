/**
 * Announcements about the queue for screen readers. The steps of a reordering have their own place, because the
 * answer to an earlier action would otherwise replace them.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepAnswersIn } from '../../../session/kept-answers.ts';

interface Announcements {
  readonly sentence: string;
  readonly step: string;
}

const nothing: Announcements = { sentence: '', step: '' };
const store = createStore<Announcements>(() => nothing);

// The sentences name patients, so they are cleared for the next user.
keepAnswersIn({ forget: () => store.setState(nothing) });

export function announce(sentence: string): void {
  store.setState({ sentence });
}

/** Announces a step of reordering by keyboard or pointer; '' when the reordering has ended. */
export function announceStep(step: string): void {
  store.setState({ step });
}

export function useAnnouncements(): Announcements {
  return useStore(store);
}
