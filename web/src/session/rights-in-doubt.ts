/** Handles possible changes of the user's rights by another person. */
import { onRefusal } from './on-refusal.ts';

const listeners = new Set<() => void>();

/** Call it when the server has ended something of this user's, such as the live stream. */
export function doubtRights(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls back then, and when a call is refused for the role or the hospital; returns a function that
 * stops it.
 */
export function onRightsInDoubt(listener: () => void): () => void {
  listeners.add(listener);
  const stops = ['forbidden', 'acting_elsewhere'].map((code) => onRefusal(code, listener));
  return () => {
    listeners.delete(listener);
    for (const stop of stops) stop();
  };
}
