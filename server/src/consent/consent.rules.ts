/** What an account lets a hospital do [SEC-26]. Pure: what was said in, what holds out. */
import { type ConsentPurpose, isGivenUntold } from '@baari/contract/patient/consent.ts';

/** The last word counts; without one, what holds untold. */
export function isGiven(purpose: ConsentPurpose, said: boolean | undefined): boolean {
  return said ?? isGivenUntold[purpose];
}
