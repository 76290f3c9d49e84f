/** A hospital may require a second step of its staff: until it is set up, their calls are refused. */
import { onRefusal } from './on-refusal.ts';

/** Calls back when any read or write is refused for it; returns what stops that. */
export function onTwoFactorDemand(listener: () => void): () => void {
  return onRefusal('two_factor_setup_required', listener);
}
