/**
 * Announcements about the queue for screen readers. Reordering steps have a separate text, because
 * the result of an earlier action would otherwise replace them.
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

// The announced sentences name patients, so they are deleted when another user signs in.
keepAnswersIn({ forget: () => store.setState(nothing) });

export function announce(sentence: string): void {
  store.setState({ sentence });
}

/**
 * Announces a step of reordering the line by keyboard or pointer. An empty text means that the
 * reordering has ended.
 */
export function announceStep(step: string): void {
  store.setState({ step });
}

export function useAnnouncements(): Announcements {
  return useStore(store);
}
