/** A hospital may require a second step of its staff: until it is set up, their calls are refused. */
import { ApiProblem } from '../api/problem.ts';
import { onRefusal } from './on-refusal.ts';

const demand = 'two_factor_setup_required';

export function isTwoFactorDemand(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === demand;
}

/** Calls back when any read or write is refused for it; returns what stops that. */
export function onTwoFactorDemand(listener: () => void): () => void {
  return onRefusal(demand, listener);
}
