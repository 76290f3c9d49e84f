import { ApiProblem } from './problem.ts';

/** Whether the server's error means that a link is incomplete, or belongs to nothing. */
export function isUnknownLink(failure: unknown): boolean {
  return (
    failure instanceof ApiProblem &&
    (failure.code === 'not_found' || failure.code === 'invalid_request')
  );
}
