/** Says why a provider could not be called, without its answer, which may quote a phone number. */
import { AddressError } from '../../outgoing/outgoing.ts';

export function whyUnreachable(error: unknown): string {
  if (error instanceof AddressError) return 'has an address in a private network';
  if (error instanceof Error && error.name === 'TimeoutError') return 'did not answer in time';
  if (error instanceof Error && 'code' in error) return `was not reached (${String(error.code)})`;
  return 'was not reached';
}
