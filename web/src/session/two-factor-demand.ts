/**
 * A hospital may require a second factor of its staff: until they set it up, their calls are
 * refused.
 */
import { onRefusal } from './on-refusal.ts';

/** Calls back when any call is refused for that reason; returns a function that stops it. */
export function onTwoFactorDemand(listener: () => void): () => void {
  return onRefusal('two_factor_setup_required', listener);
}
