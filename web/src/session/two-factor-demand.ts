/**
 * Detects calls that are refused because the hospital requires a second factor that the staff
 * member has not set up.
 */
import { onRefusal } from './on-refusal.ts';

/**
 * Calls the listener when a call is refused because the user has no second factor. Returns a
 * function that stops listening.
 */
export function onTwoFactorDemand(listener: () => void): () => void {
  return onRefusal('two_factor_setup_required', listener);
}
