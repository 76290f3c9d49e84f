/** When what the user may do has perhaps been changed by somebody else. */
import { onRefusal } from './on-refusal.ts';

const listeners = new Set<() => void>();

/** For whatever hears that the server ended something of this user's, such as the live stream. */
export function doubtRights(): void {
  for (const listener of listeners) listener();
}

/** Calls back on that, and when a call is refused for the role or the hospital; returns what stops it. */
export function onRightsInDoubt(listener: () => void): () => void {
  listeners.add(listener);
  const stops = ['forbidden', 'acting_elsewhere'].map((code) => onRefusal(code, listener));
  return () => {
    listeners.delete(listener);
    for (const stop of stops) stop();
  };
}
