/** Rules on what an account allows a hospital to do [SEC-26]. Pure functions. */
import { type ConsentPurpose, isGivenByDefault } from '@baari/contract/patient/consent.ts';

/**
 * Whether the account consents to this purpose: its last decision, or the purpose's default if it has
 * not decided.
 */
export function isGiven(purpose: ConsentPurpose, said: boolean | undefined): boolean {
  return said ?? isGivenByDefault[purpose];
}
