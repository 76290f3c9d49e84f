/**
 * The patient for whom the dialog of vital signs is open. The dialog is not part of the patient's
 * row, because the row goes when the patient is called, and typed values would be lost.
 */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepAnswersIn } from '../../session/kept-answers.ts';

const store = createStore<{ readonly entry: StaffEntry | undefined }>(() => ({
  entry: undefined,
}));

// The entry names a patient, so it is deleted before another user signs in.
keepAnswersIn({ forget: closeVitals });

export function askVitals(entry: StaffEntry): void {
  store.setState({ entry });
}

export function closeVitals(): void {
  store.setState({ entry: undefined });
}

export function useAskedVitals(): StaffEntry | undefined {
  return useStore(store, ({ entry }) => entry);
}
