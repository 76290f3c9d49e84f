import { ApiProblem } from '../../api/problems/problem.ts';

const codes: ReadonlySet<string> = new Set([
  'line_full_today',
  'line_requests_over',
  'line_full_now',
]);

/** Whether the error code of a refused request means that a limit of a line is reached. */
export function isFullRefusal(code: string | undefined): boolean {
  return code !== undefined && codes.has(code);
}

/** Whether the server refused a request because a limit of a line is reached. */
export function isFullLine(failure: unknown): boolean {
  return failure instanceof ApiProblem && isFullRefusal(failure.code);
}
