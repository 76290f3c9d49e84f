/** What an account lets a hospital do [SEC-26]. Pure. */
import { type ConsentPurpose, isGivenByDefault } from '@baari/contract/patient/consent.ts';

/** The last decision counts; without one, the purpose's default. */
export function isGiven(purpose: ConsentPurpose, said: boolean | undefined): boolean {
  return said ?? isGivenByDefault[purpose];
}
