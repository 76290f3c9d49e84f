import type { ApiProblem } from '../../api/problems/problem.ts';

/** Error codes of a refused acceptance that mean that the offer has ended. */
const ending: ReadonlySet<string> = new Set([
  'offer_over',
  'not_found',
  'hospital_closed',
  'doctor_not_available',
  'already_booked',
  'booked_at_that_time',
]);

/**
 * Whether the patient can still answer the offer after this error. True, for example, after a
 * network failure.
 */
export function keepsOffer({ code }: ApiProblem): boolean {
  return !ending.has(code);
}
