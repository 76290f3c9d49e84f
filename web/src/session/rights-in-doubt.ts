/** When what the user may do has perhaps been changed by somebody else. */
import { onRefusal } from './on-refusal.ts';

const listeners = new Set<() => void>();

/** For whatever hears that the server ended something of this user's, such as the live stream. */
export function doubtRights(): void {
  for (const listener of listeners) listener();
}

/** Calls back on that, and when a call is refused for the role; returns what stops it. */
export function onRightsInDoubt(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onRefusal('forbidden', listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
