/** Rules on what an account allows a hospital to do [SEC-26]. Pure functions. */
import { type ConsentPurpose, isGivenByDefault } from '@baari/contract/patient/consent.ts';

/**
 * Whether a consent is given: the account's last decision counts, or without a decision the default
 * of the purpose.
 */
export function isGiven(purpose: ConsentPurpose, said: boolean | undefined): boolean {
  return said ?? isGivenByDefault[purpose];
}
