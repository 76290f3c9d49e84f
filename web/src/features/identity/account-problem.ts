/**
 * Decides where an error from the identity provider is shown: beside a field, or above the button
 * [ERR-3, ERR-4].
 */
import { ApiProblem } from '../../api/problems/problem.ts';

export type AccountField = 'email' | 'password';

const fieldsByCode: Readonly<Record<string, AccountField>> = {
  user_not_found: 'email',
  invalid_email: 'email',
  email_in_use: 'email',
  wrong_password: 'password',
  weak_password: 'password',
};

export function fieldOfProblem(failure: unknown): AccountField | undefined {
  return failure instanceof ApiProblem ? fieldsByCode[failure.code] : undefined;
}

/**
 * Whether sign-in failed only because the account needs a second factor. The first factor was
 * right.
 */
export function asksSecondStep(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === 'second_factor_required';
}
