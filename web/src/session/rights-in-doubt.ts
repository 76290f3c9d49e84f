/** Detects when another person may have changed the user's rights. */
import { onRefusal } from './on-refusal.ts';

const listeners = new Set<() => void>();

/**
 * To be called when the server ends something that this user had open, such as the live connection.
 * The user's rights are then checked.
 */
export function doubtRights(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls the listener after `doubtRights`, and when a call is refused because of the user's role or
 * hospital. Returns a function that stops listening.
 */
export function onRightsInDoubt(listener: () => void): () => void {
  listeners.add(listener);
  const stops = ['forbidden', 'acting_elsewhere'].map((code) => onRefusal(code, listener));
  return () => {
    listeners.delete(listener);
    for (const stop of stops) stop();
  };
}
